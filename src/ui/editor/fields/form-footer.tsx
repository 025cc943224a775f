import { Button } from '../../kit/button.tsx';
import { FIX_ERRORS } from '../parameters/field-labels.ts';
import styles from './form-footer.module.css';

interface FormFooterProps {
  /** Why nothing goes on is in the form. */
  readonly isBlocked: boolean;
  readonly onCancel: () => void;
  /** Absent where the form can only be looked at. */
  readonly submit?: { readonly label: string; readonly run: () => void } | undefined;
}

/** The end of a form in a flyout: cancel, submit, and that something has to be fixed before. */
export function FormFooter({ isBlocked, onCancel, submit }: FormFooterProps) {
  return (
    <>
      {isBlocked && (
        <p className={styles['error']} role="alert">
          {FIX_ERRORS}
        </p>
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
