import { applyToBody } from '../document/model.ts';
import { EVENT_FORMAT, type DocumentEvent, type Stamp } from '../events/event.ts';
import type { Operation } from '../json/patch.ts';
import { parsePointer } from '../json/pointer.ts';
import { depthOf, MAX_DEPTH } from '../json/value.ts';
import type { InvertibleEvent } from '../state/history-fold.ts';
import { nextState, type DocumentState } from '../state/state.ts';
import { batch } from './batch.ts';
import { reject, type Command, type Rejection } from './define-command.ts';
import { SINGLE_COMMANDS, type DocumentCommand } from './list.ts';
import { readPayload } from './payload.ts';
import { commandRegistry, definitionIn, type AnyDefinition } from './registry.ts';

/** What a command comes to: an event and the state after it, or nothing, and why. */
export type Reduced =
  { readonly event: DocumentEvent; readonly after: DocumentState } | Rejection | { readonly unchanged: true };

const DEFINITIONS = commandRegistry([...SINGLE_COMMANDS, batch]);

/** The definition of a document command. @throws UnknownCommandError */
export function definitionOf(type: string): AnyDefinition {
  return definitionIn(DEFINITIONS, type);
}

/** Whether a type is one of a document command. */
export function isDocumentCommand(type: string): boolean {
  return DEFINITIONS.has(type);
}

/**
 * Turns a command into the event that it comes to and the state after it, or says why not. Pure: ids,
 * time and author come in with `stamp`. Cost follows what the command changes.
 * @throws UnknownCommandError for a type that is not a document command.
 */
export function reduce(state: DocumentState, command: DocumentCommand | Command, stamp: Stamp): Reduced {
  const definition = definitionOf(command.type);
  const admitted = readPayload(definition.payload, command.payload);
  if ('rejected' in admitted) return admitted;
  if (state.body === undefined && definition.startsDocument !== true)
    return reject('document.not_started', 'This document has no content yet.');
  const decision = definition.decide(state, admitted.payload as never, { author: stamp.author });
  if (!('patch' in decision)) return decision;
  const tooDeep = decision.patch.find((operation) => depthAfter(operation) > MAX_DEPTH);
  if (tooDeep !== undefined)
    return reject('document.too_deep', `The document would be nested deeper than ${MAX_DEPTH} levels.`, tooDeep.path);
  const { body, inverse } = applyToBody(state.body, decision.patch);
  const event: InvertibleEvent = {
    format: EVENT_FORMAT,
    id: stamp.id,
    at: stamp.at,
    author: stamp.author,
    type: definition.event,
    summary: decision.summary,
    command: { type: command.type, payload: decision.recorded ?? admitted.payload },
    patch: decision.patch,
    inverse,
    ...(decision.undoes !== undefined && { undoes: decision.undoes }),
    ...(stamp.reason !== undefined && { reason: stamp.reason }),
  };
  return { event, after: nextState(state, event, body) };
}

/** How deep an operation makes the document, as far as its value does. */
function depthAfter(operation: Operation): number {
  if (operation.op === 'remove' || operation.op === 'move' || typeof operation.value !== 'object') return 0;
  return parsePointer(operation.path).length + depthOf(operation.value);
}
