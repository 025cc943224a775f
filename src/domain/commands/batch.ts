import { Type } from 'typebox';
import { applyToBody } from '../document/model.ts';
import { PatchError, type Operation, type Patch } from '../json/patch.ts';
import { JsonSchema, exact } from '../json/schemas.ts';
import type { JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import {
  defineCommand,
  onlyReports,
  reject,
  UNCHANGED,
  type Command,
  type CommandOf,
  type DecideContext,
  type Decision,
} from './define-command.ts';
import { takesReadingsOfPeople } from '../events/rules.ts';
import { SINGLE_COMMANDS } from './list.ts';
import { readPayload } from './payload.ts';
import { commandRegistry, definitionIn } from './registry.ts';

const MEMBERS = commandRegistry(SINGLE_COMMANDS);

/** Does several commands as one: all of them, one after another, or none. */
export const batch = defineCommand({
  type: 'batch',
  event: 'batch.applied',
  pointers: [],
  payload: exact({
    commands: Type.Array(exact({ type: Type.String(), payload: JsonSchema }), { minItems: 1 }),
    summary: Type.Optional(Type.String()),
  }),
  rejects: ['batch.rejected'],
  isBatchable: false,
  decide(state, { commands, summary }, context) {
    let working = state;
    const patch: Operation[] = [];
    const summaries: string[] = [];
    const recorded: JsonValue[] = [];
    for (const [index, member] of commands.entries()) {
      const decision = decideMember(working, member, context);
      if ('rejected' in decision) {
        const { code, detail } = decision.rejected;
        return { rejected: { code: 'batch.rejected', detail: { ...detail, index, code } } };
      }
      if (!('patch' in decision)) continue;
      recorded.push({ type: member.type, payload: decision.recorded ?? member.payload });
      working = { ...working, body: applyStep(working, decision.patch) };
      patch.push(...decision.patch);
      summaries.push(decision.summary);
    }
    if (patch.length === 0) return UNCHANGED;
    const [first = ''] = summaries;
    const kept = { commands: recorded, ...(summary !== undefined && { summary }) };
    return {
      patch,
      recorded: kept,
      summary: summary ?? (summaries.length === 1 ? first : `${first} and ${summaries.length - 1} more`),
    };
  },
});

/** Whether a command is a batch. Its payload is taken to be one of a batch. */
export function isBatch(command: Command): command is CommandOf<typeof batch> {
  return command.type === batch.type;
}

function decideMember(
  state: DocumentState,
  { type, payload }: Command<string, JsonValue>,
  context: DecideContext,
): Decision {
  const definition = type === batch.type ? null : definitionIn(MEMBERS, type);
  const isOfCluster = definition !== null && !takesReadingsOfPeople(context.rules) && onlyReports(definition);
  if (definition?.isBatchable !== true || isOfCluster)
    return reject('batch.not_allowed', `"${type}" cannot be part of a batch.`);
  const admitted = readPayload(definition.payload, payload);
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
