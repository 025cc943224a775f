import type { DocumentCommand, Rejection } from '#domain/commands';
import { valueAt } from '#domain/json';
import { configurationChanges, readTemplates } from '#domain/mapping';
import type { Editor } from './editor.ts';
import { contentOf, validityOf } from './session-state.ts';

/**
 * Applies the changes of the advanced options or of the dynamic templates, whichever are shown, to the document: one
 * event where it differs, none where it does not. Invalid content stays in the session. Returns the rejections, in
 * order.
 */
export function saveOptions(editor: Editor): readonly Rejection['rejected'][] {
  const session = editor.getSession();
  const { tab } = session;
  const edits = contentOf(session, 'configuration');
  const templates = contentOf(session, 'templates');
  const { body, mappingsAt } = editor.document.getSnapshot().state;
  const rejections: Rejection['rejected'][] = [];
  const save = (command: DocumentCommand, forget: () => void) => {
    const reduced = editor.dispatch(command);
    if ('rejected' in reduced) rejections.push(reduced.rejected);
    else forget();
  };
  if (tab === 'advanced' && edits !== null && validityOf(session, 'configuration') === true) {
    const { set, unset } = configurationChanges(valueAt(body, mappingsAt), edits);
    save({ type: 'configuration.save', payload: { set: { ...set }, unset: [...unset] } }, () =>
      editor.dispatch({ type: 'configuration.update', payload: { edits: {} } }),
    );
  }
  const list = tab !== 'templates' || templates === null ? null : readTemplates(templates.json);
  if (list !== null) {
    save({ type: 'templates.save', payload: { templates: [...list] } }, () =>
      editor.dispatch({ type: 'templates.update', payload: { json: null } }),
    );
  }
  return rejections;
}
