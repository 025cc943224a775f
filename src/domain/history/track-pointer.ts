import type { DocumentEvent } from '../events/event.ts';
import { rebaseOver, valueAt, type Operation, type Patch } from '../json/patch.ts';
import { joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';

interface Parked {
  /** The event that removed the thing. */
  readonly by: string;
  /** How many operations followed the removing one: the place of its inverse in the event that takes it back. */
  readonly inverseIndex: number;
  /** How many operations the event has. */
  readonly operations: number;
  /** What was removed. */
  readonly removed: Pointer;
  /** From there down to the thing. */
  readonly rest: string;
}

/**
 * Where the thing at `pointer` is after `events`, or null when it is gone. As `rebasePointer` over each patch, and
 * besides a removal that was taken back brings the same thing back.
 */
export function trackPointer(pointer: Pointer, events: Iterable<DocumentEvent>): Pointer | null {
  let current: Pointer | null = pointer;
  let parked: Parked | null = null;
  for (const event of events) {
    let index = 0;
    if (current === null) {
      if (parked === null || event.undoes !== parked.by) continue;
      const back = broughtBack(event.patch, parked);
      if (back === null) continue;
      current = back.at;
      index = back.index + 1;
      parked = null;
    }
    for (; index < event.patch.length; index++) {
      const operation = event.patch[index] as (typeof event.patch)[number];
      const next: Pointer | null = rebaseOver(current, operation);
      if (next === null) {
        const rest: string = current.slice(operation.path.length);
        const { length: operations } = event.patch;
        parked = { by: event.id, inverseIndex: operations - 1 - index, operations, removed: operation.path, rest };
        current = null;
        break;
      }
      current = next;
    }
  }
  return current;
}

/**
 * The operation that brings a thing back, and where to: the inverse of the removing one, where the event has as many
 * operations. An event that was decided again may have others: then it is the one that puts the thing where it was.
 */
function broughtBack(patch: Patch, parked: Parked): { readonly at: Pointer; readonly index: number } | null {
  const { inverseIndex, operations, removed, rest } = parked;
  if (patch.length === operations) {
    const at = placeIn(patch[inverseIndex], parked);
    if (at !== null) return { at, index: inverseIndex };
  }
  const at = removed + rest;
  const index = patch.findIndex((operation) => placeIn(operation, parked) === at);
  return index < 0 ? null : { at, index };
}

/** Where an operation puts the thing, which has the same depth as before; null where it puts another one. */
function placeIn(operation: Operation | undefined, { removed, rest }: Parked): Pointer | null {
  if (operation === undefined || !('value' in operation)) return null;
  const [was, is, below] = [removed, operation.path, rest].map(parsePointer) as [string[], string[], string[]];
  const deeper = is.length - was.length;
  const inside = deeper < 0 ? [...was.slice(deeper), ...below] : below.slice(deeper);
  if (is.slice(was.length).some((token, index) => token !== below[index])) return null;
  if (valueAt(operation.value, joinPointer('', ...inside)) === undefined) return null;
  return joinPointer(operation.path, ...inside);
}

/** Events that were decided before `since` became known, and again on top of it. */
export interface RebasedEvents {
  readonly before: readonly DocumentEvent[];
  readonly since: readonly DocumentEvent[];
  /** Those of `before` that still stand; events of others may stand between them. */
  readonly after: readonly DocumentEvent[];
  /** Events of `after` that do the same again as one of `before`, by their ids; none where absent. */
  readonly again?: ReadonlyMap<string, string>;
}

/**
 * Says where a thing is when events were decided again: back over what they were, forward over what they are; null when
 * it is gone.
 */
export function trackPointerOverRebase({
  before,
  since,
  after,
  again,
}: RebasedEvents): (pointer: Pointer) => Pointer | null {
  const takenBack = (id: string) => `${id} taken back`;
  const back = before.map((event) => ({ ...event, id: takenBack(event.id), patch: event.inverse ?? [] })).reverse();
  const decidedBefore = new Set(before.map(({ id }) => id));
  const forward = after.map((event) => {
    const id = again?.get(event.id) ?? event.id;
    return decidedBefore.has(id) ? { ...event, undoes: takenBack(id) } : event;
  });
  const events = [...back, ...since, ...forward];
  return (pointer) => trackPointer(pointer, events);
}
