import type { DocumentEvent } from '../events/event.ts';
import { rebaseOver } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';

interface Parked {
  /** The event that removed the thing. */
  readonly by: string;
  /** How many operations followed the removing one: the place of its inverse in the event that takes it back. */
  readonly inverseIndex: number;
  /** From what was removed down to the thing. */
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
      const operation = event.patch[parked.inverseIndex];
      if (operation === undefined || operation.op === 'remove') continue;
      current = operation.path + parked.rest;
      index = parked.inverseIndex + 1;
      parked = null;
    }
    for (; index < event.patch.length; index++) {
      const operation = event.patch[index] as (typeof event.patch)[number];
      const next: Pointer | null = rebaseOver(current, operation);
      if (next === null) {
        const rest: string = current.slice(operation.path.length);
        parked = { by: event.id, inverseIndex: event.patch.length - 1 - index, rest };
        current = null;
        break;
      }
      current = next;
    }
  }
  return current;
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
