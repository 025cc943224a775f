import type { EditorKind } from '../../machines/session-state.ts';
import { useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { Braces, ListTree } from '../kit/icons/icons.ts';

export const VIEWS = [
  { id: 'default', label: 'Tree', icon: ListTree },
  { id: 'json', label: 'JSON', icon: Braces },
] as const satisfies readonly { readonly id: EditorKind; readonly label: string; readonly icon: typeof Braces }[];

/** The current view of the mappings, or of the version that is shown, and a function that changes it. */
export function useShownView(): readonly [EditorKind, (wanted: EditorKind) => void] {
  const { editor, json } = useOpenEditor();
  const { documentFields, history } = useSession();
  const isPast = history.version !== null;
  const show = (wanted: EditorKind) => {
    if (isPast) editor.dispatch({ type: 'version.changeEditor', payload: { editor: wanted } });
    // A text that is not applied stays open while a version is shown.
    if (!isPast || json.getSnapshot().draft === null) json.show(wanted);
  };
  return [isPast ? (history.editor ?? documentFields.editor) : documentFields.editor, show];
}
