import { defineCommand, reject, UNCHANGED } from '../commands/define-command.ts';
import { exact } from '../json/schemas.ts';
import { actionOf, describeAction, SettlementSchema, stateOfAction, type Settlement } from './action.ts';

const FOUND_WORDS: Readonly<Record<Settlement['found'], string>> = {
  done: 'Found done',
  failed: 'Found not done',
  unknown: 'Outcome can’t be found out',
};

/**
 * Records a finding on the cluster about an action without a response. A known outcome stays; an unknown one may be
 * found later.
 */
export const actionSettle = defineCommand({
  type: 'action.settle',
  event: 'action.settled',
  pointers: [],
  payload: exact({ settled: SettlementSchema }),
  rejects: ['action.known'],
  isBatchable: false,
  decide(state, { settled }) {
    const action = actionOf(state.body);
    if (action === undefined || ['done', 'failed'].includes(stateOfAction(action)))
      return reject('action.known', 'The outcome of this action is already known.', '/outcome');
    const before = action.settled;
    if (before?.found === settled.found && before.note === settled.note) return UNCHANGED;
    return {
      patch: [{ op: before === undefined ? 'add' : 'replace', path: '/settled', value: { ...settled } }],
      summary: `${FOUND_WORDS[settled.found]}: ${describeAction(action)}`,
    };
  },
});
