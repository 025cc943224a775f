import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import styles from './field.module.css';
import hidden from './visually-hidden.module.css';

/** The props that all fields of the kit share. */
export interface FieldProps {
  readonly label: string;
  /** The label is for screen readers only: visible content already gives it. */
  readonly isLabelHidden?: boolean;
  /**
   * Shown below the field. A description that comes and goes is an empty text while it is hidden: one that is absent at
   * first is never announced with the field.
   */
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
