import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { asApiError, type ApiError } from '../platform/console-api.ts';
import { WriteErrorNotice } from '../cluster/api-error-notice.tsx';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import { TextField } from '../kit/text-field.tsx';
import { countOf, type DeletionOutcome, type Noun } from './deletion-report.tsx';
import styles from './lists.module.css';

/** One of what is to be deleted. */
export interface DeletionTarget {
  /** The id of its row, which distinguishes it from others of the same name. */
  readonly key: string;
  readonly name: string;
  /** What goes along with it, or what kind it is. */
  readonly note?: string | undefined;
  /** It belongs to the system, or is managed by something else: its name has to be typed. */
  readonly isGuarded?: boolean;
}

interface DeleteDialogProps {
  readonly noun: Noun;
  readonly targets: readonly DeletionTarget[];
  /** What is lost, in words. */
  readonly children: ReactNode;
  /** @throws ApiError */
  readonly onDelete: () => Promise<DeletionOutcome>;
  readonly onDone: (outcome: DeletionOutcome) => void;
  /** The call failed: what is shown may be out of date. */
  readonly onFailed: () => void;
  readonly onCancel: () => void;
}

/** Asks with the exact names before anything is deleted; stays, with the reason, where the call itself failed. */
export function DeleteDialog({ noun, targets, children, onDelete, onDone, onFailed, onCancel }: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useMutation<DeletionOutcome, ApiError>({
    mutationFn: () =>
      onDelete().catch((cause: unknown) => {
        throw asApiError(cause);
      }),
    onSuccess: onDone,
    // It may have been done all the same.
    onError: onFailed,
  });
  const phrase = phraseOf(targets, noun);
  const count = countOf(targets.length, noun);
  return (
    <Modal
      role="alertdialog"
      title={targets.length === 1 ? `Delete ${noun.one} “${targets[0]?.name ?? ''}”?` : `Delete ${count}?`}
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
            onPress={() => mutate()}
          >
            Delete {targets.length === 1 ? noun.one : count}
          </Button>
        </>
      }
    >
      <div className={styles['dialog']}>
        {children}
        <ul className={styles['names']} tabIndex={0} aria-label="To be deleted">
          {targets.map(({ key, name, note }) => (
            <li key={key}>
              {name}
              {note !== undefined && <div className={styles['note']}>{note}</div>}
            </li>
          ))}
        </ul>
        {phrase !== null && (
          <TextField label={`Type “${phrase}” to confirm`} value={typed} onChange={setTyped} isMono autoFocus />
        )}
        {error && <WriteErrorNotice title="Couldn’t delete" error={error} readAgain="the list" />}
      </div>
    </Modal>
  );
}

/** What has to be typed: the name of the one that is guarded, or how many they are. */
function phraseOf(targets: readonly DeletionTarget[], noun: Noun): string | null {
  const guarded = targets.filter(({ isGuarded }) => isGuarded === true);
  const [first] = guarded;
  if (first === undefined) return null;
  return guarded.length === 1 ? first.name : `delete ${guarded.length} guarded ${noun.many}`;
}
