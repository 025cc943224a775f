import { useState } from 'react';
import { MAX_LINT_REASON_LENGTH } from '#domain/commands';
import type { LintRule } from '#domain/lint';
import { announce } from '../../kit/announcer.tsx';
import { Banner } from '../../kit/banner.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useServices } from '../../platform/services.ts';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { useOpenEditor } from '../fields/editor-context.tsx';

interface SwitchOffDialogProps {
  readonly rule: Pick<LintRule, 'id' | 'title'>;
  readonly session: DocumentSession;
  readonly onClose: () => void;
}

/** Asks why a rule is switched off for the open document. */
export function SwitchOffDialog({ rule, session, onClose }: SwitchOffDialogProps) {
  const { noun } = useOpenEditor().document;
  const { trail } = useServices();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isSent = trail.controls()?.takes(session.stream) === true;
  const submit = () => {
    if (reason.trim() === '') {
      setIsMissing(true);
      return;
    }
    const reduced = session.dispatch({ type: 'lintRule.switchOff', payload: { rule: rule.id, reason } });
    if ('rejected' in reduced) {
      setRefusal(reduced.rejected.detail.message);
      return;
    }
    announce(`Switched off: ${rule.title}`);
    onClose();
  };
  return (
    <FormDialog title={`Switch off “${rule.title}”`} submitLabel="Switch off" onSubmit={submit} onClose={onClose}>
      {refusal !== null && (
        <Banner kind="danger" title="The rule wasn’t switched off">
          {refusal}
        </Banner>
      )}
      <TextField
        label="Reason"
        value={reason}
        onChange={(text) => {
          setReason(text);
          setIsMissing(false);
        }}
        maxLength={MAX_LINT_REASON_LENGTH}
        errorMessage={isMissing ? 'Enter the reason.' : undefined}
        description={`Recorded with your name ${
          isSent ? `for everyone who can open this ${noun}` : 'in this browser'
        }. The ${noun} itself isn’t changed.`}
        autoFocus
      />
    </FormDialog>
  );
}
