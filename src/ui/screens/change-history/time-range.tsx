import { Input, Label, TextField } from 'react-aria-components';
import common from '../../kit/common.module.css';
import field from '../../kit/field.module.css';
import styles from './change-history.module.css';

interface TimeRangeProps {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (range: { readonly from?: string | undefined; readonly to?: string | undefined }) => void;
}

/** Two times that limit the changes shown, in the reader's own time zone. */
export function TimeRange({ from, to, onChange }: TimeRangeProps) {
  return (
    <div className={common['wrappedRow']} role="group" aria-label="Time range">
      <TimeInput label="From" value={from} onChange={(value) => onChange({ from: value, to })} />
      <TimeInput label="To" value={to} onChange={(value) => onChange({ from, to: value })} />
    </div>
  );
}

interface TimeInputProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function TimeInput({ label, value, onChange }: TimeInputProps) {
  return (
    <TextField
      type="datetime-local"
      value={value === undefined ? '' : localOf(value)}
      onChange={(text) => onChange(timeOf(text))}
      className={styles['time'] ?? ''}
    >
      <Label className={common['mutedSmall'] ?? ''}>{label}</Label>
      <Input className={`${field['input'] ?? ''} ${field['box'] ?? ''}`} />
    </TextField>
  );
}

/** In the format of `datetime-local`: the reader's own time, without a zone. */
function localOf(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function timeOf(text: string): string | undefined {
  const time = new Date(text).getTime();
  return text === '' || Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
