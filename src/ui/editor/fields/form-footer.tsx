import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { FIX_ERRORS } from '../parameters/field-labels.ts';
import styles from './form-footer.module.css';

interface FormFooterProps {
  /** Whether errors prevent the form from being submitted; they are shown in the form. */
  readonly isBlocked: boolean;
  /** Whether the form has content that is not part of the document. */
  readonly isChanged: boolean;
  /** Why the content requires a new index; absent or empty where it doesn’t. */
  readonly reindexReasons?: readonly string[];
  /** Discards the content, and closes the form. */
  readonly onCancel: () => void;
  /** Absent where the form is read-only. */
  readonly submit?: { readonly label: string; readonly run: () => void } | undefined;
}

/** The footer of a form in a flyout: Cancel, the submit button, and a note that errors have to be fixed first. */
export function FormFooter({ isBlocked, isChanged, reindexReasons = [], onCancel, submit }: FormFooterProps) {
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
      {reindexReasons.length > 0 && (
        <span className={styles['reindex']}>
          <Chip tone="warning">Requires a new index</Chip>{' '}
          <span className={styles['reasons']} title={reindexReasons.join(' ')}>
            {reindexReasons.join(' ')}
          </span>
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
