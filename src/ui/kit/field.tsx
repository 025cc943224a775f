import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import styles from './field.module.css';
import hidden from './visually-hidden.module.css';

/** What the fields of this kit have in common. */
export interface FieldProps {
  readonly label: string;
  /** The label is for screen readers only: something visible already says it. */
  readonly isLabelHidden?: boolean;
  readonly description?: ReactNode;
  /** Shown below the field and announced; the field is invalid while there is one. */
  readonly errorMessage?: string | undefined;
}

/** Whether a field shows its error. */
export function hasError(message: string | undefined): message is string {
  return message !== undefined && message !== '';
}

/** The name above a field. */
export function FieldLabel({ label, isLabelHidden = false }: Pick<FieldProps, 'label' | 'isLabelHidden'>) {
  return <Label className={(isLabelHidden ? hidden['text'] : styles['label']) ?? ''}>{label}</Label>;
}

/** The help and the error below a field. */
export function FieldNotes({ description, errorMessage }: Pick<FieldProps, 'description' | 'errorMessage'>) {
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className={styles['description'] ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={styles['error'] ?? ''}>{errorMessage}</FieldError>
    </>
  );
}
