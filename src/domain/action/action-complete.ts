import { defineCommand, reject } from '../commands/define-command.ts';
import type { Operation } from '../json/patch.ts';
import { ActionEndSchema, actionOf, describeAction, type ActionOutcome } from './action.ts';

const OUTCOME_WORDS: Readonly<Record<ActionOutcome['kind'], string>> = {
  done: 'Done',
  failed: 'Failed',
  unknown: 'Outcome unknown',
};

/** Records the outcome of an action, with the requests and the cluster's responses. */
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
      value,
    }));
    const { kind } = end.outcome;
    const summary =
      kind === 'done' && action.doneTitle !== undefined
        ? action.doneTitle
        : `${OUTCOME_WORDS[kind]}: ${describeAction(action)}`;
    return { patch, summary };
  },
});
