import { EMPTY_HISTORY, foldHistory, type History, type InvertibleEvent } from './history-fold.ts';
import { isPointer, type Pointer, PointerError } from '../json/pointer.ts';
import type { Body } from '../json/patch.ts';

/** One version of a document, with what its log says so far. Never changed: each event makes a new one. */
export interface DocumentState {
  /** The body as the engine takes it, verbatim; undefined before the first event. */
  readonly body: Body;
  /** Where the mappings stand in the body. */
  readonly mappingsAt: Pointer;
  readonly history: History;
}

/** What a document starts with. */
export interface DocumentStart {
  readonly body: Body;
  /** The root of the body where it is left out. */
  readonly mappingsAt?: Pointer;
}

/**
 * The state of a document that no event has changed yet.
 * @throws PointerError when `mappingsAt` is not a JSON Pointer.
 */
export function emptyState({ body, mappingsAt = '' }: DocumentStart): DocumentState {
  if (!isPointer(mappingsAt)) throw new PointerError(mappingsAt);
  return { body, mappingsAt, history: EMPTY_HISTORY };
}

/** The state after `event`, which made `body`. */
export function nextState(state: DocumentState, event: InvertibleEvent, body: Body): DocumentState {
  return { body, mappingsAt: state.mappingsAt, history: foldHistory(state.history, event) };
}
