import type { ComponentProps } from 'react';
import { FormDialog } from '../kit/form-dialog.tsx';
import type { OpenForm } from '../platform/use-typed-form.ts';
import { UnreadableForms } from './unreadable-forms.tsx';

interface TypedFormDialogProps<Values> extends Omit<ComponentProps<typeof FormDialog>, 'onCancel'> {
  readonly opened: OpenForm<Values>;
}

/** A form dialog whose input is kept when the dialog is left, and discarded by its cancel button. */
export function TypedFormDialog<Values>({ opened, onClose, children, ...rest }: TypedFormDialogProps<Values>) {
  return (
    <FormDialog
      {...rest}
      onClose={onClose}
      onCancel={() => {
        opened.setValues(null);
        onClose();
      }}
    >
      <UnreadableForms opened={opened} />
      {children}
    </FormDialog>
  );
}
