import { useCallback } from 'react';
import type { DocumentCommand, RejectionDetail } from '#domain/commands';
import type { PendingEdit } from '../../../machines/session-state.ts';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import { useOpenEditor } from './editor-context.tsx';

/** What became of a command, for who sent it. */
export type Outcome = 'done' | 'unchanged' | { readonly code: string; readonly detail: RejectionDetail };

/** Sends a command of the document; what is rejected is for the caller to show. */
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

/** Sends a command of the document, and says at the edge of the screen why it was rejected. Returns whether it was not. */
export function useRun(): (command: DocumentCommand) => boolean {
  const { editor } = useOpenEditor();
  return useCallback((command) => !('rejected' in explained(editor.dispatch(command))), [editor]);
}

type EditPayload = Extract<DocumentCommand, { readonly type: 'field.edit' }>['payload'];

/** The payload of a `field.edit`, from what the session keeps of it. */
export function editPayload({ payload: { field, name, set, unset } }: PendingEdit): EditPayload {
  return {
    field,
    ...(name !== undefined && { name }),
    ...(set !== undefined && { set: { ...set } }),
    ...(unset !== undefined && { unset: [...unset] }),
  };
}
