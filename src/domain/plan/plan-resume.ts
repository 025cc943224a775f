import { defineCommand } from '../commands/define-command.ts';
import { exact } from '../json/schemas.ts';
import { givenPlan, notPossible, stateOperations } from './plan-command.ts';

/** Goes on with a plan at the step that is due; what that step came to is looked up first. */
export const planResume = defineCommand({
  type: 'plan.resume',
  event: 'plan.resumed',
  pointers: [],
  payload: exact({}),
  rejects: ['plan.not_possible'],
  isBatchable: false,
  decide(state) {
    const plan = givenPlan(state);
    if (plan.state !== 'paused' && plan.state !== 'stopped') return notPossible(plan);
    return { patch: stateOperations(plan, 'running'), summary: 'Resume' };
  },
});
