import { stepsOf } from '#domain/document';
import type { Author } from '#domain/events';
import type { DocumentSession } from '../../machines/document-session.ts';
import { useDocument } from '../platform/use-document.ts';
import { explained } from './dispatch-with-feedback.ts';
import { useActions } from './use-actions.tsx';
import { useStepFeedback, type DescribeStep } from './use-step-feedback.ts';

/** "Undo", and with a step its summary: "Undo: Rename host.ip to host.address". */
function titleOf(verb: string, summary: string | undefined): string {
  return summary === undefined ? verb : `${verb}: ${summary}`;
}

/**
 * Offers undo and redo of a document, with their steps as titles, and shows the result; `describe` returns its place.
 */
export function useHistoryActions(session: DocumentSession, author: Author, describe?: DescribeStep): void {
  const { state, readOnly } = useDocument(session);
  const { undo, redo } = stepsOf(state.history, author.id);
  useStepFeedback(session, author, describe);
  const take = (type: 'history.undo' | 'history.redo') => {
    explained(session.dispatch({ type, payload: {} }));
  };
  useActions([
    {
      id: 'history.undo',
      title: titleOf('Undo', undo?.summary),
      isEnabled: undo !== null && readOnly === null,
      run: () => take('history.undo'),
    },
    {
      id: 'history.redo',
      title: titleOf('Redo', redo?.summary),
      isEnabled: redo !== null && readOnly === null,
      run: () => take('history.redo'),
    },
  ]);
}
