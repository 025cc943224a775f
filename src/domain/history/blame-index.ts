import { isObject, member, deepEqual, type JsonValue } from '../json/value.ts';
import type { Operation, Patch } from '../json/patch.ts';
import { isWithin, parsePointer, type Pointer } from '../json/pointer.ts';
import { CHILD_CONTAINERS } from '../mapping/field.ts';
import type { History, HistoryNode, InvertibleEvent } from '../state/history-fold.ts';
import { isBeforeRecord } from './authorship.ts';
import { newestFirst } from './time-travel.ts';

/** Which event made something as it is; null for what was there before the record, see `isBeforeRecord`. */
export type BlamedEvent = HistoryNode | null;

/** Who made a member of a field as it is. */
export interface ParameterBlame {
  readonly name: string;
  /** The field does not have it any more: the event removed it. */
  readonly isRemoved: boolean;
  readonly by: BlamedEvent;
}

/** Who made a field as it is: the events that set its name and its own members, and the last change. */
export interface FieldBlame {
  readonly named: BlamedEvent;
  /** In the order of the definition, those that were removed last. What is in child fields is theirs. */
  readonly parameters: readonly ParameterBlame[];
  readonly last: BlamedEvent;
}

/** What is known of a place: only places that events named have a mark. */
interface Mark {
  /** The version that set this value, for every member without its own mark; 0 for an initial value. */
  setBy: number;
  /** The version that gave it the name that it has. */
  namedBy: number;
  isRemoved: boolean;
  /** By name; undefined while none is known. */
  members: Map<string, Mark> | undefined;
}

/**
 * Who set what, as one fold over a log: each place that an event changed is marked with its version, and marks move
 * along with renames. A value that replaces another one sets only what differs. Cost: the operations once, then for a
 * question the depth of the place.
 */
export class BlameIndex {
  #root: Mark = unmarked();
  /** By version, from 1 at index 0; read up to `#version`. */
  #nodes: HistoryNode[] = [];
  #version = 0;
  readonly #stream: string;

  /** `stream` tells something live, whose first event is what was there before the record. */
  constructor(stream = '') {
    this.#stream = stream;
  }

  /** Up to which version events are read. */
  get version(): number {
    return this.#version;
  }

