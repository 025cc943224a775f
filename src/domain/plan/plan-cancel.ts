import { defineCommand } from '../commands/define-command.ts';
import { exact } from '../json/schemas.ts';
import { givenPlan, notPossible, stateOperations } from './plan-command.ts';

/** Cancels a plan: no further step begins. Completed steps stay until they are undone. */
export const planCancel = defineCommand({
  type: 'plan.cancel',
  event: 'plan.cancelled',
  pointers: [],
  payload: exact({}),
  rejects: ['plan.not_possible'],
  isBatchable: false,
  decide(state) {
    const plan = givenPlan(state);
    if (!['proposed', 'running', 'paused', 'stopped'].includes(plan.state)) return notPossible(plan);
    return { patch: stateOperations(plan, 'cancelled'), summary: 'Cancel' };
  },
});
