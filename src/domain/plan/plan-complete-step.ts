import { Type } from 'typebox';
import { defineCommand } from '../commands/define-command.ts';
import { exact, JsonPartSchema } from '../json/schemas.ts';
import { givenPlan, stateOperations, stepInTurn, stepOperations } from './plan-command.ts';

/** Records that a step is done, and its result; the last one completes the plan. */
export const planCompleteStep = defineCommand({
  type: 'plan.completeStep',
  event: 'plan.stepDone',
  pointers: [],
  payload: exact({ step: Type.Integer({ minimum: 0 }), at: Type.String(), result: Type.Optional(JsonPartSchema) }),
  rejects: ['plan.not_its_turn'],
  isBatchable: false,
  decide(state, { step: index, at, result }) {
    const plan = givenPlan(state);
    const step = stepInTurn(plan, index, ['running', 'unknown']);
    if ('rejected' in step) return step;
    const isLast = index === plan.steps.length - 1 && plan.state === 'running';
    const patch = [
      ...stepOperations(index, step, { state: 'done', endedAt: at, error: undefined, result }),
      ...(isLast ? stateOperations(plan, 'done') : []),
    ];
    return { patch, summary: `Done: ${step.title}`, recorded: { step: index, at } };
  },
});
