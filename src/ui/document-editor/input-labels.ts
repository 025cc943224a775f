import { kindOf, type DocumentForm } from '../../machines/forms/registry.ts';
import {
  logisticsForm,
  templateAliasesForm,
  templateLifecycleForm,
  templateSettingsForm,
} from '../../machines/forms/step-forms.ts';

/**
 * The labels of the inputs of a template's steps, in the step and in the notice about typed content that has lost its
 * form.
 */
export const STEP_INPUT_LABELS = {
  logistics: logisticsForm.inputs,
  templateSettings: templateSettingsForm.inputs,
  templateAliases: templateAliasesForm.inputs,
  templateLifecycle: templateLifecycleForm.inputs,
} as const;

/**
 * The label of an input of a form; an input that only another version has is labelled with its name. The whole section
 * as text is labelled JSON everywhere.
 */
export function inputLabel(form: DocumentForm, input: string): string {
  if (input === 'json') return 'JSON';
  const { inputs = {} } = kindOf(form);
  return Object.hasOwn(inputs, input) ? (inputs[input] ?? input) : input;
}
