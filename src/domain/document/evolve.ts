import { errorText } from '../json/error-text.ts';
import { foldHistory, type HistoryNode } from './history-fold.ts';
import { PatchTarget, type Body, type Patch } from '../json/patch.ts';
import { carryFolds } from '../mapping/folds.ts';
import { carryEntries } from '../mapping/search-entries.ts';
import { createState, type DocumentState } from './state.ts';
import type { DocumentEvent } from '../events/event.ts';

/** An event of a log that does not fit what came before it. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  constructor(
    /** Position in the log that was given, from 1. */
    readonly position: number,
    readonly eventId: string,
    override readonly cause: unknown,
  ) {
    super(`Event ${position} (${eventId}) does not fit: ${errorText(cause)}`);
  }
}

interface Applied {
  readonly from: Body;
  readonly patch: Patch;
  readonly body: Body;
  readonly inverse: Patch;
}

/**
 * The result that `reduce` worked out to know the inverse, for the `evolve` that follows with the same event: one
 * slot, emptied when it is read, so that no version is kept alive and nothing but time depends on it.
 */
let handoff: Applied | null = null;

/** The body after `patch`, with the folds carried, and the patch that takes it back. @throws PatchError */
export function applyToBody(body: Body, patch: Patch): Applied {
  const target = new PatchTarget(body);
  const inverse = target.applyWithInverse(patch);
  carryFolds(target.copies);
  carryEntries(target.copies);
  handoff = { from: body, patch, body: target.body, inverse };
  return handoff;
}

/**
 * The state after an event. Reads the event's patch for the body and nothing else of it; copies each container on
 * the way once. @throws PatchError for a patch that does not fit.
 */
export function evolve(state: DocumentState, event: DocumentEvent): DocumentState {
  const isHandedOver = handoff !== null && handoff.patch === event.patch && handoff.from === state.body;
  const applied = isHandedOver && handoff !== null ? handoff : applyToBody(state.body, event.patch);
  handoff = null;
  const invertible = isInvertible(event) ? event : { ...event, inverse: applied.inverse };
  return { body: applied.body, mappingsAt: state.mappingsAt, history: foldHistory(state.history, invertible) };
}

function isInvertible(event: DocumentEvent): event is HistoryNode['event'] {
  return event.inverse !== undefined;
}

/**
 * The body after a log. Works on one private copy that is published at the end; neither `body` nor the events are
 * changed, now or by later replays. @throws ReplayError
 */
export function replay(body: Body, events: readonly DocumentEvent[]): Body {
  const target = new PatchTarget(body, { tracksTouched: false });
  events.forEach((event, index) => {
    try {
      target.apply(event.patch);
    } catch (error) {
      throw new ReplayError(index + 1, event.id, error);
    }
  });
  return target.body;
}

/** The state after a whole log: as `evolve` event by event, at the price of {@link replay}. @throws ReplayError */
export function openState(start: Parameters<typeof createState>[0], events: readonly DocumentEvent[]): DocumentState {
  const target = new PatchTarget(start.body, { tracksTouched: false });
  let { history } = createState({ ...start, body: undefined });
  events.forEach((event, index) => {
    try {
      if (isInvertible(event)) {
        target.apply(event.patch);
        history = foldHistory(history, event);
      } else {
        history = foldHistory(history, { ...event, inverse: target.applyWithInverse(event.patch) });
      }
    } catch (error) {
      throw new ReplayError(index + 1, event.id, error);
    }
  });
  return { ...createState({ ...start, body: target.body }), history };
}
