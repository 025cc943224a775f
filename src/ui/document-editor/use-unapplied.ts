import { useMemo } from 'react';
import { capitalized } from '#domain/console';
import { unappliedLabel } from '../editor/fields/unapplied-labels.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { unappliedIn } from '../../machines/unapplied-content.ts';
import type { MenuEntry } from '../kit/menu.tsx';
import { showForm } from './show-form.ts';

/** The typed content that is not part of the document, each with a link to its form. */
export function useUnapplied(): readonly MenuEntry[] {
  const { editor, json } = useOpenEditor();
  const { mappingsAt } = useEditorDocument().state;
  const session = useSession();
  return useMemo(
    () =>
      unappliedIn(session).map((content, index) => ({
        id: String(index),
        label: capitalized(unappliedLabel(content, mappingsAt)),
        onAction: () => showForm(editor, json, content),
      })),
    [editor, json, mappingsAt, session],
  );
}
