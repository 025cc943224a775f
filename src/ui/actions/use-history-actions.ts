import { stepsOf, type Author, type Reduced } from '../../domain/index.ts';
import type { DocumentSession } from '../../machines/document-session.ts';
import { useDocument } from '../hooks/use-document.ts';
import { announce } from '../kit/announcer.tsx';
import { showToast } from '../kit/toast.tsx';
import { useActions } from './use-actions.tsx';

/** "Undo", and with a step what it takes back: "Undo: Rename host.ip to host.address". */
function titleOf(verb: string, summary: string | undefined): string {
  return summary === undefined ? verb : `${verb}: ${summary}`;
}

function tell(reduced: Reduced, done: string): void {
  if ('event' in reduced) announce(done);
  else if ('rejected' in reduced) showToast({ kind: 'warning', title: reduced.rejected.detail.message, text: 'Nothing was changed.' });
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
      run: () => tell(session.dispatch({ type: 'history.undo', payload: {} }), titleOf('Undone', undo?.summary)),
    },
    {
      id: 'history.redo',
      title: titleOf('Redo', redo?.summary),
      isEnabled: redo !== null && readOnly === null,
      run: () => tell(session.dispatch({ type: 'history.redo', payload: {} }), titleOf('Redone', redo?.summary)),
    },
  ]);
}
