import type { ReactNode } from 'react';
import { SwitchButton, SwitchField, type SwitchFieldProps } from 'react-aria-components';
import { FieldNotes, hasError, type FieldProps } from './field.tsx';
import field from './field.module.css';
import styles from './toggle.module.css';

interface SwitchProps
  extends
    Pick<FieldProps, 'description' | 'errorMessage'>,
    Omit<SwitchFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  readonly children: ReactNode;
}

/** On or off, for a setting that takes effect at once. */
export function Switch({ children, description, errorMessage, ...rest }: SwitchProps) {
  return (
    <SwitchField {...rest} isInvalid={hasError(errorMessage)} className={field['field'] ?? ''}>
      <SwitchButton className={styles['control'] ?? ''}>
        <span className={styles['track']}>
          <span className={styles['thumb']} />
        </span>
        <span>{children}</span>
      </SwitchButton>
      <span className={styles['switchNotes']}>
        <FieldNotes description={description} errorMessage={errorMessage} />
      </span>
    </SwitchField>
  );
}
