import type { Command, DocumentCommand, Reduced } from '#domain/commands';
import { stepsOf } from '#domain/document';
import type { Author, DocumentEvent } from '#domain/events';
import type { DocumentSession } from '../../machines/document-session.ts';
import { announce } from '../kit/announcer.tsx';
import type { ToastMessage } from '../kit/toast-message.ts';
import { showToast } from '../kit/toast.tsx';

/** Shows that a command was rejected; closed with the next one that is accepted. */
export const REJECTION_TOAST = 'rejection';
/** Offers to undo the last change; closed with the next one. */
export const UNDOABLE_TOAST = 'undoable change';

/** Shows in a toast why a command was rejected. */
export function showRejection({ rejected }: Extract<Reduced, { readonly rejected: unknown }>): void {
  showToast({ kind: 'danger', title: 'Nothing was changed', text: rejected.detail.message, tag: REJECTION_TOAST });
}

/** Shows in a toast why a command was rejected, if it was. */
export function explained(reduced: Reduced): Reduced {
  if ('rejected' in reduced) showRejection(reduced);
  return reduced;
}

/**
 * Dispatches a command where nobody waits for the result, as from a toast or a key: announces what was done to screen
 * readers, and shows a rejection to everybody.
 */
export function dispatchWithFeedback(
  document: Pick<DocumentSession, 'dispatch'>,
  command: DocumentCommand | Command,
  done: string,
): Reduced {
  const reduced = explained(document.dispatch(command));
  if ('event' in reduced) announce(done);
  return reduced;
}

/** The button of a toast that undoes the change in the toast, and no later one. */
export function undoAction(
  document: DocumentSession,
  author: Author,
  { id, summary }: DocumentEvent,
): NonNullable<ToastMessage['action']> {
  return {
    label: 'Undo',
    onAction: () => {
      const { history } = document.getSnapshot().state;
      const last = stepsOf(history, author.id).undo;
      if (last !== null && last.node.event.id !== id) {
        showToast({
          kind: 'warning',
          title: 'Nothing was changed',
          text: `“${summary}” is no longer your last change. Undo your changes step by step, or restore an earlier version from the history.`,
        });
        return;
      }
      explained(document.dispatch({ type: 'history.undo', payload: {} }));
    },
  };
}
