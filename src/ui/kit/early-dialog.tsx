import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './early-dialog.module.css';
import modal from './modal.module.css';

interface EarlyDialogProps {
  readonly label: string;
  readonly inputLabel: string;
  /** As of the dialog whose place it holds. */
  readonly size: 'small' | 'medium';
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter in the input; absent where the dialog has to be seen before it takes anything. */
  readonly onEnter?: () => void;
  readonly onClose: () => void;
}

/**
 * Holds the place of a dialog whose code is on its way, and takes what is typed meanwhile; the dialog begins with that. It is plain, so that it can
 * be part of the first load.
 */
export function EarlyDialog({ label, inputLabel, size, value, onChange, onEnter, onClose }: EarlyDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <div className={modal['overlay']} data-modal-layer>
      <div className={classNames(modal['modal'], modal[size])}>
        <div role="dialog" aria-modal aria-busy aria-label={label} className={modal['dialog']}>
          <input
            ref={input}
            className={styles['input']}
            aria-label={inputLabel}
            placeholder={inputLabel}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onEnter?.();
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              onClose();
            }}
          />
        </div>
      </div>
    </div>
  );
}
