import { stepsOf } from '#domain/document';
import type { Author } from '#domain/events';
import type { DocumentSession } from '../../machines/document-session.ts';
import { useDocument } from '../platform/use-document.ts';
import { dispatchWithFeedback } from './dispatch-with-feedback.ts';
import { useActions } from './use-actions.tsx';

/** "Undo", and with a step what it takes back: "Undo: Rename host.ip to host.address". */
function titleOf(verb: string, summary: string | undefined): string {
  return summary === undefined ? verb : `${verb}: ${summary}`;
}

/** Offers undo and redo of a document, named after what they would do, and says what they did to screen readers. */
export function useHistoryActions(session: DocumentSession, author: Author): void {
  const { state, readOnly } = useDocument(session);
  const { undo, redo } = stepsOf(state.history, author.id);
  useActions([
    {
      id: 'history.undo',
      title: titleOf('Undo', undo?.summary),
      isEnabled: undo !== null && readOnly === null,
      run: () => dispatchWithFeedback(session, { type: 'history.undo', payload: {} }, titleOf('Undone', undo?.summary)),
    },
    {
      id: 'history.redo',
      title: titleOf('Redo', redo?.summary),
      isEnabled: redo !== null && readOnly === null,
      run: () => dispatchWithFeedback(session, { type: 'history.redo', payload: {} }, titleOf('Redone', redo?.summary)),
    },
  ]);
}
