import type { RuntimeFieldForm } from '#domain/mapping';

/** The labels of the inputs of a runtime field, by the parts of its form. */
export const RUNTIME_LABELS = {
  type: 'Type',
  format: 'Set format',
  source: 'Script source',
  lang: 'Script language',
  params: 'Script params (JSON)',
  onScriptError: 'On script error',
  others: 'Other parameters (JSON)',
} as const satisfies Readonly<Record<keyof RuntimeFieldForm, string>>;
