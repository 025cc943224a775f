import { Type } from 'typebox';
import { defineCommand } from '../commands/define-command.ts';
import { ErrorBodySchema } from '../console/error-body.ts';
import { exact } from '../json/schemas.ts';
import { nextStep } from './plan.ts';
import { givenPlan, stateOperations, stepInTurn, stepOperations } from './plan-command.ts';

/** Records why a step failed: the plan stops at it. `unknown`: it may still have been done. */
export const planFailStep = defineCommand({
  type: 'plan.failStep',
  event: 'plan.stepFailed',
  pointers: [],
  payload: exact({
    step: Type.Integer({ minimum: 0 }),
    at: Type.String(),
    outcome: Type.Union([Type.Literal('failed'), Type.Literal('unknown')]),
    error: ErrorBodySchema,
  }),
  rejects: ['plan.not_its_turn'],
  isBatchable: false,
  decide(state, { step: index, at, outcome, error }) {
    const plan = givenPlan(state);
    // A step may fail before it has begun: what it needs is not there.
    const isDue = nextStep(plan) === index;
    const step = stepInTurn(plan, index, isDue ? ['pending', 'running', 'failed', 'unknown'] : []);
    if ('rejected' in step) return step;
    const patch = [
      ...stepOperations(index, step, {
        state: step.state === 'pending' ? 'pending' : outcome,
        endedAt: at,
        error,
      }),
      ...(plan.state === 'running' ? stateOperations(plan, 'stopped') : []),
    ];
    return { patch, summary: `Stopped: ${step.title}` };
  },
});
