import { Type } from 'typebox';
import { defineCommand } from '../commands/define-command.ts';
import { ErrorBodySchema } from '../console/error-body.ts';
import { exact } from '../json/schemas.ts';
import { givenPlan, notPossible, stateOperations, stepInTurn, stepOperations } from './plan-command.ts';

/** Records why a step was not undone: the steps before it stay as they are. */
export const planStopUndo = defineCommand({
  type: 'plan.stopUndo',
  event: 'plan.undoStopped',
  pointers: [],
  payload: exact({ step: Type.Integer({ minimum: 0 }), at: Type.String(), error: ErrorBodySchema }),
  rejects: ['plan.not_possible', 'plan.not_its_turn'],
  isBatchable: false,
  decide(state, { step: index, at, error }) {
    const plan = givenPlan(state);
    if (plan.state !== 'undoing') return notPossible(plan);
    const step = stepInTurn(plan, index, ['undoing']);
    if ('rejected' in step) return step;
    return {
      patch: [...stepOperations(index, step, { endedAt: at, error }), ...stateOperations(plan, 'undo_stopped')],
      summary: `Not undone: ${step.title}`,
    };
  },
});
