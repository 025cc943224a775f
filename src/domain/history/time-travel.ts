import type { DocumentEvent } from '../events/event.ts';
import { PatchTarget, rebasePointer, type Body } from '../json/patch.ts';
import { isWithin, type Pointer } from '../json/pointer.ts';
import type { DocumentState } from '../state/state.ts';
import type { History, HistoryNode } from '../state/history-fold.ts';

/** The events from the newest down to, but without, `version`. */
export function* newestFirst(history: History, version = 0): Generator<HistoryNode> {
  for (let node = history.tip; node !== null && node.version > version; node = node.previous) yield node;
}

/** The events after `version`, oldest first. */
export function eventsAfter(history: History, version: number): readonly DocumentEvent[] {
  return Array.from(newestFirst(history, version), ({ event }) => event).reverse();
}

/** The body as it was after `version` events. Cost: the events since. @throws RangeError for a version that the log has not. */
export function bodyAt(state: DocumentState, version: number): Body {
  if (!Number.isInteger(version) || version < 0 || version > state.history.version) {
    throw new RangeError(`There is no version ${version}: the log has ${state.history.version}`);
  }
  const target = new PatchTarget(state.body, { tracksTouched: false });
  for (const { event } of newestFirst(state.history, version)) target.apply(event.inverse);
  return target.body;
}

/** An event that changed a place, and where the place was then. */
export interface Blame {
  readonly node: HistoryNode;
  readonly at: Pointer;
}

/**
 * The events that changed the thing at `pointer`, newest first, back to the one that made it; lazily, so asking for
 * the last change costs the events since.
 * @public
 */
export function* blame(history: History, pointer: Pointer): Generator<Blame> {
  let current = pointer;
  for (const node of newestFirst(history)) {
    const { patch, inverse } = node.event;
    const concerns = patch.some((operation) => {
      const places = operation.op === 'move' ? [operation.path, operation.from] : [operation.path];
      return places.some((place) => isWithin(place, current) || isWithin(current, place));
    });
    if (!concerns) continue;
    yield { node, at: current };
    const before = rebasePointer(current, inverse);
    if (before === null) return;
    current = before;
  }
}
