import { stepsOf } from '#domain/document';
import { shownContent } from '../../machines/unapplied-content.ts';
import type { Action } from '../actions/action-registry.ts';
import { showStep } from '../actions/use-step-feedback.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { unappliedLabel } from '../editor/fields/unapplied-labels.ts';
import { useServices } from '../platform/services.ts';

/**
 * Undo and redo of what was typed in the form that is shown, where it is newer than the last change of the document: they take the place of undo and
 * redo of the document.
 */
export function useTypedSteps(): readonly Action[] {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const { author } = useServices();
  const session = useSession();
  const { undo, redo } = stepsOf(state.history, author.id);
  const labelOf = (content: Parameters<typeof unappliedLabel>[0]) =>
    `Unapplied changes to ${unappliedLabel(content, state.mappingsAt)}`;
  const actions: Action[] = [];
  const shown = shownContent(session);
  if (shown !== null && shown.typedAt >= (undo?.node.version ?? 0)) {
    const { form, field } = shown;
    const label = labelOf(shown);
    actions.push({
      id: 'history.undo',
      title: `Undo: ${label}`,
      run: () => {
        editor.dispatch({ type: 'unapplied.discard', payload: { form, field } });
        showStep(`Undone: ${label}`);
      },
    });
  }
  const { discarded } = session;
  if (discarded !== null && discarded.at >= (redo?.node.version ?? 0)) {
    const label = labelOf(discarded.content);
    actions.push({
      id: 'history.redo',
      title: `Redo: ${label}`,
      run: () => {
        editor.dispatch({ type: 'unapplied.bringBack', payload: {} });
        showStep(`Redone: ${label}`);
      },
    });
  }
  return actions;
}
