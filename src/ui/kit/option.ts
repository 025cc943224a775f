/** One choice of a select or a combo box. */
export interface Option {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Text that finds it in a combo box, besides its label and id. */
  readonly keywords?: string;
  readonly isDisabled?: boolean;
}
