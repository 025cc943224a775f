import { LIVE_BODY_AT, LIVE_MAPPINGS_AT } from '../document/live-document.ts';
import { isObject, member, deepEqual, pickMembers, type JsonValue } from '../json/value.ts';
import { valueAt, type Body, type Operation, type Patch } from '../json/patch.ts';
import { isWithin, joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { CHILD_CONTAINERS } from '../mapping/field.ts';
import type { History, HistoryNode, InvertibleEvent } from '../state/history-fold.ts';
import { isBeforeRecord } from './authorship.ts';
import { newestFirst } from './time-travel.ts';

/** An event in the log that has it. */
export interface BlamingEvent extends Pick<HistoryNode, 'event' | 'version'> {
  readonly stream: string;
}

/** Which event made something as it is; null for what was there before the record, see `isBeforeRecord`. */
export type BlamedEvent = BlamingEvent | null;

/** What a document was made from, as far as its log goes: see `originsOf`. */
export interface BlameOrigin {
  /** Has read the log up to the version that the document was made from, and nothing after it. */
  readonly index: BlameIndex;
  /** The document at that version. */
  readonly body: Body;
  /** Where it has what the other document was made from, in the order in which blame compares them. */
  readonly at: readonly Pointer[];
}

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
  /** Where it stood after the first event, if it was renamed since. */
  was: Pointer | undefined;
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
  #origins: readonly BlameOrigin[] = [];

  /** `stream` tells something live, whose first event is what was there before the record. */
  constructor(stream = '') {
    this.#stream = stream;
  }

  /**
   * From now on, who set what the document began with is looked up in what it was made from, as far as the values are
   * the same there. What is the same nowhere was set by the first event.
   */
  continueFrom(origins: readonly BlameOrigin[]): void {
    this.#origins = origins;
  }

  /** Up to which version events are read. */
  get version(): number {
    return this.#version;
  }

  /** The event that the log begins with; null before it is read. */
  get first(): InvertibleEvent | null {
    return this.#nodes[0]?.event ?? null;
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
    const { mark, inherited, was } = this.#find(pointer);
    const version = mark === undefined ? inherited : newestIn(mark);
    return this.#blamed(version, was, deepEqual, ({ index }, at) => index.setBy(at));
  }

  /** Who made the field at `pointer` as it is; `definition` is its definition by now. */
  field(pointer: Pointer, definition: JsonValue | undefined): FieldBlame {
    const { mark, inherited, was } = this.#find(pointer);
    const own = isObject(definition) ? Object.keys(definition).filter(isOwn) : [];
    const removed = [...(mark?.members ?? [])].filter(([name, { isRemoved }]) => isRemoved && isOwn(name));
    return {
      named: this.#blamed(
        mark?.namedBy ?? inherited,
        was,
        isField,
        ({ index }, at) => index.field(at, undefined).named,
      ),
      parameters: [
        ...own.map((name): ParameterBlame => ({ name, isRemoved: false, by: this.setBy(joinPointer(pointer, name)) })),
        ...removed.map(([name, { setBy: by }]): ParameterBlame => ({ name, isRemoved: true, by: this.#event(by) })),
      ],
      last: this.lastChange(pointer),
    };
  }

  /** The last event that changed a field itself: its name or its own members, not what is in child fields. */
  lastChange(pointer: Pointer): BlamedEvent {
    const { mark, inherited, was } = this.#find(pointer);
    const version = mark === undefined ? inherited : newestOwn(mark);
    return this.#blamed(version, was, isSameField, ({ index }, at) => index.lastChange(at));
  }

  #event(version: number): BlamedEvent {
    const node = this.#nodes[version - 1];
    if (node === undefined || isBeforeRecord(node.event, { stream: this.#stream, version })) return null;
    return { event: node.event, version, stream: this.#stream };
  }

  /**
   * The event of a version; for what the document began with, what the first origin answers that has the same. `was` is
   * where it stood then.
   */
  #blamed(
    version: number,
    was: Pointer,
    isSame: (before: JsonValue, now: JsonValue) => boolean,
    ask: (origin: BlameOrigin, at: Pointer) => BlamedEvent,
  ): BlamedEvent {
    const began = version === 1 ? this.#nodes[0]?.event.patch[0] : undefined;
    const place = wantedPlace(was);
    const now = began?.op === 'add' ? valueAt(began.value, was) : undefined;
    if (place === null || now === undefined) return this.#event(version);
    for (const origin of this.#origins)
      for (const root of origin.at) {
        const at = `${root}${place}`;
        const before = valueAt(origin.body, at);
        if (before !== undefined && isSame(before, now)) return ask(origin, at);
      }
    return this.#event(version);
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

  /** The mark of a place, what it has from the marks above it where there is none, and where it stood at first. */
  #find(pointer: Pointer): { mark: Mark | undefined; inherited: number; was: Pointer } {
    let mark: Mark | undefined = this.#root;
    let inherited = mark.setBy;
    let was = '';
    for (const token of parsePointer(pointer)) {
      mark = mark?.members?.get(token);
      inherited = mark?.setBy ?? inherited;
      was = mark?.was ?? joinPointer(was, token);
    }
    return { mark, inherited, was };
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
    mark.was = undefined;
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
    const { was } = this.#find(from);
    const moved = this.#place(from);
    const tokens = parsePointer(from);
    const name = tokens.pop();
    if (name === undefined || isWithin(path, from)) return;
    tokens.reduce(memberOf, this.#root).members?.delete(name);
    const to = parsePointer(path);
    const newName = to.pop() as string;
    const parent = to.reduce(memberOf, this.#root);
    moved.namedBy = this.#version;
    moved.was = was;
    parent.members ??= new Map();
    parent.members.set(newName, moved);
  }
}

/** How many events are read before it is asked whether that is enough. */
const EVENTS_AT_ONCE = 256;

function unmarked(): Mark {
  return { setBy: 0, namedBy: 0, isRemoved: false, was: undefined, members: undefined };
}

function memberOf(mark: Mark, name: string): Mark {
  mark.members ??= new Map();
  let found = mark.members.get(name);
  if (found === undefined) {
    found = { setBy: mark.setBy, namedBy: mark.setBy, isRemoved: false, was: undefined, members: undefined };
    mark.members.set(name, found);
  }
  return found;
}

/** A place below what is wanted of something live; null for what the cluster had. */
export function wantedPlace(pointer: Pointer): Pointer | null {
  const root = [LIVE_MAPPINGS_AT, LIVE_BODY_AT].find((at) => isWithin(pointer, at));
  return root === undefined ? null : pointer.slice(root.length);
}

function isField(before: JsonValue): boolean {
  return isObject(before);
}

/** Whether two fields are the same but for their child fields. */
function isSameField(before: JsonValue, now: JsonValue): boolean {
  return isObject(before) && isObject(now) && deepEqual(pickMembers(before, isOwn), pickMembers(now, isOwn));
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
