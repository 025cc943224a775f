import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './early-dialog.module.css';
import modal from './modal.module.css';

interface EarlyDialogProps {
  readonly label: string;
  readonly inputLabel: string;
  /** The size of the dialog that it replaces. */
  readonly size: 'small' | 'medium';
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called for Enter in the input; absent where users have to see the dialog before it accepts anything. */
  readonly onEnter?: () => void;
  readonly onClose: () => void;
}

/**
 * A placeholder for a dialog whose code is still loading; it takes what is typed meanwhile, and the dialog starts with
 * that text. It is simple, so that it can be part of the first load.
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
