import { useState } from 'react';
import { ReasonField } from '../cluster/reason-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import type { AnswerReason } from '../platform/work-reason.ts';

/** Asks for the reason of a change, which waits for the answer. */
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
      <ReasonField autoFocus value={reason} onChange={setReason} isMissing={isMissing && reason.trim() === ''} />
    </FormDialog>
  );
}
