import Type, { type TSchema } from 'typebox';
import Value from 'typebox/value';
import { EVENT_FORMAT, type DocumentEvent, type Stamp } from '../events/event.ts';
import { applyToBody } from '../document/model.ts';
import { PatchError, rebasePointer, type Operation, type Patch } from '../json/patch.ts';
import { parsePointer, type Pointer } from '../json/pointer.ts';
import {
  admit,
  depthOf,
  ENVELOPE_DEPTH,
  MAX_DEPTH,
  NotJsonError,
  type JsonObject,
  type JsonValue,
} from '../json/value.ts';
import type { InvertibleEvent } from '../state/history-fold.ts';
import { nextState, type DocumentState } from '../state/state.ts';
import {
  reject,
  type Command,
  type CommandDefinition,
  type DecideContext,
  type Decision,
  type Rejection,
} from './define-command.ts';
import { documentCreate } from './document-create.ts';
import { SINGLE_COMMANDS, type DocumentCommand } from './list.ts';
import { JsonSchema, exact } from '../json/schemas.ts';

/** A command of a type that nobody defined: a fault of the program, not of the user. */
export class UnknownCommandError extends Error {
  override readonly name = 'UnknownCommandError';
  constructor(type: unknown) {
    super(`Unknown command "${String(type)}"`);
  }
}

/** What a command comes to: an event and the state after it, or nothing, and why. */
export type Reduced =
  { readonly event: DocumentEvent; readonly after: DocumentState } | Rejection | { readonly unchanged: true };

/** As `Reduced`, with the type that every definition shares. */
type AnyDefinition = Omit<CommandDefinition, 'decide'> & {
  readonly decide: (state: DocumentState, payload: never, context: DecideContext) => Decision;
};

/** Nothing inside a batch may look back at the log: the batch is not in it yet. */
const NOT_IN_A_BATCH: ReadonlySet<string> = new Set([
  'history.undo',
  'history.redo',
  'history.restore',
  'document.create',
]);

const batch: AnyDefinition = {
  type: 'batch',
  event: 'batch.applied',
  pointers: [],
  payload: exact({
    commands: Type.Array(exact({ type: Type.String(), payload: JsonSchema }), { minItems: 1 }),
    summary: Type.Optional(Type.String()),
  }),
  decide: decideBatch,
};

const DEFINITIONS: ReadonlyMap<string, AnyDefinition> = new Map(
  [...SINGLE_COMMANDS, batch].map((definition) => [definition.type, definition]),
);

/** The definition of a document command. @throws UnknownCommandError */
export function definitionOf(type: string): AnyDefinition {
  const definition = DEFINITIONS.get(type);
  if (definition === undefined) throw new UnknownCommandError(type);
  return definition;
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
  const admitted = admitPayload(definition.payload, command.payload);
  if ('rejected' in admitted) return admitted;
  if (state.body === undefined && definition !== documentCreate)
    return reject('document.not_started', 'This document has no body yet.');
  const decision = definition.decide(state, admitted.payload as never, { author: stamp.author });
  if (!('patch' in decision)) return decision;
  const tooDeep = decision.patch.find((operation) => depthAfter(operation) > MAX_DEPTH);
  if (tooDeep !== undefined)
    return reject('document.too_deep', `The document would nest deeper than ${MAX_DEPTH} levels.`, tooDeep.path);
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

/** The command with its pointers moved along with a patch that came in between; null when one of them is gone. */
export function rebaseCommand(command: Command, patch: Patch): Command | null {
  return followCommand(command, (pointer) => rebasePointer(pointer, patch));
}

/** The command with its pointers where `follow` says that they are; null when it says null of one of them. */
export function followCommand(command: Command, follow: (pointer: Pointer) => Pointer | null): Command | null {
  if (command.type === batch.type) return followBatch(command, follow);
  const { pointers } = definitionOf(command.type);
  if (pointers.length === 0) return command;
  const payload: Record<string, unknown> = { ...(command.payload as Record<string, unknown>) };
  for (const name of pointers) {
    const pointer = payload[name];
    if (typeof pointer !== 'string') continue;
    const followed = follow(pointer);
    if (followed === null) return null;
    payload[name] = followed;
  }
  return { ...command, payload };
}

function followBatch(command: Command, follow: (pointer: Pointer) => Pointer | null): Command | null {
  const payload = command.payload as { readonly commands: readonly Command[] };
  const commands = payload.commands.map((member) => followCommand(member, follow));
  return commands.includes(null) ? null : { ...command, payload: { ...payload, commands } };
}

/** A private copy of the payload that fits its schema, or the place where it does not. */
function admitPayload(schema: TSchema, given: unknown): { readonly payload: JsonObject } | Rejection {
  let payload: JsonValue;
  try {
    payload = admit(given ?? {}, MAX_DEPTH + ENVELOPE_DEPTH);
  } catch (error) {
    if (error instanceof NotJsonError) return reject('command.invalid', error.reason, error.at);
    throw error;
  }
  if (Value.Check(schema, payload)) return { payload: payload as JsonObject };
  const [first] = Value.Errors(schema, payload);
  return reject(
    'command.invalid',
    `The command's payload ${first?.message ?? 'does not fit'}`,
    first?.instancePath ?? '',
  );
}

/** How deep an operation makes the document, as far as its value does. */
function depthAfter(operation: Operation): number {
  if (operation.op === 'remove' || operation.op === 'move' || typeof operation.value !== 'object') return 0;
  return parsePointer(operation.path).length + depthOf(operation.value);
}

function decideBatch(
  state: DocumentState,
  { commands, summary }: { readonly commands: readonly Command<string, JsonValue>[]; readonly summary?: string },
  context: DecideContext,
): Decision {
  let working = state;
  const patch: Operation[] = [];
  const summaries: string[] = [];
  const recorded: JsonValue[] = [];
  for (const [index, { type, payload }] of commands.entries()) {
    const decision = decideMember(working, type, payload, context);
    if ('rejected' in decision) {
      const { code, detail } = decision.rejected;
      return { rejected: { code: 'batch.rejected', detail: { ...detail, index, code } } };
    }
    if (!('patch' in decision)) continue;
    recorded.push({ type, payload: decision.recorded ?? payload });
    working = { ...working, body: applyStep(working, decision.patch) };
    patch.push(...decision.patch);
    summaries.push(decision.summary);
  }
  if (patch.length === 0) return { unchanged: true };
  const [first = ''] = summaries;
  const kept = { commands: recorded, ...(summary !== undefined && { summary }) };
  return {
    patch,
    recorded: kept,
    summary: summary ?? (summaries.length === 1 ? first : `${first} and ${summaries.length - 1} more`),
  };
}

function decideMember(state: DocumentState, type: string, payload: JsonValue, context: DecideContext): Decision {
  const definition = DEFINITIONS.get(type);
  if (definition === undefined) throw new UnknownCommandError(type);
  if (definition === batch || NOT_IN_A_BATCH.has(type))
    return reject('batch.not_allowed', `"${type}" cannot be part of a batch.`);
  const admitted = admitPayload(definition.payload, payload);
  return 'rejected' in admitted ? admitted : definition.decide(state, admitted.payload as never, context);
}

function applyStep(state: DocumentState, patch: Patch): DocumentState['body'] {
  try {
    return applyToBody(state.body, patch).body;
  } catch (error) {
    if (error instanceof PatchError)
      throw new Error(`A command made a patch that does not fit: ${error.message}`, { cause: error });
    throw error;
  }
}
