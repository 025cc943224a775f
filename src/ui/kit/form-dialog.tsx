import { useId, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './form-dialog.module.css';
import { Modal } from './modal.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly size?: 'small' | 'medium';
  /** A verb. */
  readonly submitLabel: string;
  readonly submitVariant?: 'primary' | 'danger';
  /** There is nothing to take. */
  readonly isSubmitDisabled?: boolean;
  /** What was taken is under way. */
  readonly isPending?: boolean;
  /** The fields. */
  readonly children: ReactNode;
  /** Asked for by the button and by Enter in a field. */
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** A dialog that asks for something: its fields, a button that takes them, and one that does not. */
export function FormDialog({
  title,
  size = 'small',
  submitLabel,
  submitVariant = 'primary',
  isSubmitDisabled = false,
  isPending = false,
  children,
  onSubmit,
  onClose,
}: FormDialogProps) {
  const form = useId();
  return (
    <Modal
      title={title}
      size={size}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant={submitVariant} type="submit" form={form} isDisabled={isSubmitDisabled} isPending={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Modal>
  );
}
