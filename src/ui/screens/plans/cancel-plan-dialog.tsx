import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { showToast } from '../../kit/toast.tsx';
import { NamesList } from '../../lists/names-list.tsx';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import common from '../../kit/common.module.css';
import type { PlanRow } from './plan-menu.tsx';

interface CancelPlanDialogProps {
  readonly plan: Pick<PlanRow, 'id' | 'title' | 'state'>;
  readonly onClose: () => void;
}

/** Asks for confirmation before a plan is cancelled, with the reason. */
export function CancelPlanDialog({ plan: { id, title, state }, onClose }: CancelPlanDialogProps) {
  const cancel = useApiMutation('plans.cancel', {
    invalidates: ['plans.get', 'plans.list'],
    onSuccess() {
      showToast({ kind: 'success', title: `Cancelled: ${title}` });
    },
  });
  const reason = useReason();
  return (
    <ConfirmDialog
      title="Cancel this plan?"
      confirmLabel="Cancel plan"
      cancelLabel="Keep plan"
      isDanger
      isPending={cancel.isPending}
      onConfirm={() =>
        reason.withReason((why) => cancel.mutate({ params: { name: id }, reason: why }, { onSuccess: onClose }))
      }
      onCancel={onClose}
    >
      <div className={common['stack4']}>
        {cancel.error !== null && (
          <WriteErrorNotice title="Couldn’t cancel the plan" error={cancel.error} readAgain="the plan" />
        )}
        <p>
          {state === 'proposed'
            ? 'Nothing has been sent to the cluster yet.'
            : 'No further step is started. Completed steps stay until the plan is undone on its page.'}
        </p>
        <NamesList label="The plan" items={[{ key: id, name: title }]} />
        {reason.field}
      </div>
    </ConfirmDialog>
  );
}
