import { useEffect, useEffectEvent, useRef } from 'react';
import { stepsOf, type History } from '#domain/document';
import { isClusterAuthor, type Author, type DocumentEvent } from '#domain/events';
import { isObject, member } from '#domain/json';
import type { DocumentSession } from '../../machines/document-session.ts';
import type { ToastMessage } from '../kit/toast-message.ts';
import { closeToast, showToast } from '../kit/toast.tsx';
import { REJECTION_TOAST, undoAction, UNDOABLE_TOAST } from './dispatch-with-feedback.ts';

const STEP_TOAST = 'history step';

/** What is over when the author has changed the document again, or has left it. */
const OVER_AFTER_CHANGE = [STEP_TOAST, REJECTION_TOAST, UNDOABLE_TOAST];

/** What a screen adds to what is told of a step: where it was, and the way there. */
export type StepDetails = Pick<ToastMessage, 'text' | 'action'>;

export type DescribeStep = (event: DocumentEvent) => StepDetails;

/** Tells of a step of undo or redo, in place of what was told of the one before. */
export function showStep(title: string, details: StepDetails = {}): void {
  showToast({ kind: 'info', title, tag: STEP_TOAST, ...details });
}

/** What an event of undo, redo or restore did, in words: "Undone: Rename host.ip to host.address". Null for other events. */
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
 * Tells of each step that the author takes here in the history of a document, however it was asked for, and that changes were discarded. Takes away
 * what is told of changes when it is over.
 */
export function useStepFeedback(session: DocumentSession, author: Author, describe?: DescribeStep): void {
  const tell = useEffectEvent((event: DocumentEvent) => {
    // What a cluster did is none of the author's changes, but what was told of the cluster is over.
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
      // An effect may be run again at once, as in StrictMode: the document is left only where another one is open then, or none.
      queueMicrotask(() => {
        if (open.current !== session) OVER_AFTER_CHANGE.forEach(closeToast);
      });
    };
  }, [session]);
}
