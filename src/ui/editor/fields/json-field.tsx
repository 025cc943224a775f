import type { ComponentProps, ReactNode } from 'react';
import { JsonEditor } from '../../kit/json-editor.tsx';
import styles from './json-field.module.css';

interface JsonFieldProps extends Pick<
  ComponentProps<typeof JsonEditor>,
  'value' | 'onChange' | 'height' | 'isReadOnly' | 'errors'
> {
  readonly label: string;
  /** Where nothing is wrong. */
  readonly help?: string | undefined;
  /** What is wrong. */
  readonly fault?: ReactNode;
}

/** JSON as one input of a form: Tab leaves it. */
export function JsonField({ label, help, fault, ...editor }: JsonFieldProps) {
  return (
    <div className={styles['field']}>
      <span className={styles['label']}>{label}</span>
      <JsonEditor ariaLabel={label} hasTabKey={false} {...editor} />
      {fault !== undefined ? (
        <p className={styles['error']} role="alert">
          {fault}
        </p>
      ) : (
        help !== undefined && <p className={styles['help']}>{help}</p>
      )}
    </div>
  );
}
