import { stepsOf } from '../state/history-fold.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand, reject } from './define-command.ts';
import { decideStep } from './history-step.ts';

/** Takes back the author's last change that still stands. */
export const historyUndo = defineCommand({
  type: 'history.undo',
  event: 'history.undone',
  pointers: [],
  payload: exact({}),
  rejects: ['history.nothing_to_undo', 'history.superseded'],
  isBatchable: false,
  decide(state, _payload, { author, rules }) {
    const { undo } = stepsOf(state.history, author.id);
    return undo === null
      ? reject('history.nothing_to_undo', 'Nothing to undo.')
      : decideStep(state, undo, 'Undo', { rules });
  },
});
