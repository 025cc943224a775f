import { useEffect, useEffectEvent, useRef } from 'react';
import { stepsOf, type History } from '#domain/document';
import { isClusterAuthor, type Author, type DocumentEvent } from '#domain/events';
import { isObject, member } from '#domain/json';
import type { DocumentSession } from '../../machines/document-session.ts';
import type { ToastMessage } from '../kit/toast-message.ts';
import { closeToast, showToast } from '../kit/toast.tsx';
import { REJECTION_TOAST, undoAction, UNDOABLE_TOAST } from './dispatch-with-feedback.ts';

const STEP_TOAST = 'history step';

/** Toasts that are closed when the author has changed the document again, or has left it. */
const OVER_AFTER_CHANGE = [STEP_TOAST, REJECTION_TOAST, UNDOABLE_TOAST];

/** What a screen adds to the toast of a step: where it was, and a link to it. */
export type StepDetails = Pick<ToastMessage, 'text' | 'action'>;

export type DescribeStep = (event: DocumentEvent) => StepDetails;

/** Shows a toast for a step of undo or redo, in place of the last one. */
export function showStep(title: string, details: StepDetails = {}): void {
  showToast({ kind: 'info', title, tag: STEP_TOAST, ...details });
}

/** The effect of undo, redo or restore, in words: "Undone: Rename host.ip to host.address". Null for other events. */
function titleOf(event: DocumentEvent, history: History): string | null {
  const { undo, redo } = stepsOf(history, event.author.id);
  if (event.undoes !== undefined && redo?.node.event.id === event.id) return `Undone: ${redo.summary}`;
  if (event.undoes !== undefined && undo?.node.event.id === event.id) return `Redone: ${undo.summary}`;
  if (event.type !== 'history.restored') return null;
  const { payload } = event.command;
  const version = isObject(payload) ? member(payload, 'version') : undefined;
  return typeof version === 'number' ? `Restored version ${version}` : 'Restored an earlier version';
}

/**
 * Shows each step that the author takes here in the history of a document, whatever started it, and that changes were
 * discarded. Closes toasts about changes that are out of date.
 */
export function useStepFeedback(session: DocumentSession, author: Author, describe?: DescribeStep): void {
  const tell = useEffectEvent((event: DocumentEvent) => {
    // A change of the cluster is not one of the author, but the toast about the cluster is out of date.
    if (isClusterAuthor(event.author.id)) closeToast(STEP_TOAST);
    if (event.author.id !== author.id) return;
    OVER_AFTER_CHANGE.forEach(closeToast);
    if (event.type === 'changes.discarded') {
      showToast({
        kind: 'info',
        title: 'Discarded unsent changes',
        ...describe?.(event),
        action: undoAction(session, author, event),
        tag: UNDOABLE_TOAST,
      });
      return;
    }
    const title = titleOf(event, session.getSnapshot().state.history);
    if (title !== null) showStep(title, describe?.(event));
  });
  useEffect(
    () =>
      session.onEvents((events, isOwn) => {
        if (isOwn) events.forEach(tell);
      }),
    [session],
  );
  const open = useRef<DocumentSession | null>(null);
  useEffect(() => {
    open.current = session;
    return () => {
      open.current = null;
      // An effect may rerun at once, as in StrictMode: the document is left only where another one is open then, or
      // none.
      queueMicrotask(() => {
        if (open.current !== session) OVER_AFTER_CHANGE.forEach(closeToast);
      });
    };
  }, [session]);
}
