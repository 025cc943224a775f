import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components';
import { FieldNotes, hasError, type FieldProps } from './field.tsx';
import field from './field.module.css';
import { Check, Minus } from './icons/icons.ts';
import styles from './toggle.module.css';

interface CheckboxProps
  extends
    Pick<FieldProps, 'description' | 'errorMessage'>,
    Omit<CheckboxFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  readonly children: ReactNode;
}

/** Yes or no, for a form. For a setting that takes effect at once, use {@link Switch}. */
export function Checkbox({ children, description, errorMessage, ...rest }: CheckboxProps) {
  return (
    <CheckboxField {...rest} isInvalid={hasError(errorMessage)} className={field['field'] ?? ''}>
      <CheckboxButton className={styles['control'] ?? ''}>
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className={styles['tick']}>
              {isIndeterminate ? (
                <Minus size={12} strokeWidth={3} aria-hidden />
              ) : (
                isSelected && <Check size={12} strokeWidth={3} aria-hidden />
              )}
            </span>
            <span>{children}</span>
          </>
        )}
      </CheckboxButton>
      <span className={styles['notes']}>
        <FieldNotes description={description} errorMessage={errorMessage} />
      </span>
    </CheckboxField>
  );
}
