import { useId, type ReactNode } from 'react';
import { Button } from './button.tsx';
import common from './common.module.css';
import { Modal } from './modal.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly size?: 'small' | 'medium';
  /** A verb. */
  readonly submitLabel: string;
  readonly submitVariant?: 'primary' | 'danger';
  /** Whether there is nothing to submit. */
  readonly isSubmitDisabled?: boolean;
  /** Whether the submitted input is being processed. */
  readonly isPending?: boolean;
  /** The fields. */
  readonly children: ReactNode;
  /** Called for the button and for Enter in a field. */
  readonly onSubmit: () => void;
  /** Called when the dialog is left; typed input is kept as far as its owner keeps it. */
  readonly onClose: () => void;
  /** Called when typed input is discarded too; `onClose` where absent. */
  readonly onCancel?: () => void;
}

/** A dialog that asks for input: its fields, a button that submits them, and a cancel button. */
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
  onCancel = onClose,
}: FormDialogProps) {
  const form = useId();
  return (
    <Modal
      title={title}
      size={size}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onCancel}>Cancel</Button>
          <Button variant={submitVariant} type="submit" form={form} isDisabled={isSubmitDisabled} isPending={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={common['stack4']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
          // By then the invalid inputs have been marked.
          const { currentTarget } = event;
          requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
        }}
      >
        {children}
      </form>
    </Modal>
  );
}
