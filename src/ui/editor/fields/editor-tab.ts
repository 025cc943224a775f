import { saveOptions } from '../../../machines/save-options.ts';
import type { Editor } from '../../../machines/editor.ts';
import type { EditorTab, TemplateStep } from '../../../machines/forms/editor-tabs.ts';
import type { SessionCommand } from '../../../machines/session-commands.ts';
import { refusalOf, type SessionRefusal } from '../../../machines/session-refusals.ts';
import { showRejection } from '../../actions/dispatch-with-feedback.ts';
import { showToast } from '../../kit/toast.tsx';
import { HELD_TAB_TOAST } from './editor-toasts.ts';
import { FIX_ERRORS } from '../parameters/field-labels.ts';

const TITLES: Partial<Record<SessionRefusal['code'], string>> = {
  'options.invalid': FIX_ERRORS,
};

/**
 * Shows another tab. Changes in the options form of the tab that is left are saved first; where that is not possible,
 * the tab stays and a notification gives the reason. Content entered in the form of a field is kept.
 */
export function showTab(editor: Editor, tab: EditorTab): void {
  const { step, tab: shown } = editor.getSession();
  if (step !== null && step !== 'mappings')
    editor.dispatch({ type: 'editor.changeStep', payload: { step: 'mappings' } });
  if (tab === shown) return;
  leaveFor(editor, { type: 'editor.changeTab', payload: { tab } });
}

/** Shows another step of a template, as {@link showTab} does for tabs. Returns whether that step is shown. */
export function changeStep(editor: Editor, step: TemplateStep): boolean {
  return editor.getSession().step === step || leaveFor(editor, { type: 'editor.changeStep', payload: { step } });
}

type LeavingCommand = Extract<SessionCommand, { readonly type: 'editor.changeTab' | 'editor.changeStep' }>;

function leaveFor(editor: Editor, command: LeavingCommand): boolean {
  const session = editor.getSession();
  const isInMappings = session.step === null || session.step === 'mappings';
  if (isInMappings && refusalOf(session, command) === null && !save(editor)) return false;
  const refusal = editor.dispatch(command);
  if (refusal === undefined) return true;
  showToast({
    kind: 'warning',
    title: TITLES[refusal.code] ?? refusal.message,
    text: refusal.message,
    tag: HELD_TAB_TOAST,
  });
  return false;
}

function save(editor: Editor): boolean {
  const rejections = saveOptions(editor);
  for (const rejected of rejections) showRejection({ rejected });
  return rejections.length === 0;
}

/**
 * Saves changes in the options form whenever the page is hidden. Returns a function that stops this and saves for the
 * last time; invalid content is kept.
 */
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
