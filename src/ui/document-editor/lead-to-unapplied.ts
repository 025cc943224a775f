import { saveOptions } from '../../machines/save-options.ts';
import { typedInForms } from '../../machines/unapplied-content.ts';
import { showRejection } from '../actions/dispatch-with-feedback.ts';
import type { OpenEditor } from '../editor/fields/editor-context.tsx';
import { unappliedLabel } from '../editor/fields/unapplied-labels.ts';
import { focusInvalid } from '../kit/focus-invalid.ts';
import { showToast } from '../kit/toast.tsx';
import { showForm } from './show-form.ts';

/** The input of a form without invalid inputs: its content is complete, but was not applied. */
const FIRST_INPUT = '#content :is(.cm-content, form input)';

/**
 * Before something is sent: applies the options that are shown, and opens the first form with content that is not part
 * of the document. Focuses its first invalid input, and reports that nothing was sent. Content that has lost its place
 * has no form, and does not prevent sending.
 * @returns whether there was such a form
 */
export function leadToUnapplied({ editor, json, document: { mappingsAt } }: OpenEditor): boolean {
  for (const rejected of saveOptions(editor)) showRejection({ rejected });
  const typed = typedInForms(editor.getSession());
  const first = typed.find(({ isOpen }) => isOpen) ?? typed[0];
  if (first === undefined) return false;
  showForm(editor, json, first);
  showToast({
    kind: 'warning',
    title: 'Fix or discard the changes first',
    text: `Not applied yet: ${unappliedLabel(first, mappingsAt)}. Nothing was sent.`,
  });
  focusInvalid(FIRST_INPUT);
  return true;
}
