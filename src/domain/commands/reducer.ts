import { isClusterAuthor } from '../events/cluster-author.ts';
import { LOCAL_FORMAT, type DocumentEvent, type Stamp } from '../events/event.ts';
import { FIRST_RULES, RULES, takesReadingsOfPeople } from '../events/rules.ts';
import type { Operation } from '../json/patch.ts';
import { parsePointer } from '../json/pointer.ts';
import { depthOf, MAX_DEPTH } from '../json/value.ts';
import type { DocumentModel } from '../state/evolve.ts';
import type { InvertibleEvent } from '../state/history-fold.ts';
import { nextState, type DocumentState } from '../state/state.ts';
import { onlyReports, reject, type Command, type Rejection } from './define-command.ts';
import { readPayload } from './payload.ts';
import { definitionIn, type CommandRegistry } from './registry.ts';

/** What a command comes to: an event and the state after it, or nothing, and why. */
export type Reduced =
  | { readonly event: DocumentEvent; readonly after: DocumentState }
  | Rejection
  | { readonly unchanged: true };

/**
 * Turns a command into the event that it comes to and the state after it, or says why not. Pure: ids, time and author
 * come in with `stamp`. Earlier `rules` than the present ones are for what was decided by them. Cost follows what the
 * command changes.
 * @throws UnknownCommandError for a type that the definitions do not have.
 */
export type Reduce = (state: DocumentState, command: Command, stamp: Stamp, rules?: number) => Reduced;

/** The codes with which any command may be rejected, beside those that it declares. */
export const COMMON_REJECTIONS = [
  'command.invalid',
  'command.not_of_cluster',
  'command.of_cluster',
  'document.not_started',
  'document.too_deep',
] as const;

/** The reducer of documents that have these commands, and bodies with the read models that `applyToBody` carries. */
export function reducer(definitions: CommandRegistry, applyToBody: DocumentModel['applyToBody']): Reduce {
  return (state, command, stamp, rules = RULES) => {
    const definition = definitionIn(definitions, command.type);
    const admitted = readPayload(definition.payload, command.payload);
    if ('rejected' in admitted) return admitted;
    if (rules !== FIRST_RULES && isClusterAuthor(stamp.author.id) && definition.reportsCluster !== true)
      return reject('command.not_of_cluster', 'A cluster can only be the author of data that was read from it.');
    if (!takesReadingsOfPeople(rules) && !isClusterAuthor(stamp.author.id) && onlyReports(definition))
      return reject('command.of_cluster', 'Only a cluster can be the author of data that was read from it.');
    if (state.body === undefined && definition.startsDocument !== true)
      return reject('document.not_started', 'This document has no content yet.');
    const decision = definition.decide(state, admitted.payload as never, { author: stamp.author, rules });
    if (!('patch' in decision)) return decision;
    const tooDeep = decision.patch.find((operation) => depthAfter(operation) > MAX_DEPTH);
    if (tooDeep !== undefined)
      return reject('document.too_deep', `The document would be nested deeper than ${MAX_DEPTH} levels.`, tooDeep.path);
    const { body, inverse } = applyToBody(state.body, decision.patch, rules);
    const event: InvertibleEvent = {
      format: LOCAL_FORMAT,
      id: stamp.id,
      at: stamp.at,
      author: stamp.author,
      ...(rules !== FIRST_RULES && { rules }),
      type: definition.event,
      summary: decision.summary,
      command: { type: command.type, payload: decision.recorded ?? admitted.payload },
      patch: decision.patch,
      inverse,
      ...(decision.undoes !== undefined && { undoes: decision.undoes }),
      ...(stamp.reason !== undefined && { reason: stamp.reason }),
      ...(stamp.base !== undefined && { base: stamp.base }),
    };
    return { event, after: nextState(state, event, body) };
  };
}

/** How deep an operation makes the document, as far as its value does. */
function depthAfter(operation: Operation): number {
  if (operation.op === 'remove' || operation.op === 'move' || typeof operation.value !== 'object') return 0;
  return parsePointer(operation.path).length + depthOf(operation.value);
}
