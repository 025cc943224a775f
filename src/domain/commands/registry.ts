import type { CommandDefinition, DecideContext, Decision } from './define-command.ts';
import type { DocumentState } from '../state/state.ts';

/** A definition as all of them have it in common, whatever their payloads. */
export type AnyDefinition = Omit<CommandDefinition, 'decide'> & {
  readonly decide: (state: DocumentState, payload: never, context: DecideContext) => Decision;
};

export type CommandRegistry = ReadonlyMap<string, AnyDefinition>;

/** A command of a type that nobody defined: a fault of the program, not of the user. */
export class UnknownCommandError extends Error {
  override readonly name = 'UnknownCommandError';
  constructor(type: unknown) {
    super(`Unknown command "${String(type)}"`);
  }
}

/** Two definitions of one command, or two commands with one event: a fault of the program. */
export class DuplicateCommandError extends Error {
  override readonly name = 'DuplicateCommandError';
  constructor(what: 'command' | 'event', type: string) {
    super(`There are two definitions of ${what} "${type}"`);
  }
}

/** The definitions by the type of their command. @throws DuplicateCommandError */
export function commandRegistry(definitions: readonly AnyDefinition[]): CommandRegistry {
  const registry = new Map<string, AnyDefinition>();
  const events = new Set<string>();
  for (const definition of definitions) {
    const { type, event } = definition;
    if (registry.has(type)) throw new DuplicateCommandError('command', type);
    if (events.has(event)) throw new DuplicateCommandError('event', event);
    registry.set(type, definition);
    events.add(event);
  }
  return registry;
}

/** @throws UnknownCommandError */
export function definitionIn(registry: CommandRegistry, type: string): AnyDefinition {
  const definition = registry.get(type);
  if (definition === undefined) throw new UnknownCommandError(type);
  return definition;
}
