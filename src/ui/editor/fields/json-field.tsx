import type { ComponentProps, ReactNode } from 'react';
import { JsonEditor } from '../../kit/json-editor.tsx';
import common from '../../kit/common.module.css';

interface JsonFieldProps extends Pick<
  ComponentProps<typeof JsonEditor>,
  'value' | 'onChange' | 'height' | 'isReadOnly' | 'errors'
> {
  readonly label: string;
  /** Shown while there is no error. */
  readonly help?: string | undefined;
  /** The error, if there is one. */
  readonly fault?: ReactNode;
}

/** A JSON editor as one input of a form: Tab leaves it. */
export function JsonField({ label, help, fault, ...editor }: JsonFieldProps) {
  return (
    <div className={common['stack1']}>
      <span className={common['label']}>{label}</span>
      <JsonEditor ariaLabel={label} hasTabKey={false} isInvalid={fault !== undefined} {...editor} />
      {fault !== undefined ? (
        <p className={common['error']} role="alert">
          {fault}
        </p>
      ) : (
        help !== undefined && <p className={common['mutedSmall']}>{help}</p>
      )}
    </div>
  );
}
