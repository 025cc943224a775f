import { Type } from 'typebox';
import { defineCommand } from '../commands/define-command.ts';
import { exact } from '../json/schemas.ts';
import { givenPlan, notPossible, stateOperations } from './plan-command.ts';

/** Pauses a plan whose server or credentials are gone, with the reason. */
export const planPause = defineCommand({
  type: 'plan.pause',
  event: 'plan.paused',
  pointers: [],
  payload: exact({ reason: Type.String() }),
  rejects: ['plan.not_possible'],
  isBatchable: false,
  decide(state, { reason }) {
    const plan = givenPlan(state);
    if (plan.state !== 'running' && plan.state !== 'undoing') return notPossible(plan);
    return {
      patch: stateOperations(plan, plan.state === 'running' ? 'paused' : 'undo_stopped', reason),
      summary: 'Pause',
    };
  },
});
