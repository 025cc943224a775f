import type { TypedContent } from '#domain/ports';
import type { Editor } from '../../machines/editor.ts';
import { findKind, stepOfForm } from '../../machines/forms/registry.ts';
import { changeStep, showTab } from '../editor/fields/editor-tab.ts';
import type { JsonView } from '../editor/fields/json-view.ts';

/** Shows the form that has the content; content without a form is shown above the editor anyway. */
export function showForm(editor: Editor, json: JsonView, { form, field }: Pick<TypedContent, 'form' | 'field'>): void {
  const { history } = editor.getSession();
  if (history.version !== null) editor.dispatch({ type: 'version.show', payload: { version: null } });
  if (editor.getSession().firstStep !== null && !changeStep(editor, stepOfForm(form))) return;
  const kind = findKind(form);
  if (kind?.place.tab === undefined) return;
  showTab(editor, kind.place.tab);
  if (kind.place.view !== undefined) json.show(kind.place.view);
  if (kind.opens === undefined) return;
  const { documentFields } = editor.getSession();
  if (kind.place.tab === 'runtime') editor.dispatch({ type: 'runtimeFieldsList.closeRuntimeFieldEditor', payload: {} });
  else if (documentFields.status !== 'idle')
    editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
  editor.dispatch(kind.opens(field));
}
