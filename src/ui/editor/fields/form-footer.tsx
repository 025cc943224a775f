import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { FIX_ERRORS } from '../parameters/field-labels.ts';
import styles from './form-footer.module.css';

interface FormFooterProps {
  /** Why nothing goes on is in the form. */
  readonly isBlocked: boolean;
  /** The form has what is not part of the document. */
  readonly isChanged: boolean;
  /** Discards it, and closes the form. */
  readonly onCancel: () => void;
  /** Absent where the form can only be looked at. */
  readonly submit?: { readonly label: string; readonly run: () => void } | undefined;
}

/** The end of a form in a flyout: cancel, submit, and that something has to be fixed before. */
export function FormFooter({ isBlocked, isChanged, onCancel, submit }: FormFooterProps) {
  return (
    <>
      {isBlocked && (
        <p className={styles['error']} role="alert">
          {FIX_ERRORS}
        </p>
      )}
      {isChanged && (
        <span className={styles['unapplied']}>
          <Chip tone="warning">Not applied</Chip>
        </span>
      )}
      <Button variant="quiet" onPress={onCancel}>
        Cancel
      </Button>
      {submit !== undefined && (
        <Button variant="primary" isDisabled={isBlocked} onPress={submit.run}>
          {submit.label}
        </Button>
      )}
    </>
  );
}
