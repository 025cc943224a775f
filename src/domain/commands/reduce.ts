import { applyToBody } from '../document/model.ts';
import type { Stamp } from '../events/event.ts';
import { RULES } from '../events/rules.ts';
import type { DocumentState } from '../state/state.ts';
import { batch } from './batch.ts';
import type { Command } from './define-command.ts';
import { SINGLE_COMMANDS, type DocumentCommand } from './list.ts';
import { reducer, type Reduced } from './reducer.ts';
import { commandRegistry, definitionIn, type AnyDefinition } from './registry.ts';

const DEFINITIONS = commandRegistry([...SINGLE_COMMANDS, batch]);
const reduceDocument = reducer(DEFINITIONS, applyToBody);

/** The definition of a document command. @throws UnknownCommandError */
export function definitionOf(type: string): AnyDefinition {
  return definitionIn(DEFINITIONS, type);
}

/**
 * Every document command, with the codes that it declares; any command may also be rejected with one of
 * {@link COMMON_REJECTIONS}.
 */
export const DOCUMENT_COMMANDS: readonly Pick<AnyDefinition, 'type' | 'rejects'>[] = [...DEFINITIONS.values()];

/** Whether a type is one of a document command. */
export function isDocumentCommand(type: string): boolean {
  return DEFINITIONS.has(type);
}

/**
 * Turns a command on a mapping, a template or the list of drafts into the event that it comes to, as every
 * {@link reducer} does.
 * @throws UnknownCommandError for a type that is not a document command.
 */
export function reduce(
  state: DocumentState,
  command: DocumentCommand | Command,
  stamp: Stamp,
  rules: number = RULES,
): Reduced {
  return reduceDocument(state, command, stamp, rules);
}
