import { defineCommand } from '../commands/define-command.ts';
import { exact } from '../json/schemas.ts';
import { givenPlan, notPossible, stateOperations } from './plan-command.ts';

/** Lets a plan begin. */
export const planApprove = defineCommand({
  type: 'plan.approve',
  event: 'plan.approved',
  pointers: [],
  payload: exact({}),
  rejects: ['plan.not_possible'],
  isBatchable: false,
  decide(state) {
    const plan = givenPlan(state);
    if (plan.state !== 'proposed') return notPossible(plan);
    return { patch: stateOperations(plan, 'running'), summary: 'Approve' };
  },
});
