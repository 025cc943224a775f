import type { FieldProps } from './field.tsx';

/** One choice of a select or a combo box. */
export interface Option {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Text that matches the option in a combo box, besides its label and id. */
  readonly keywords?: string;
  readonly isDisabled?: boolean;
}

export interface SelectProps<Id extends string> extends FieldProps {
  readonly items: readonly (Option & { readonly id: Id })[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
}
