import type { DocumentEvent } from '../events/event.ts';
import { OperationIndex } from '../json/operation-index.ts';
import { PatchTarget, valueAt, type Body, type Operation, type Patch } from '../json/patch.ts';
import { isWithin, joinPointer, lastToken, parentPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isArray, isObject, type JsonObject, type JsonValue } from '../json/value.ts';

/** Something that a patch takes out of a document. */
export interface Removal {
  /** Where it stood before the patch. Of an entry of a list, where the list stood. */
  readonly at: Pointer;
  readonly name: string;
  readonly value: JsonValue;
}

/**
 * What a patch takes out of a document: members of objects, and entries of lists of objects, such as dynamic templates.
 * Another value in the place of one that is no object removes nothing. Cost: what the patch touches.
 */
function removalsIn(body: Body, patch: Patch): readonly Removal[] {
  const found: Removal[] = [];
  if (!patch.some((operation) => operation.op !== 'add')) return found;
  const target = new PatchTarget(body, { tracksTouched: false });
  const passed: Operation[] = [];
  for (const operation of patch) {
    const { path } = operation;
    const before = operation.op === 'move' ? undefined : valueAt(target.body, path);
    if (before !== undefined) {
      const at = placeBefore(path, passed);
      const after = 'value' in operation ? operation.value : undefined;
      noteLost(before, after, { at, name: lastToken(path) ?? '', found });
    }
    target.apply([operation]);
    passed.push(operation);
  }
  return found;
}

/** Where a place was before the operations; those of one patch that move something are few. */
function placeBefore(pointer: Pointer, passed: readonly Operation[]): Pointer {
  let current = pointer;
  for (const operation of passed.toReversed()) {
    if (operation.op === 'move' && isWithin(current, operation.path))
      current = operation.from + current.slice(operation.path.length);
  }
  return current;
}

interface LostPlace {
  readonly at: Pointer;
  readonly name: string;
  readonly found: Removal[];
}

function noteLost(before: JsonValue, after: JsonValue | undefined, { at, name, found }: LostPlace): void {
  if (before === after) return;
  if (after === undefined) {
    found.push({ at, name, value: before });
    return;
  }
  if (isObject(before)) {
    const members = isObject(after) ? after : {};
    for (const [each, value] of Object.entries(before)) {
      const kept = Object.hasOwn(members, each) ? members[each] : undefined;
      noteLost(value, kept, { at: joinPointer(at, each), name: each, found });
    }
    return;
  }
  if (isListOfObjects(before)) {
    const kept = isListOfObjects(after) ? after : [];
    const names = new Set(kept.flatMap(Object.keys));
    for (const entry of before) {
      const own = Object.keys(entry);
      if (own.some((each) => names.has(each)) || kept.some((each) => deepEqual(each, entry))) continue;
      found.push({ at, name: own[0] ?? '', value: entry });
    }
  }
}

function isListOfObjects(value: JsonValue): value is readonly JsonObject[] {
  return isArray(value) && value.length > 0 && value.every(isObject);
}

/** A change before and after it was decided again. */
export interface DecidedAgain {
  /** What it removed where it was decided first. */
  readonly first: { readonly body: Body; readonly patch: Patch };
  /** What it removes now. */
  readonly now: { readonly body: Body; readonly patch: Patch };
}

/**
 * What a change that was decided again removes and was not what its author decided to remove: it has another name or
 * content now. Told by what is removed, so that another's change that was taken back is none.
 */
export function changedRemovals({ first, now }: DecidedAgain): readonly Removal[] {
  const removed = removalsIn(now.body, now.patch);
  if (removed.length === 0) return removed;
  const meant = new Map<string, JsonValue[]>();
  for (const { name, value } of removalsIn(first.body, first.patch))
    meant.set(name, [...(meant.get(name) ?? []), value]);
  return removed.filter(({ name, value }) => {
    const same = meant.get(name) ?? [];
    const index = same.findIndex((each) => deepEqual(each, value));
    if (index === -1) return true;
    same.splice(index, 1);
    return false;
  });
}

/**
 * The newest of the events that are meant which changed what a removal takes, or something in it; undefined where none
 * did. The events are all from some time before the removal up to it.
 */
export function lastToChange(
  { at }: Pick<Removal, 'at'>,
  events: readonly DocumentEvent[],
  isMeant: (event: DocumentEvent) => boolean,
): DocumentEvent | undefined {
  const index = new OperationIndex(events.flatMap(({ patch }) => patch));
  let end = index.operations.length;
  for (const event of events.toReversed()) {
    const start = end - event.patch.length;
    for (let number = end - 1; number >= start && isMeant(event); number--) {
      const operation = index.operations[number] as Operation;
      const isGone = operation.op === 'remove';
      const place = index.rebase(isGone ? parentPointer(operation.path) : operation.path, number + 1);
      if (place !== null && (isWithin(place, at) || (!isGone && isWithin(at, place)))) return event;
    }
    end = start;
  }
  return undefined;
}
