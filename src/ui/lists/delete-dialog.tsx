import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { WriteCall } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import { countOf } from '#domain/console';
import { asApiError, type ApiError } from '../platform/console-api.ts';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { SentRequests } from '../cluster/sent-requests.tsx';
import { useReason } from '../cluster/use-reason.tsx';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import { TextField } from '../kit/text-field.tsx';
import { type DeletionOutcome, type Noun } from './deletion-report.tsx';
import common from '../kit/common.module.css';
import { NamesList } from './names-list.tsx';

/** An item that is to be deleted. */
export interface DeletionTarget {
  /** The id of its row, which distinguishes it from others of the same name. */
  readonly key: string;
  readonly name: string;
  /** What is deleted along with it, or its kind. */
  readonly note?: string | undefined;
  /** Owned by the system, or managed by something else: its name has to be typed. */
  readonly isGuarded?: boolean;
}

interface DeleteDialogProps {
  readonly noun: Noun;
  readonly targets: readonly DeletionTarget[];
  /** The calls that are sent. */
  readonly calls: readonly WriteCall[];
  /** What is lost, in words. */
  readonly children: ReactNode;
  /** @throws ApiError */
  readonly onDelete: (reason: string | undefined) => Promise<DeletionOutcome>;
  readonly onDone: (outcome: DeletionOutcome) => void;
  /** The call failed: what is shown may be out of date. */
  readonly onFailed: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation with the exact names; stays open, with the reason, where the call itself failed. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { noun, targets, calls, children, onDelete, onDone, onFailed, onCancel } = props;
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useMutation<DeletionOutcome, ApiError, string | undefined>({
    mutationFn: (why) =>
      onDelete(why).catch((cause: unknown) => {
        throw asApiError(cause);
      }),
    onSuccess: onDone,
    onError: onFailed,
  });
  const reason = useReason();
  const phrase = phraseOf(targets, noun);
  const count = countOf(targets.length, noun.one, noun.many);
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
            onPress={() => reason.withReason(mutate)}
          >
            Delete {targets.length === 1 ? noun.one : count}
          </Button>
        </>
      }
    >
      <div className={common['stack3']}>
        {children}
        <NamesList label="To be deleted" items={targets} />
        {phrase !== null && (
          <TextField label={`Type “${phrase}” to confirm`} value={typed} onChange={setTyped} isMono autoFocus />
        )}
        <SentRequests requests={calls.map(requestOf)} />
        {reason.field}
        {error && <ApiErrorNotice title="Couldn’t delete" error={error} />}
      </div>
    </Modal>
  );
}

/** The phrase to be typed: the name of the guarded item, or the number of items. */
function phraseOf(targets: readonly DeletionTarget[], noun: Noun): string | null {
  const guarded = targets.filter(({ isGuarded }) => isGuarded === true);
  const [first] = guarded;
  if (first === undefined) return null;
  return guarded.length === 1 ? first.name : `delete ${guarded.length} guarded ${noun.many}`;
}
