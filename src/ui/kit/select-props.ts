import type { FieldProps } from './field.tsx';
import type { Option } from './option.ts';

export interface SelectProps<Id extends string> extends FieldProps {
  readonly items: readonly (Option & { readonly id: Id })[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
}
