import type { DocumentCommand, Rejection } from '#domain/commands';
import { valueAt } from '#domain/json';
import { configurationChanges, readTemplates } from '#domain/mapping';
import type { Editor } from './editor.ts';

/**
 * Makes what was changed in the advanced options or the dynamic templates, whichever is shown, part of the document: one event where it differs,
 * none where it does not. What is not valid stays in the session. The rejections, in their order.
 */
export function saveOptions(editor: Editor): readonly Rejection['rejected'][] {
  const { configuration, templates, tab } = editor.getSession();
  const { body, mappingsAt } = editor.document.getSnapshot().state;
  const rejections: Rejection['rejected'][] = [];
  const save = (command: DocumentCommand, forget: () => void) => {
    const reduced = editor.dispatch(command);
    if ('rejected' in reduced) rejections.push(reduced.rejected);
    else forget();
  };
  if (tab === 'advanced' && Object.keys(configuration.edits).length > 0 && configuration.isValid === true) {
    const { set, unset } = configurationChanges(valueAt(body, mappingsAt), configuration.edits);
    save({ type: 'configuration.save', payload: { set: { ...set }, unset: [...unset] } }, () =>
      editor.dispatch({ type: 'configuration.update', payload: { edits: {} } }),
    );
  }
  const list = tab !== 'templates' || templates.json === null ? null : readTemplates(templates.json);
  if (list !== null) {
    save({ type: 'templates.save', payload: { templates: [...list] } }, () =>
      editor.dispatch({ type: 'templates.update', payload: { json: null } }),
    );
  }
  return rejections;
}
