import { useMemo } from 'react';
import { capitalized, unappliedLabel } from '../editor/fields/unapplied-labels.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import type { UnappliedForm } from '#domain/ports';
import type { Pointer } from '#domain/json';
import type { Editor } from '../../machines/editor.ts';
import { showStepOf } from '../../machines/restore-unapplied.ts';
import { unappliedIn } from '../../machines/unapplied-content.ts';
import { showTab } from '../editor/fields/editor-tab.ts';
import type { JsonView } from '../editor/fields/json-view.ts';
import type { MenuEntry } from '../kit/menu.tsx';

/** What was typed and is not part of the document, each with the way to its form. */
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

/** Shows the form that has the content; what no form takes is shown above the editor anyway. */
function showForm(
  editor: Editor,
  json: JsonView,
  { form, field }: { readonly form: UnappliedForm; readonly field: Pointer | null },
): void {
  const { history } = editor.getSession();
  if (history.version !== null) editor.dispatch({ type: 'version.show', payload: { version: null } });
  showStepOf(editor, form);
  switch (form) {
    case 'field':
    case 'newField': {
      showTab(editor, 'fields');
      json.show('default');
      if (editor.getSession().documentFields.status !== 'idle')
        editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
      if (form === 'newField') editor.dispatch({ type: 'documentField.createField', payload: { parent: field } });
      else if (field !== null) editor.dispatch({ type: 'documentField.editField', payload: { field } });
      return;
    }
    case 'runtimeField':
      showTab(editor, 'runtime');
      editor.dispatch({ type: 'runtimeFieldsList.closeRuntimeFieldEditor', payload: {} });
      editor.dispatch(
        field === null
          ? { type: 'runtimeFieldsList.createField', payload: {} }
          : { type: 'runtimeFieldsList.editField', payload: { field } },
      );
      return;
    case 'configuration':
      return showTab(editor, 'advanced');
    case 'templates':
      return showTab(editor, 'templates');
    case 'json':
      showTab(editor, 'fields');
      return json.show('json');
    default:
  }
}
