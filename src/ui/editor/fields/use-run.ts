import { useCallback } from 'react';
import type { DocumentCommand, RejectionDetail } from '#domain/commands';
import type { PendingEdit } from '../../../machines/session-state.ts';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import { useOpenEditor } from './editor-context.tsx';

/** The outcome of a command, for its sender. */
export type Outcome = 'done' | 'unchanged' | { readonly code: string; readonly detail: RejectionDetail };

/** Sends a command of the document; the caller has to show a rejection. */
export function useSend(): (command: DocumentCommand) => Outcome {
  const { editor } = useOpenEditor();
  return useCallback(
    (command) => {
      const reduced = editor.dispatch(command);
      if ('rejected' in reduced) return reduced.rejected;
      return 'event' in reduced ? 'done' : 'unchanged';
    },
    [editor],
  );
}

/** Sends a command of the document, and shows a notification where it was rejected. Returns whether it was accepted. */
export function useRun(): (command: DocumentCommand) => boolean {
  const { editor } = useOpenEditor();
  return useCallback((command) => !('rejected' in explained(editor.dispatch(command))), [editor]);
}

type EditPayload = Extract<DocumentCommand, { readonly type: 'field.edit' }>['payload'];

/** The payload of a `field.edit`, from the pending edit of the session. */
export function editPayload({ payload: { field, name, set, unset } }: PendingEdit): EditPayload {
  return {
    field,
    ...(name !== undefined && { name }),
    ...(set !== undefined && { set: { ...set } }),
    ...(unset !== undefined && { unset: [...unset] }),
  };
}
