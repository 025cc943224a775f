import { Type } from 'typebox';
import { defineCommand } from '../commands/define-command.ts';
import { exact, JsonPartSchema } from '../json/schemas.ts';
import { givenPlan, stateOperations, stepInTurn, stepOperations } from './plan-command.ts';

/** Records that a step was undone, and what was kept if part of it could not be; the last one ends the undo. */
export const planCompleteUndo = defineCommand({
  type: 'plan.completeUndo',
  event: 'plan.stepUndone',
  pointers: [],
  payload: exact({ step: Type.Integer({ minimum: 0 }), at: Type.String(), result: Type.Optional(JsonPartSchema) }),
  rejects: ['plan.not_its_turn'],
  isBatchable: false,
  decide(state, { step: index, at, result }) {
    const plan = givenPlan(state);
    const step = stepInTurn(plan, index, ['undoing']);
    if ('rejected' in step) return step;
    const isLast = plan.steps.every((other) => other === step || other.state === 'pending' || other.state === 'undone');
    return {
      patch: [
        ...stepOperations(index, step, { state: 'undone', endedAt: at, result }),
        ...(isLast && plan.state === 'undoing' ? stateOperations(plan, 'undone') : []),
      ],
      summary: `Undone: ${step.title}`,
    };
  },
});
