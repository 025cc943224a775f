import { saveOptions } from '../../../machines/save-options.ts';
import type { Editor } from '../../../machines/editor.ts';
import type { EditorTab } from '../../../machines/editor-tabs.ts';
import { refusalOf, type SessionRefusal } from '../../../machines/session-refusals.ts';
import { showRejection } from '../../actions/dispatch-with-feedback.ts';
import { showToast } from '../../kit/toast.tsx';
import { HELD_TAB_TOAST } from './editor-toasts.ts';
import { FIX_ERRORS } from '../parameters/field-labels.ts';

const TITLES: Partial<Record<SessionRefusal['code'], string>> = {
  'options.invalid': FIX_ERRORS,
};

/**
 * Shows another tab. What was changed in the free-running form of the one that is left is saved first; where that is not possible the tab stays,
 * and it is said why. What was entered in the form of a field is kept.
 */
export function showTab(editor: Editor, tab: EditorTab): void {
  const { step, tab: shown } = editor.getSession();
  if (step !== null && step !== 'mappings')
    editor.dispatch({ type: 'editor.changeStep', payload: { step: 'mappings' } });
  if (tab === shown) return;
  const command = { type: 'editor.changeTab', payload: { tab } } as const;
  if (refusalOf(editor.getSession(), command) === null && !save(editor)) return;
  const refusal = editor.dispatch(command);
  if (refusal !== undefined)
    showToast({
      kind: 'warning',
      title: TITLES[refusal.code] ?? refusal.message,
      text: refusal.message,
      tag: HELD_TAB_TOAST,
    });
}

function save(editor: Editor): boolean {
  const rejections = saveOptions(editor);
  for (const rejected of rejections) showRejection({ rejected });
  return rejections.length === 0;
}

/** Saves what was changed in the free-running form whenever the page is hidden. Returns the way to save it for the last time; what is not valid is kept. */
export function saveOptionsWhenLeft(editor: Editor): () => void {
  const onHidden = () => {
    if (document.visibilityState === 'hidden') saveOptions(editor);
  };
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    document.removeEventListener('visibilitychange', onHidden);
    save(editor);
  };
}
