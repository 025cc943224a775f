import { Type } from 'typebox';
import { defineCommand, reject, UNCHANGED } from '../commands/define-command.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { member } from '../json/value.ts';
import { isFinished } from './plan.ts';
import { givenPlan, notPossible, stepInTurn } from './plan-command.ts';
import { DocsPerSecondSchema, throttleWords } from './reindex-options.ts';

/**
 * Changes the throttle of a reindex that was begun; null removes it. It is the step's input from then on, so that a
 * reindex that is sent again has it.
 */
export const planSetThrottle = defineCommand({
  type: 'plan.setThrottle',
  event: 'plan.throttleSet',
  pointers: [],
  payload: exact({
    step: Type.Integer({ minimum: 0 }),
    docsPerSecond: Type.Union([DocsPerSecondSchema, Type.Null()]),
  }),
  rejects: ['plan.not_possible', 'plan.not_its_turn'],
  isBatchable: false,
  decide(state, { step: index, docsPerSecond }) {
    const plan = givenPlan(state);
    if (isFinished(plan)) return notPossible(plan);
    const step = stepInTurn(plan, index, ['running', 'unknown', 'failed']);
    if ('rejected' in step) return step;
    if (step.kind !== 'reindex') return reject('plan.not_its_turn', `Step ${index + 1} is not a reindex.`);
    const before = member(step.input, 'docsPerSecond') ?? null;
    if (before === docsPerSecond) return UNCHANGED;
    const path = joinPointer('', 'steps', String(index), 'input', 'docsPerSecond');
    return {
      patch: [
        docsPerSecond === null
          ? { op: 'remove', path }
          : { op: before === null ? 'add' : 'replace', path, value: docsPerSecond },
      ],
      summary: `Set throttle of ${step.title}: ${throttleWords(docsPerSecond)}`,
    };
  },
});
