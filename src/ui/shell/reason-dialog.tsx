import { useState } from 'react';
import { MAX_REASON_LENGTH } from '#domain/wire';
import { FormDialog } from '../kit/form-dialog.tsx';
import { TextField } from '../kit/text-field.tsx';
import type { AnswerReason } from '../platform/work-reason.ts';

/** Asks why a change is made, which waits for it. */
export function ReasonDialog({ onAnswer }: { readonly onAnswer: AnswerReason }) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <FormDialog
      title="Reason for this change"
      submitLabel="Continue"
      onClose={() => onAnswer(null)}
      onSubmit={() => {
        if (reason.trim() === '') setIsMissing(true);
        else onAnswer(reason);
      }}
    >
      <TextField
        label="Reason or ticket"
        autoFocus
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={setReason}
        placeholder="OPS-1234"
        errorMessage={isMissing ? 'This server requires a reason for every change.' : undefined}
        description="Recorded with every change until you close this tab."
      />
    </FormDialog>
  );
}
