import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { saveOptions } from '../../../machines/save-options.ts';
import type { Editor } from '../../../machines/editor.ts';
import { tellRejection } from '../../actions/dispatch-telling.ts';
import type { OtherTab } from '../../platform/draft-search.ts';
import { showToast } from '../../kit/toast.tsx';
import { FIX_ERRORS } from '../parameters/field-words.ts';
import type { Place } from './use-place.ts';

export type EditorTab = 'fields' | OtherTab;

/** Saves what was changed in a tab that is left. False where it can't be left: its form is not valid, or a field form has changes. */
function leaveTab(editor: Editor): boolean {
  const { configuration, templates, fieldForm } = editor.getSession();
  if (fieldForm !== null) {
    showToast({
      kind: 'warning',
      title: 'A form is open',
      text: 'Update the field or cancel first: what you changed in the form is not part of the draft yet.',
    });
    return false;
  }
  if (configuration.isValid === false || templates.isValid === false) {
    showToast({ kind: 'warning', title: FIX_ERRORS, text: 'What you changed is not part of the draft yet.' });
    return false;
  }
  return save(editor);
}

function save(editor: Editor): boolean {
  const rejections = saveOptions(editor);
  for (const rejected of rejections) tellRejection({ rejected });
  return rejections.length === 0;
}

/**
 * The tab that is shown, and how to ask for another one. The address follows, and is followed. What was changed in the
 * free-running forms is saved when their tab or the editor is left, and when the page is hidden.
 */
export function useEditorTab(editor: Editor, { search, go }: Place): readonly [EditorTab, (tab: EditorTab) => void] {
  const asked = search.tab ?? 'fields';
  const [tab, setTab] = useState<EditorTab>(asked);
  const ask = (next: EditorTab) => {
    if (next === tab || !leaveTab(editor)) return;
    const { status } = editor.getSession().documentFields;
    if (status === 'editingField') editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
    editor.dispatch({ type: 'runtimeFieldsList.closeRuntimeFieldEditor', payload: {} });
    setTab(next);
    go({ tab: next === 'fields' ? undefined : next, field: undefined }, 'push');
  };

  // A link or the browser's own Back asks for a tab too.
  const follow = useEffectEvent(() => {
    if (asked === tab) return;
    if (leaveTab(editor)) setTab(asked);
    else go({ tab: tab === 'fields' ? undefined : tab }, 'replace');
  });
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) follow();
    first.current = false;
  }, [asked]);

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') saveOptions(editor);
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, [editor]);
  // Before the passive effects of the screen above let the document go.
  useLayoutEffect(() => {
    return () => {
      const { configuration, templates } = editor.getSession();
      if (configuration.isValid === false || templates.isValid === false) {
        showToast({
          kind: 'warning',
          title: 'What was not valid was not saved',
          text: 'The draft is as it was before you changed its advanced options or dynamic templates.',
        });
      }
      save(editor);
    };
  }, [editor]);
  return [tab, ask];
}
