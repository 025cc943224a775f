import { rootContainer } from '../mapping/field.ts';
import { summaryOf } from '../mapping/folds.ts';
import { EMPTY_HISTORY, type History } from './history-fold.ts';
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

/**
 * The state of a document that no event has changed yet; counts its folds once.
 * @throws PointerError when `mappingsAt` is no JSON Pointer.
 */
export function createState({
  body,
  mappingsAt = '',
}: {
  readonly body: Body;
  readonly mappingsAt?: Pointer;
}): DocumentState {
  if (!isPointer(mappingsAt)) throw new PointerError(mappingsAt);
  const root = rootContainer(body, mappingsAt);
  if (root !== undefined) summaryOf(root);
  return { body, mappingsAt, history: EMPTY_HISTORY };
}
