import { useState, type ReactNode } from 'react';
import { asApiError, type ApiError } from '../platform/console-api.ts';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import { TextField } from '../kit/text-field.tsx';
import type { DeletionOutcome, Noun } from './deletion-report.tsx';
import styles from './lists.module.css';

/** One of what is to be deleted. */
export interface Doomed {
  /** Distinguishes it from others of the same name. */
  readonly key: string;
  readonly name: string;
  /** What goes along with it, or what kind it is. */
  readonly note?: string | undefined;
  /** It belongs to the system, or is managed by something else: its name has to be typed. */
  readonly isGuarded?: boolean;
}

interface DeleteDialogProps {
  readonly noun: Noun;
  readonly doomed: readonly Doomed[];
  /** What is lost, in words. */
  readonly children: ReactNode;
  /** @throws ApiError */
  readonly onDelete: () => Promise<DeletionOutcome>;
  readonly onDone: (outcome: DeletionOutcome) => void;
  readonly onCancel: () => void;
}

/** Asks with the exact names before anything is deleted; stays, with the reason, where the call itself failed. */
export function DeleteDialog({ noun, doomed, children, onDelete, onDone, onCancel }: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const phrase = phraseOf(doomed, noun);
  const count = `${doomed.length.toLocaleString('en')} ${doomed.length === 1 ? noun.one : noun.many}`;
  const remove = async () => {
    setIsPending(true);
    setError(null);
    try {
      onDone(await onDelete());
    } catch (failure) {
      setError(asApiError(failure));
      setIsPending(false);
    }
  };
  return (
    <Modal
      role="alertdialog"
      title={doomed.length === 1 ? `Delete ${noun.one} “${doomed[0]?.name ?? ''}”?` : `Delete ${count}?`}
      onClose={onCancel}
      footer={
        <>
          <Button onPress={onCancel} autoFocus={phrase === null}>
            Cancel
          </Button>
          <Button
            variant="danger"
            isPending={isPending}
            isDisabled={phrase !== null && typed !== phrase}
            onPress={() => void remove()}
          >
            Delete {doomed.length === 1 ? noun.one : count}
          </Button>
        </>
      }
    >
      <div className={styles['dialog']}>
        {children}
        <ul className={styles['names']} tabIndex={0} aria-label={`What is deleted`}>
          {doomed.map(({ key, name, note }) => (
            <li key={key}>
              {name}
              {note !== undefined && <div className={styles['note']}>{note}</div>}
            </li>
          ))}
        </ul>
        {phrase !== null && (
          <TextField label={`Type “${phrase}” to go on`} value={typed} onChange={setTyped} isMono autoFocus />
        )}
        {error && <ApiErrorNotice title="Nothing is known to be deleted" error={error} />}
      </div>
    </Modal>
  );
}

/** What has to be typed: the name of the one that is guarded, or how many they are. */
function phraseOf(doomed: readonly Doomed[], noun: Noun): string | null {
  const guarded = doomed.filter(({ isGuarded }) => isGuarded === true);
  const [first] = guarded;
  if (first === undefined) return null;
  return guarded.length === 1 ? first.name : `delete ${guarded.length} guarded ${noun.many}`;
}
