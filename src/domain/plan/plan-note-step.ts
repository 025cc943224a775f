import { Type } from 'typebox';
import { defineCommand } from '../commands/define-command.ts';
import { exact, JsonPartSchema } from '../json/schemas.ts';
import { givenPlan, stepInTurn, stepOperations } from './plan-command.ts';

/** Keeps what a step goes on with after an interruption: the id of its task, or how far it has copied. */
export const planNoteStep = defineCommand({
  type: 'plan.noteStep',
  event: 'plan.stepNoted',
  pointers: [],
  payload: exact({ step: Type.Integer({ minimum: 0 }), note: JsonPartSchema }),
  rejects: ['plan.not_its_turn'],
  isBatchable: false,
  decide(state, { step: index, note }) {
    const step = stepInTurn(givenPlan(state), index, ['running', 'unknown']);
    if ('rejected' in step) return step;
    return { patch: stepOperations(index, step, { note }), summary: `Note: ${step.title}` };
  },
});
