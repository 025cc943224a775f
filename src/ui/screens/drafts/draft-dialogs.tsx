import { useId, useState, type SyntheticEvent } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { DRAFT_NAME_REQUIRED, type Reduced } from '#domain/commands';
import { Button } from '../../kit/button.tsx';
import { Modal } from '../../kit/modal.tsx';
import { TextField } from '../../kit/text-field.tsx';
import styles from './dialogs.module.css';
import { EngineField } from './engine-field.tsx';
import { versionFault } from '../../platform/target-engines.ts';

function submitOf(action: () => void) {
  return (event: SyntheticEvent) => {
    event.preventDefault();
    action();
  };
}

interface FooterProps {
  readonly form: string;
  readonly label: string;
  readonly isPending?: boolean;
  readonly onClose: () => void;
}

function FormFooter({ form, label, isPending = false, onClose }: FooterProps) {
  return (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={form} isPending={isPending}>
        {label}
      </Button>
    </>
  );
}

interface NewDraftDialogProps {
  /** The engine that is chosen until another is. */
  readonly suggestedTarget: TargetEngine;
  /** Creates it. The words that say why not, or null when it was done. */
  readonly onCreate: (name: string, target: TargetEngine) => Promise<string | null>;
  readonly onClose: () => void;
}

/** Asks for the name and the target engine of a draft that starts empty. */
export function NewDraftDialog({ suggestedTarget, onCreate, onClose }: NewDraftDialogProps) {
  const form = useId();
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
    <Modal
      title="New draft"
      size="small"
      onClose={onClose}
      footer={<FormFooter form={form} label="Create draft" isPending={isPending} onClose={onClose} />}
    >
      <form id={form} className={styles['form']} onSubmit={submitOf(() => void create())} noValidate>
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
      </form>
    </Modal>
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
  const form = useId();
  const [name, setName] = useState(before);
  const [fault, setFault] = useState<string | null>(null);
  const rename = () => {
    const refused = refusalOf(onRename(name.trim()));
    setFault(refused);
    if (refused === null) onClose();
  };
  return (
    <Modal
      title="Rename draft"
      size="small"
      onClose={onClose}
      footer={<FormFooter form={form} label="Rename" onClose={onClose} />}
    >
      <form id={form} className={styles['form']} onSubmit={submitOf(rename)} noValidate>
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
      </form>
    </Modal>
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
  const form = useId();
  const [target, setTarget] = useState(before);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const choose = () => {
    setIsSubmitted(true);
    if (versionFault(target.version) !== null) return;
    if (target.distribution !== before.distribution || target.version !== before.version) onChoose(target);
    onClose();
  };
  return (
    <Modal
      title={`Target engine of ${draftName}`}
      size="small"
      onClose={onClose}
      footer={<FormFooter form={form} label="Set target engine" onClose={onClose} />}
    >
      <form id={form} className={styles['form']} onSubmit={submitOf(choose)} noValidate>
        <EngineField value={target} onChange={setTarget} showsFault={isSubmitted} />
      </form>
    </Modal>
  );
}
