import { saveOptions } from '../../../machines/save-options.ts';
import type { Editor } from '../../../machines/editor.ts';
import type { EditorTab } from '../../../machines/editor-tabs.ts';
import { refusalOf, type SessionRefusal } from '../../../machines/session-refusals.ts';
import { showRejection } from '../../actions/dispatch-with-feedback.ts';
import { showToast } from '../../kit/toast.tsx';
import { FIX_ERRORS } from '../parameters/field-labels.ts';

const TITLES: Partial<Record<SessionRefusal['code'], string>> = {
  'form.open': 'A form is open',
  'options.invalid': FIX_ERRORS,
};

/**
 * Shows another tab. What was changed in the free-running forms of the one that is left is saved first; where that is not possible, or
 * a form of a field has changes, the tab stays and it is said why.
 */
export function showTab(editor: Editor, tab: EditorTab): void {
  if (tab === editor.getSession().tab) return;
  const command = { type: 'editor.changeTab', payload: { tab } } as const;
  if (refusalOf(editor.getSession(), command) === null && !save(editor)) return;
  const refusal = editor.dispatch(command);
  if (refusal !== undefined)
    showToast({ kind: 'warning', title: TITLES[refusal.code] ?? refusal.message, text: refusal.message });
}

function save(editor: Editor): boolean {
  const rejections = saveOptions(editor);
  for (const rejected of rejections) showRejection({ rejected });
  return rejections.length === 0;
}

/** Saves what was changed in the free-running forms whenever the page is hidden. Returns the way to save it for the last time. */
export function saveOptionsWhenLeft(editor: Editor): () => void {
  const onHidden = () => {
    if (document.visibilityState === 'hidden') saveOptions(editor);
  };
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    document.removeEventListener('visibilitychange', onHidden);
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
}
