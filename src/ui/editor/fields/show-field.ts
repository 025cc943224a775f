import type { FieldId } from '#domain/mapping';
import type { OpenEditor } from './editor-context.tsx';
import { showTab } from './editor-tab.ts';

/** Opens the form of a field beside the tree, from another tab. */
export function showField({ editor, json }: OpenEditor, field: FieldId): void {
  showTab(editor, 'fields');
  if (editor.getSession().tab !== 'fields') return;
  json.show('default');
  if (editor.getSession().documentFields.status === 'creatingField')
    editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
  editor.dispatch({ type: 'documentField.editField', payload: { field } });
}
