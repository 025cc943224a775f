import type { RefObject } from 'react';
import { EDITOR_TABS } from '../../machines/editor-tabs.ts';
import { useActions } from '../actions/use-actions.tsx';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { showTab } from '../editor/fields/editor-tab.ts';
import { useShownView } from './editor-views.ts';
import type { Exports } from './use-exports.ts';
import { useTypedSteps } from './use-typed-steps.ts';

/** Shows the history, or hides it. */
export function useToggleHistory(): () => void {
  const { editor } = useOpenEditor();
  return () =>
    editor.getSession().history.isOpen
      ? editor.dispatch({ type: 'panel.close', payload: {} })
      : editor.dispatch({ type: 'panel.open', payload: { panel: 'history' } });
}

/** Offers what can be done in the editor to keys and palette. */
export function useEditorActions(exports: Exports, searchInput: RefObject<HTMLInputElement | null>): void {
  const { editor } = useOpenEditor();
  const { readOnly } = useEditorDocument();
  const { documentFields, tab, history } = useSession();
  const [view, show] = useShownView();
  const toggleHistory = useToggleHistory();
  const isPast = history.version !== null;
  const isTreeShown = documentFields.editor === 'default' && !isPast && tab === 'fields';
  const typedSteps = useTypedSteps();
  useActions([
    ...typedSteps,
    {
      id: 'editor.search',
      isEnabled: isTreeShown,
      run: () => {
        searchInput.current?.focus();
        searchInput.current?.select();
      },
    },
    {
      id: 'editor.addField',
      isEnabled: readOnly === null && isTreeShown && documentFields.status === 'idle',
      run: () => editor.dispatch({ type: 'documentField.createField', payload: { parent: null } }),
    },
    {
      id: 'editor.toggleView',
      isEnabled: isPast || tab === 'fields',
      run: () => show(view === 'json' ? 'default' : 'json'),
    },
    ...EDITOR_TABS.map((id) => ({
      id: `editor.${id}` as const,
      isEnabled: !isPast && tab !== id,
      run: () => showTab(editor, id),
    })),
    { id: 'editor.toggleHistory', run: toggleHistory },
    { id: 'editor.exportBody', run: exports.body },
    { id: 'editor.exportLog', run: exports.log },
    { id: 'editor.exportReplay', run: exports.replay },
  ]);
}
