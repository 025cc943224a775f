import { useRef, useState, useSyncExternalStore } from 'react';
import { MAX_REASON_LENGTH } from '#domain/wire';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/text-field.tsx';
import { lastReason } from '../platform/work-reason.ts';
import common from '../kit/common.module.css';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  readonly isOptional?: boolean;
  /** A reason is required, and the form was sent without one. */
  readonly isMissing?: boolean;
  readonly autoFocus?: boolean;
}

/**
 * The input for the reason or ticket of one change. While it is empty it offers the reason that was typed last in this
 * tab, also where that change was not sent.
 */
export function ReasonField(props: ReasonFieldProps) {
  const { value, onChange, isOptional = false, isMissing = false, autoFocus = false } = props;
  const last = useSyncExternalStore(lastReason.subscribe, lastReason.getSnapshot);
  const [before] = useState(last);
  const box = useRef<HTMLDivElement>(null);
  const isOffered = value === '' && last !== '';
  const change = (text: string) => {
    lastReason.set(text.trim() === '' ? before : text);
    onChange(text);
  };
  return (
    <div ref={box} className={common['stack3']}>
      <TextField
        label={isOptional ? 'Reason or ticket (optional)' : 'Reason or ticket'}
        autoFocus={autoFocus}
        maxLength={MAX_REASON_LENGTH}
        value={value}
        onChange={change}
        placeholder="OPS-1234"
        errorMessage={isMissing ? 'This server requires a reason for every change.' : undefined}
        description={
          isOffered ? `Recorded with this change only. Last reason: ${last}` : 'Recorded with this change only.'
        }
      />
      {isOffered && (
        <div>
          <Button
            size="small"
            onPress={() => {
              change(last);
              // The button goes with the offer.
              box.current?.querySelector('input')?.focus();
            }}
          >
            Use last reason
          </Button>
        </div>
      )}
    </div>
  );
}
