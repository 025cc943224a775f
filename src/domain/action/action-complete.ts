import { defineCommand, reject } from '../commands/define-command.ts';
import type { Operation } from '../json/patch.ts';
import type { JsonValue } from '../json/value.ts';
import { ActionEndSchema, actionOf, describeAction, type ActionOutcome } from './action.ts';

const OUTCOME_WORDS: Readonly<Record<ActionOutcome['kind'], string>> = {
  done: 'Done',
  failed: 'Failed',
  unknown: 'Outcome unknown',
};

/** Says what came of an action, with what was sent and what the cluster answered. */
export const actionComplete = defineCommand({
  type: 'action.complete',
  event: 'action.completed',
  pointers: [],
  payload: ActionEndSchema,
  rejects: ['action.ended'],
  isBatchable: false,
  decide(state, end) {
    const action = actionOf(state.body);
    if (action === undefined || action.outcome !== undefined)
      return reject('action.ended', 'This action has already ended.', '/outcome');
    const patch = Object.entries(end).map(([name, value]): Operation => ({
      op: 'add',
      path: `/${name}`,
      value: value as JsonValue,
    }));
    return { patch, summary: `${OUTCOME_WORDS[end.outcome.kind]}: ${describeAction(action)}` };
  },
});
