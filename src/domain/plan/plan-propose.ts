import { defineCommand, reject } from '../commands/define-command.ts';
import { fits } from '../json/check.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { notPossible } from './plan-command.ts';
import { PlanSchema } from './plan.ts';
import { STEP_INPUTS } from './step-kinds.ts';

/** Starts the document of a plan, which waits for approval. */
export const planPropose = defineCommand({
  type: 'plan.propose',
  event: 'plan.proposed',
  pointers: [],
  payload: exact({ plan: PlanSchema }),
  rejects: ['plan.exists', 'plan.not_possible', 'plan.invalid_step'],
  isBatchable: false,
  startsDocument: true,
  decide(state, { plan }) {
    if (state.body !== undefined) return reject('plan.exists', 'This plan already exists.');
    if (plan.state !== 'proposed') return notPossible(plan);
    const wrong = plan.steps.findIndex(
      ({ kind, input, state: at }) => at !== 'pending' || !fits(STEP_INPUTS[kind], input),
    );
    if (wrong !== -1)
      return reject(
        'plan.invalid_step',
        `Step ${wrong + 1} is not one that can be proposed.`,
        joinPointer('', 'steps', String(wrong)),
      );
    return {
      patch: [{ op: 'add', path: '', value: plan }],
      summary: `Propose: ${plan.title}`,
      recorded: { title: plan.title },
    };
  },
});
