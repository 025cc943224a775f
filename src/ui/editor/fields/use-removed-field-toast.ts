import { useEffect, useRef } from 'react';
import type { DocumentEvent } from '#domain/events';
import { whoOf } from '#domain/history';
import { rebasePointer, valueAt } from '#domain/json';
import { parseFieldId, type FieldId } from '#domain/mapping';
import { openContentOf } from '../../../machines/session-state.ts';
import { closeToast, showToast } from '../../kit/toast.tsx';
import { useOpenEditor, useSession } from './editor-context.tsx';
import { REMOVED_FIELD_TOAST } from './editor-toasts.ts';
import { shownName } from '../../files/shown-name.ts';

/** Shows a notification when the field in the open form was removed by another author, in another tab or by an undo. */
export function useRemovedFieldToast(fieldToEdit: FieldId | null): void {
  const { editor } = useOpenEditor();
  const known = useRef<FieldId | null>(fieldToEdit);
  const isChanged = useRef(false);
  const removed = useRef<FieldId | null>(null);
  const isTypedIn = openContentOf(useSession()) !== null;
  useEffect(() => {
    known.current = fieldToEdit;
    isChanged.current = isTypedIn;
  });
  useEffect(
    () =>
      editor.document.onEvents((events, isOwn, follow) => {
        const { body, mappingsAt } = editor.document.getSnapshot().state;
        if (removed.current !== null && valueAt(body, removed.current) !== undefined) closeToast(REMOVED_FIELD_TOAST);
        const before = known.current;
        const wasChanged = isChanged.current;
        if (before === null) return;
        known.current = follow(before);
        const cause = causeOf(events, before);
        // A user who removes a field from its own form needs no notification.
        if (known.current !== null || (isOwn && cause?.type === 'field.removed')) return;
        removed.current = before;
        const name = parseFieldId(before, mappingsAt)?.name ?? before;
        const text = [
          ...(cause === undefined ? [] : [`${cause.summary}, by ${whoOf(cause)}.`]),
          ...(wasChanged ? ['What you entered is kept to be copied.'] : []),
        ].join(' ');
        showToast({
          kind: 'warning',
          title: `'${shownName(name)}' was removed while it was open`,
          text,
          tag: REMOVED_FIELD_TOAST,
        });
      }),
    [editor],
  );
}

/** The event that removed the field, only for the message; `follow` gives its new place. */
function causeOf(events: readonly DocumentEvent[], field: FieldId): DocumentEvent | undefined {
  return events.find(({ patch }) => rebasePointer(field, patch) === null) ?? events.at(-1);
}
