import { Type } from 'typebox';
import { defineCommand } from '../commands/define-command.ts';
import { exact } from '../json/schemas.ts';
import { deepEqual } from '../json/value.ts';
import { givenPlan, stepInTurn } from './plan-command.ts';
import { LeftWritesSchema } from './plan.ts';

/** Records that an index has writes that its replacement lacks: the plan is not simply done. */
export const planNoteLeftWrites = defineCommand({
  type: 'plan.noteLeftWrites',
  event: 'plan.writesLeft',
  pointers: [],
  payload: exact({ step: Type.Integer({ minimum: 0 }), left: LeftWritesSchema }),
  rejects: ['plan.not_its_turn'],
  isBatchable: false,
  decide(state, { step: index, left }) {
    const plan = givenPlan(state);
    const step = stepInTurn(plan, index, ['running', 'unknown']);
    if ('rejected' in step) return step;
    if (deepEqual(plan.left, left)) return { unchanged: true };
    return {
      patch: [{ op: plan.left === undefined ? 'add' : 'replace', path: '/left', value: left }],
      summary: leftWords(left),
    };
  },
});

function leftWords({ index, writes }: { readonly index: string; readonly writes: number }): string {
  return `${writes === 1 ? '1 write' : `${writes} writes`} left in ${index}`;
}
