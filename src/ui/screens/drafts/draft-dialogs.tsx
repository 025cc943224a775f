import { useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { DRAFT_NAME_REQUIRED, type Reduced } from '#domain/commands';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { EngineField } from './engine-field.tsx';
import { versionFault } from '../../platform/target-engines.ts';

interface NewDraftDialogProps {
  /** The engine that is chosen until another is. */
  readonly suggestedTarget: TargetEngine;
  /** Creates it. The words that say why not, or null when it was done. */
  readonly onCreate: (name: string, target: TargetEngine) => Promise<string | null>;
  readonly onClose: () => void;
}

/** Asks for the name and the target engine of a draft that starts empty. */
export function NewDraftDialog({ suggestedTarget, onCreate, onClose }: NewDraftDialogProps) {
  const [name, setName] = useState('');
  const [chosen, setTarget] = useState<TargetEngine | null>(null);
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
    const refused = await onCreate(name.trim(), target);
    setIsPending(false);
    setFault(refused);
  };
  return (
    <FormDialog
      title="New draft"
      submitLabel="Create draft"
      isPending={isPending}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoFocus
        value={name}
        onChange={(text) => {
          setName(text);
          setFault(null);
        }}
        errorMessage={fault ?? undefined}
        description="For example the index or template name."
      />
      <EngineField value={target} onChange={setTarget} showsFault={isSubmitted} />
    </FormDialog>
  );
}

function refusalOf(reduced: Reduced): string | null {
  return 'rejected' in reduced ? reduced.rejected.detail.message : null;
}

interface RenameDialogProps {
  readonly name: string;
  readonly onRename: (name: string) => Reduced;
  readonly onClose: () => void;
}

/** Gives another name to a draft. */
export function RenameDialog({ name: before, onRename, onClose }: RenameDialogProps) {
  const [name, setName] = useState(before);
  const [fault, setFault] = useState<string | null>(null);
  const rename = () => {
    const refused = refusalOf(onRename(name.trim()));
    setFault(refused);
    if (refused === null) onClose();
  };
  return (
    <FormDialog title="Rename draft" submitLabel="Rename" onSubmit={rename} onClose={onClose}>
      <TextField
        label="Name"
        autoFocus
        value={name}
        onChange={(text) => {
          setName(text);
          setFault(null);
        }}
        errorMessage={fault ?? undefined}
      />
    </FormDialog>
  );
}

interface EngineDialogProps {
  readonly draftName: string;
  readonly target: TargetEngine;
  readonly onChoose: (target: TargetEngine) => Reduced;
  readonly onClose: () => void;
}

/** Sets another target engine for a draft; its body stays as it is. */
export function EngineDialog({ draftName, target: before, onChoose, onClose }: EngineDialogProps) {
  const [target, setTarget] = useState(before);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const choose = () => {
    setIsSubmitted(true);
    if (versionFault(target.version) !== null) return;
    if (target.distribution !== before.distribution || target.version !== before.version) onChoose(target);
    onClose();
  };
  return (
    <FormDialog
      title={`Target engine of ${draftName}`}
      submitLabel="Set target engine"
      onSubmit={choose}
      onClose={onClose}
    >
      <EngineField value={target} onChange={setTarget} showsFault={isSubmitted} />
    </FormDialog>
  );
}
