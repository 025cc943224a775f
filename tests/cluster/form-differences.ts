/** A value that a form lets through on purpose, though engines refuse it. */
export interface FormDifference {
  readonly because: string;
  /** Of the refused `type.parameter=value`. */
  readonly field: RegExp;
  /** A part of every such refusal. */
  readonly says: RegExp;
}

export const FORM_DIFFERENCES: readonly FormDifference[] = [];
