import { MAX_REASON_LENGTH } from '#domain/wire';
import { TextField } from '../kit/text-field.tsx';

/** How long a reason is used. */
export const REASON_KEPT = 'Recorded with every change until you close this tab.';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  readonly isOptional?: boolean;
  /** A reason is required, and the form was sent without one. */
  readonly isMissing?: boolean;
  /** Whether {@link REASON_KEPT} stands below the input. */
  readonly isExplained?: boolean;
  readonly autoFocus?: boolean;
}

/** The input for the reason or ticket of changes. */
export function ReasonField(props: ReasonFieldProps) {
  const { value, onChange, isOptional = false, isMissing = false, isExplained = true, autoFocus = false } = props;
  return (
    <TextField
      label={isOptional ? 'Reason or ticket (optional)' : 'Reason or ticket'}
      autoFocus={autoFocus}
      maxLength={MAX_REASON_LENGTH}
      value={value}
      onChange={onChange}
      placeholder="OPS-1234"
      errorMessage={isMissing ? 'This server requires a reason for every change.' : undefined}
      {...(isExplained && { description: REASON_KEPT })}
    />
  );
}
