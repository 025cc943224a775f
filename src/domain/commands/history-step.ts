import type { Step } from '../state/history-fold.ts';
import { whoOf } from '../history/authorship.ts';
import { planUndo } from '../history/plan-undo.ts';
import type { DocumentState } from '../state/state.ts';
import type { DecideContext, Decision } from './define-command.ts';

/** Takes a step of undo or redo: the inverse of its event, where what it touches is still as the event left it. */
export function decideStep(
  state: DocumentState,
  { node, summary }: Step,
  verb: 'Undo' | 'Redo',
  { rules }: Pick<DecideContext, 'rules'>,
): Decision<'history.superseded'> {
  const plan = planUndo(state, node, rules);
  if ('patch' in plan) return { patch: plan.patch, summary: `${verb}: ${summary}`, undoes: node.event.id };
  const { at, by } = plan.conflict;
  const since = by === undefined ? 'it has been changed since' : `${whoOf(by)} has changed it since (${by.summary})`;
  return {
    rejected: {
      code: 'history.superseded',
      detail: {
        message: `Cannot ${verb.toLowerCase()} "${summary}": ${since}.`,
        at,
        ...(by && { by: { eventId: by.id, author: by.author, summary: by.summary } }),
      },
    },
  };
}
