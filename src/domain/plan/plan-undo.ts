import { defineCommand } from '../commands/define-command.ts';
import { exact } from '../json/schemas.ts';
import { canUndo } from './plan.ts';
import { givenPlan, notPossible, stateOperations } from './plan-command.ts';

/** Begins to undo a plan, the last step first, as far as that is possible. */
export const planUndo = defineCommand({
  type: 'plan.undo',
  event: 'plan.undoBegun',
  pointers: [],
  payload: exact({}),
  rejects: ['plan.not_possible'],
  isBatchable: false,
  decide(state) {
    const plan = givenPlan(state);
    if (!canUndo(plan)) return notPossible(plan);
    return { patch: stateOperations(plan, 'undoing'), summary: 'Undo' };
  },
});
