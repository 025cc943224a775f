import { stepsOf } from '../state/history-fold.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand, reject } from './define-command.ts';
import { decideStep } from './history-step.ts';

/** Takes back the author's last undo. */
export const historyRedo = defineCommand({
  type: 'history.redo',
  event: 'history.redone',
  pointers: [],
  payload: exact({}),
  rejects: ['history.nothing_to_redo', 'history.superseded'],
  isBatchable: false,
  decide(state, _payload, { author, rules }) {
    const { redo } = stepsOf(state.history, author.id);
    return redo === null
      ? reject('history.nothing_to_redo', 'Nothing to redo.')
      : decideStep(state, redo, 'Redo', { rules });
  },
});