  /**
   * Reads on in a log until all of it is read or `isEnough`; says whether it is all. A log that does not go on from the
   * one that was read is read anew.
   */
  follow(history: History, isEnough: () => boolean = () => false): boolean {
    if (this.#nodes.at(-1) !== history.tip) this.#collect(history);
    while (this.#version < this.#nodes.length) {
      if (this.#version % EVENTS_AT_ONCE === 0 && isEnough()) return false;
      this.#version++;
      this.#read((this.#nodes[this.#version - 1] as HistoryNode).event);
    }
    return true;
  }

  /** Who set the value at a place, any part of it. */
  setBy(pointer: Pointer): BlamedEvent {
    const { mark, inherited } = this.#find(pointer);
    return this.#event(mark === undefined ? inherited : newestIn(mark));
  }

  /** Who made the field at `pointer` as it is; `definition` is its definition by now. */
  field(pointer: Pointer, definition: JsonValue | undefined): FieldBlame {
    const { mark, inherited } = this.#find(pointer);
    const own = isObject(definition) ? Object.keys(definition).filter(isOwn) : [];
    const removed = [...(mark?.members ?? [])].filter(([name, { isRemoved }]) => isRemoved && isOwn(name));
    const setBy = (name: string) => {
      const known = mark?.members?.get(name);
      return known === undefined ? (mark?.setBy ?? inherited) : newestIn(known);
    };
    return {
      named: this.#event(mark?.namedBy ?? inherited),
      parameters: [
        ...own.map((name): ParameterBlame => ({ name, isRemoved: false, by: this.#event(setBy(name)) })),
        ...removed.map(([name, { setBy: by }]): ParameterBlame => ({ name, isRemoved: true, by: this.#event(by) })),
      ],
      last: this.#event(mark === undefined ? inherited : newestOwn(mark)),
    };
  }

  /** The last event that changed a field itself: its name or its own members, not what is in child fields. */
  lastChange(pointer: Pointer): BlamedEvent {
    const { mark, inherited } = this.#find(pointer);
    return this.#event(mark === undefined ? inherited : newestOwn(mark));
  }

  #event(version: number): BlamedEvent {
    const node = this.#nodes[version - 1];
    return node === undefined || isBeforeRecord(node.event, { stream: this.#stream, version }) ? null : node;
  }

  #collect(history: History): void {
    const last = this.#nodes.at(-1);
    const added: HistoryNode[] = [];
    let hasMet = false;
    for (const node of newestFirst(history)) {
      hasMet = node === last;
      if (hasMet) break;
      added.push(node);
    }
    if (!hasMet) {
      this.#root = unmarked();
      this.#nodes = [];
      this.#version = 0;
    }
    for (let index = added.length - 1; index >= 0; index--) this.#nodes.push(added[index] as HistoryNode);
  }

  #find(pointer: Pointer): { mark: Mark | undefined; inherited: number } {
    let mark = this.#root;
    for (const token of parsePointer(pointer)) {
      const next = mark.members?.get(token);
      if (next === undefined) return { mark: undefined, inherited: mark.setBy };
      mark = next;
    }
    return { mark, inherited: mark.setBy };
  }

  #read({ patch, inverse }: InvertibleEvent): void {
    const olds = overwritten(patch, inverse);
    for (const [index, operation] of patch.entries()) {
      const { path } = operation;
      switch (operation.op) {
        case 'add':
        case 'replace': {
          const mark = this.#place(path);
          const old = olds[index];
          if (old === undefined) this.#renew(mark);
          else this.#overwrite(mark, old, operation.value);
          break;
        }
        case 'remove':
          this.#renew(this.#place(path)).isRemoved = true;
          break;
        case 'move':
          this.#move(operation.from, path);
          break;
      }
    }
  }

  /** The mark of a place, made where there is none. */
  #place(pointer: Pointer): Mark {
    let mark = this.#root;
    for (const token of parsePointer(pointer)) mark = memberOf(mark, token);
    return mark;
  }

  /** A thing that was not there before: nothing is known of its members. */
  #renew(mark: Mark): Mark {
    mark.setBy = this.#version;
    mark.namedBy = this.#version;
    mark.isRemoved = false;
    mark.members = undefined;
    return mark;
  }

  #overwrite(mark: Mark, old: JsonValue, value: JsonValue): void {
    if (old === value) return;
    if (!isObject(old) || !isObject(value)) {
      if (deepEqual(old, value)) return;
      mark.setBy = this.#version;
      mark.members = undefined;
      return;
    }
    for (const name of Object.keys(old)) {
      const next = member(value, name);
      if (next === undefined) this.#renew(memberOf(mark, name)).isRemoved = true;
      else if (!deepEqual(old[name], next)) this.#overwrite(memberOf(mark, name), old[name] as JsonValue, next);
    }
    for (const name of Object.keys(value)) if (!Object.hasOwn(old, name)) this.#renew(memberOf(mark, name));
  }

  #move(from: Pointer, path: Pointer): void {
    if (from === path) return;
    const moved = this.#place(from);
    const tokens = parsePointer(from);
    const name = tokens.pop();
    if (name === undefined || isWithin(path, from)) return;
    tokens.reduce(memberOf, this.#root).members?.delete(name);
    const to = parsePointer(path);
    const newName = to.pop() as string;
    const parent = to.reduce(memberOf, this.#root);
    moved.namedBy = this.#version;
    parent.members ??= new Map();
    parent.members.set(newName, moved);
  }
}

/** How many events are read before it is asked whether that is enough. */
const EVENTS_AT_ONCE = 256;

function unmarked(): Mark {
  return { setBy: 0, namedBy: 0, isRemoved: false, members: undefined };
}

function memberOf(mark: Mark, name: string): Mark {
  mark.members ??= new Map();
  let found = mark.members.get(name);
  if (found === undefined) {
    found = { setBy: mark.setBy, namedBy: mark.setBy, isRemoved: false, members: undefined };
    mark.members.set(name, found);
  }
  return found;
}

function isOwn(name: string): boolean {
  return !(CHILD_CONTAINERS as readonly string[]).includes(name);
}

/** The newest version in a mark and below it. */
function newestIn({ setBy, members }: Mark): number {
  let newest = setBy;
  for (const below of members?.values() ?? []) newest = Math.max(newest, newestIn(below));
  return newest;
}

/** The newest version that changed a field itself. */
function newestOwn({ setBy, namedBy, members }: Mark): number {
  let newest = Math.max(setBy, namedBy);
  for (const [name, below] of members ?? []) if (isOwn(name)) newest = Math.max(newest, newestIn(below));
  return newest;
}

/** The value that each operation of a patch overwrote, as the inverse has it. */
function overwritten(patch: Patch, inverse: Patch): readonly (JsonValue | undefined)[] {
  // The inverse has what takes back the last operation first: one operation for each, and none or two for some moves.
  let next = inverse.length - 1;
  return patch.map((operation) => {
    if (operation.op === 'move') {
      next -= inverseLength(operation, inverse[next]);
      return undefined;
    }
    const back = inverse[next--];
    return back?.op === 'replace' && back.path === operation.path ? back.value : undefined;
  });
}

function inverseLength({ from, path }: Operation & { readonly op: 'move' }, back: Operation | undefined): number {
  if (from === path) return 0;
  return back?.op === 'move' ? 1 : 2;
}
