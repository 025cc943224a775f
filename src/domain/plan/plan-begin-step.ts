import { Type } from 'typebox';
import { defineCommand, reject } from '../commands/define-command.ts';
import { exact, JsonPartSchema } from '../json/schemas.ts';
import { ClusterRequestSchema } from '../ports/cluster-gateway.ts';
import { nextStep } from './plan.ts';
import { givenPlan, notPossible, stepInTurn, stepOperations } from './plan-command.ts';

/** Records a step before it is sent: its exact requests, and the present state of the cluster. */
export const planBeginStep = defineCommand({
  type: 'plan.beginStep',
  event: 'plan.stepBegun',
  pointers: [],
  payload: exact({
    step: Type.Integer({ minimum: 0 }),
    at: Type.String(),
    requests: Type.Array(ClusterRequestSchema),
    before: Type.Optional(JsonPartSchema),
  }),
  rejects: ['plan.not_possible', 'plan.not_its_turn'],
  isBatchable: false,
  decide(state, { step: index, at, requests, before }) {
    const plan = givenPlan(state);
    if (plan.state !== 'running') return notPossible(plan);
    if (nextStep(plan) !== index) return reject('plan.not_its_turn', `Step ${index + 1} is not the one that is due.`);
    const step = stepInTurn(plan, index, ['pending', 'running', 'failed', 'unknown']);
    if ('rejected' in step) return step;
    const patch = stepOperations(index, step, {
      state: 'running',
      startedAt: at,
      endedAt: undefined,
      error: undefined,
      note: undefined,
      requests,
      ...(before !== undefined && { before }),
    });
    return { patch, summary: `Begin: ${step.title}`, recorded: { step: index, at } };
  },
});
