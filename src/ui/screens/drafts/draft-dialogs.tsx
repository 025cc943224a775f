import { useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { DRAFT_NAME_REQUIRED, type Reduced } from '#domain/commands';
import { TypedFormDialog } from '../../frame/typed-form-dialog.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { EngineField } from './engine-field.tsx';
import { versionFault } from '../../platform/target-engines.ts';
import { typedFormStream, type TypedForm } from '../../platform/typed-forms.ts';
import { typedOver, useTypedForm } from '../../platform/use-typed-form.ts';

const NO_DRAFT: TypedForm<'newDraft'> = { name: '', target: null };

interface NewDraftDialogProps {
  /** The engine that is selected at first. */
  readonly suggestedTarget: TargetEngine;
  /** Creates the draft. Resolves with the reason for a failure, or null after success. */
  readonly onCreate: (name: string, target: TargetEngine) => Promise<string | null>;
  readonly onClose: () => void;
}

/** Asks for the name and the target engine of a draft that starts empty. */
export function NewDraftDialog({ suggestedTarget, onCreate, onClose }: NewDraftDialogProps) {
  const opened = useTypedForm('newDraft', typedFormStream('newDraft'));
  const [{ name, target: chosen }, edit] = typedOver(opened, NO_DRAFT);
  const target = chosen ?? suggestedTarget;
  const [fault, setFault] = useState<string | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const create = async () => {
    setIsSubmitted(true);
    if (name.trim() === '') {
      setFault(DRAFT_NAME_REQUIRED);
      return;
    }
    if (versionFault(target.version) !== null) return;
    setIsPending(true);
    const settle = opened?.send();
    const refused = await onCreate(name.trim(), target);
    settle?.(refused === null);
    setIsPending(false);
    setFault(refused);
  };
  if (opened === null) return null;
  return (
    <TypedFormDialog
      title="New draft"
      submitLabel="Create draft"
      isPending={isPending}
      onSubmit={() => void create()}
      onClose={onClose}
      opened={opened}
    >
      <TextField
        label="Name"
        autoFocus
        value={name}
        onChange={(text) => {
          edit({ name: text });
          setFault(null);
        }}
        errorMessage={fault ?? undefined}
        description="For example the index or template name."
      />
      <EngineField value={target} onChange={(engine) => edit({ target: engine })} showsFault={isSubmitted} />
    </TypedFormDialog>
  );
}

function refusalOf(reduced: Reduced): string | null {
  return 'rejected' in reduced ? reduced.rejected.detail.message : null;
}

interface RenameDialogProps {
  readonly draftId: string;
  readonly name: string;
  readonly onRename: (name: string) => Reduced;
  readonly onClose: () => void;
}

/** Gives another name to a draft. */
export function RenameDialog({ draftId, name: before, onRename, onClose }: RenameDialogProps) {
  const opened = useTypedForm('renameDraft', typedFormStream('renameDraft', draftId));
  const [{ name }, edit] = typedOver(opened, { name: before });
  const [fault, setFault] = useState<string | null>(null);
  const rename = () => {
    const refused = refusalOf(onRename(name.trim()));
    setFault(refused);
    if (refused === null) discard();
  };
  const discard = () => {
    opened?.setValues(null);
    onClose();
  };
  if (opened === null) return null;
  return (
    <TypedFormDialog title="Rename draft" submitLabel="Rename" onSubmit={rename} onClose={onClose} opened={opened}>
      <TextField
        label="Name"
        autoFocus
        value={name}
        onChange={(text) => {
          edit({ name: text });
          setFault(null);
        }}
        errorMessage={fault ?? undefined}
      />
    </TypedFormDialog>
  );
}

interface EngineDialogProps {
  readonly draftId: string;
  readonly draftName: string;
  readonly target: TargetEngine;
  readonly onChoose: (target: TargetEngine) => Reduced;
  readonly onClose: () => void;
}

/** Sets another target engine for a draft; its body stays as it is. */
export function EngineDialog({ draftId, draftName, target: before, onChoose, onClose }: EngineDialogProps) {
  const opened = useTypedForm('draftEngine', typedFormStream('draftEngine', draftId));
  const [{ target }, edit] = typedOver(opened, { target: before });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const choose = () => {
    setIsSubmitted(true);
    if (versionFault(target.version) !== null) return;
    if (target.distribution !== before.distribution || target.version !== before.version) onChoose(target);
    discard();
  };
  const discard = () => {
    opened?.setValues(null);
    onClose();
  };
  if (opened === null) return null;
  return (
    <TypedFormDialog
      title={`Target engine of ${draftName}`}
      submitLabel="Set target engine"
      onSubmit={choose}
      onClose={onClose}
      opened={opened}
    >
      <EngineField value={target} onChange={(engine) => edit({ target: engine })} showsFault={isSubmitted} />
    </TypedFormDialog>
  );
}
