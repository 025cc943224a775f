import { keepsOrder } from '../events/rules.ts';
import { errorText } from '../json/error-text.ts';
import { PatchTarget, type Body, type Patch, type CopiedContainer } from '../json/patch.ts';
import type { DocumentEvent } from '../events/event.ts';
import type { Pointer } from '../json/pointer.ts';
import { foldHistory, isInvertible } from './history-fold.ts';
import { emptyState, nextState, type DocumentStart, type DocumentState } from './state.ts';

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

/** How documents begin and change, with the read models that are carried along. */
export interface DocumentModel {
  /** The state of a document that no event has changed yet, with its read models. @throws PointerError */
  readonly createState: (start: DocumentStart) => DocumentState;
  /**
   * The body after `patch`, with the read models carried, and the patch that takes it back, as an event of these rules
   * has it: of the first ones where they are left out, which costs least. `mostMoved` as for a {@link PatchTarget}.
   * @throws PatchError
   */
  readonly applyToBody: (
    body: Body,
    patch: Patch,
    rules?: number,
    mostMoved?: number,
  ) => { readonly body: Body; readonly inverse: Patch };
  /**
   * The state after an event. Reads the event's patch for the body and nothing else of it; copies each container on the
   * way once. An inverse that was not stored is made by the event's own rules. @throws PatchError for a patch that does
   * not fit.
   */
  readonly evolve: (state: DocumentState, event: DocumentEvent) => DocumentState;
  /** The state after a whole log: as `evolve` event by event, at the price of {@link replay}. @throws ReplayError */
  readonly openState: (start: DocumentStart, events: readonly DocumentEvent[]) => DocumentState;
}

/** The model whose read models are `carriers`, and no others: a state can't be made without saying which. */
export function documentModel(carriers: readonly Carrier[]): DocumentModel {
  const createState: DocumentModel['createState'] = (start) => {
    const state = emptyState(start);
    for (const { prepare } of carriers) prepare?.(state.body, state.mappingsAt);
    return state;
  };

  const applyToBody: DocumentModel['applyToBody'] = (body, patch, rules, mostMoved) => {
    const target = new PatchTarget(body, mostMoved === undefined ? {} : { mostMoved });
    const inverse = target.applyWithInverse(patch, { keepsOrder: keepsOrder(rules) });
    for (const { carry } of carriers) carry(target.copies);
    return { body: target.body, inverse };
  };

  const evolve: DocumentModel['evolve'] = (state, event) => {
    const { body, inverse } = applyToBody(state.body, event.patch, event.rules);
    return nextState(state, isInvertible(event) ? event : { ...event, inverse }, body);
  };

  const openState: DocumentModel['openState'] = (start, events) => {
    const target = new PatchTarget(start.body, { tracksTouched: false });
    let { history } = emptyState({ ...start, body: undefined });
    events.forEach((event, index) => {
      try {
        if (isInvertible(event)) {
          target.apply(event.patch);
          history = foldHistory(history, event);
        } else {
          const inverse = target.applyWithInverse(event.patch, { keepsOrder: keepsOrder(event.rules) });
          history = foldHistory(history, { ...event, inverse });
        }
      } catch (error) {
        throw new ReplayError(index + 1, event.id, error);
      }
    });
    return { ...createState({ ...start, body: target.body }), history };
  };

  return { createState, applyToBody, evolve, openState };
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

/** A read model that hangs on the containers of a body, and is carried from one version of the body to the next. */
export interface Carrier {
  /** Works it out for a body that no event has changed yet. Absent where that waits until somebody asks. */
  readonly prepare?: (body: Body, mappingsAt: Pointer) => void;
  /** Carries it over one event. Cost: the containers that the event copied, and their members that it touched. */
  readonly carry: (copies: Iterable<CopiedContainer>) => void;
}
