import { useEffect, useRef } from 'react';
import { parseFieldId, rebasePointer, type FieldId } from '../../domain/index.ts';
import { showToast } from '../kit/toast.tsx';
import { useOpenEditor } from './editor-context.tsx';
import { shownName } from './field-words.ts';

/** Says so when the field in the open form was removed by somebody else, or by an undo. */
export function useGoneNotice(fieldToEdit: FieldId | null): void {
  const { editor } = useOpenEditor();
  const known = useRef<FieldId | null>(fieldToEdit);
  useEffect(() => {
    known.current = fieldToEdit;
  });
  useEffect(
    () =>
      editor.document.onEvents((events) => {
        for (const { patch, type, summary } of events) {
          const before = known.current;
          if (before === null) return;
          const now = rebasePointer(before, patch);
          known.current = now;
          if (now !== null || type === 'field.removed') continue;
          const name = parseFieldId(before, editor.document.getSnapshot().state.mappingsAt)?.name ?? before;
          showToast({ kind: 'warning', title: `'${shownName(name)}' was removed while it was open`, text: `${summary}. What you had entered was not saved.` });
        }
      }),
    [editor],
  );
}
