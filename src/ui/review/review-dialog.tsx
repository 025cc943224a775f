import type { ReactNode } from 'react';
import type { FailedStep } from '../../machines/reviewed-write-machine.ts';
import { ApiErrorNotice, WriteErrorNotice } from '../cluster/api-error-notice.tsx';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import { ReasonContext, useReason, type SendWithReason } from '../cluster/use-reason.tsx';
import { asApiError } from '../platform/console-api.ts';
import { RECORDING } from '../platform/sent-changes.ts';
import type { ComparedConflict } from './use-compared-write.ts';
import common from '../kit/common.module.css';

interface ReviewDialogProps {
  readonly title: string;
  /** The effect: `Update mapping of logs`. */
  readonly sendLabel: string;
  readonly canSend: boolean;
  /** Why it can't be sent, beside the button, where that is not obvious. */
  readonly whyNot?: string | undefined;
  /** Whether sending is dangerous. */
  readonly isDanger?: boolean;
  readonly isPending: boolean;
  /** Whether sending waits until the changes are recorded. */
  readonly isRecording?: boolean;
  readonly onSend: SendWithReason;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** What grows while the dialog is open: at its end, where it moves nothing. */
  readonly end?: ReactNode;
}

/** The dialog around the review of a write, with its reason, and the buttons Cancel and Send. */
export function ReviewDialog({
  title,
  sendLabel,
  canSend,
  whyNot,
  isDanger = false,
  isPending,
  isRecording = false,
  onSend,
  onClose,
  children,
  end,
}: ReviewDialogProps) {
  const reason = useReason();
  return (
    <Modal
      title={title}
      size="large"
      onClose={onClose}
      footer={
        <>
          {isRecording && <span role="status">{RECORDING}</span>}
          {whyNot !== undefined && <span>{whyNot}</span>}
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            onPress={() => reason.withReason(onSend)}
            isDisabled={!canSend}
            isPending={isPending}
          >
            {sendLabel}
          </Button>
        </>
      }
    >
      <div className={common['shrinkingStack3']}>
        <ReasonContext value={canSend ? reason.reason : undefined}>
          {children}
          {canSend && reason.field}
          {end}
        </ReasonContext>
      </div>
    </Modal>
  );
}

interface ReviewNoticesProps {
  /** Why nothing can be sent; absent where sending is possible. */
  readonly obstacle?: { readonly title: string; readonly reason: string } | null;
  readonly failure: FailedStep | null;
  readonly failureTitle: string;
  /** What to read again where the outcome is unknown. */
  readonly readAgain: string;
}

/** Why the reviewed write can't be sent, or has failed. */
export function ReviewNotices({ obstacle = null, failure, failureTitle, readAgain }: ReviewNoticesProps) {
  return (
    <>
      {obstacle !== null && (
        <Banner kind="info" title={obstacle.title}>
          {obstacle.reason} Your edits are kept on this device.
        </Banner>
      )}
      {failure !== null && <FailureNotice title={failureTitle} failure={failure} readAgain={readAgain} />}
    </>
  );
}

interface ComparedNoticesProps<State> extends Omit<ReviewNoticesProps, 'failure' | 'obstacle'> {
  readonly write: {
    readonly failure: FailedStep | null;
    readonly conflict: ComparedConflict<State> | null;
  };
  /** What is on the cluster now, where it is not what was reviewed. */
  readonly moved: (now: State) => ReactNode;
}

/** Why a compared write was not made: someone else was first, or it has failed. */
export function ComparedNotices<State>({ write: { failure, conflict }, moved, ...words }: ComparedNoticesProps<State>) {
  return (
    <>
      {conflict !== null && (
        <Banner kind="warning" title={conflict.isAfterSending ? 'The result is unknown' : 'Nothing was changed'}>
          <p>
            {conflict.isAfterSending
              ? 'The response was lost, and the cluster has something else now. Review it before retrying.'
              : 'Someone else changed this first. Review it before retrying.'}
          </p>
          {moved(conflict.now)}
        </Banner>
      )}
      <ReviewNotices failure={failure} {...words} />
    </>
  );
}

/** The steps before anything is sent: in these the cluster was not asked to change anything. */
const BEFORE_SENDING: readonly FailedStep['step'][] = ['read', 'prepare', 'compare'];

interface FailureNoticeProps {
  readonly title: string;
  readonly failure: FailedStep;
  readonly readAgain: string;
}

function FailureNotice({ title, failure: { step, error }, readAgain }: FailureNoticeProps) {
  const told = asApiError(error);
  if (BEFORE_SENDING.includes(step)) return <ApiErrorNotice title={title} error={told} />;
  if (step === 'verify')
    return (
      <ApiErrorNotice
        title="The result is unknown"
        error={told}
        advice={`The response was lost, so the change may have been made. Check ${readAgain} before retrying: reading it again failed.`}
      />
    );
  return <WriteErrorNotice title={title} error={told} readAgain={readAgain} />;
}
