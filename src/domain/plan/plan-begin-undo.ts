import { Type } from 'typebox';
import { defineCommand, reject } from '../commands/define-command.ts';
import { exact } from '../json/schemas.ts';
import { nextUndo } from './plan.ts';
import { givenPlan, notPossible, stepInTurn, stepOperations } from './plan-command.ts';

/** Records the undo of a step before its requests are sent. */
export const planBeginUndo = defineCommand({
  type: 'plan.beginUndo',
  event: 'plan.stepUndoBegun',
  pointers: [],
  payload: exact({ step: Type.Integer({ minimum: 0 }), at: Type.String() }),
  rejects: ['plan.not_possible', 'plan.not_its_turn'],
  isBatchable: false,
  decide(state, { step: index, at }) {
    const plan = givenPlan(state);
    if (plan.state !== 'undoing') return notPossible(plan);
    if (nextUndo(plan) !== index) return reject('plan.not_its_turn', `Step ${index + 1} is not the one that is due.`);
    const step = stepInTurn(plan, index, ['running', 'done', 'failed', 'unknown', 'undoing']);
    if ('rejected' in step) return step;
    return {
      patch: stepOperations(index, step, {
        state: 'undoing',
        startedAt: at,
        endedAt: undefined,
        error: undefined,
        // How far it was tells what there is to undo, after an interruption too.
        ...(step.state !== 'undoing' && { note: { ...step.note, was: step.state } }),
      }),
      summary: `Begin to undo: ${step.title}`,
    };
  },
});
