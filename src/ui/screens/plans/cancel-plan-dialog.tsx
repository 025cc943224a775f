import { cancelTaskCall } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { showToast } from '../../kit/toast.tsx';
import { NamesList } from '../../lists/names-list.tsx';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import common from '../../kit/common.module.css';
import { reindexUnderWay } from './plan-actions.ts';
import type { PlanRow } from './plan-menu.tsx';

interface CancelPlanDialogProps {
  readonly plan: Pick<PlanRow, 'id' | 'title' | 'state'>;
  readonly onClose: () => void;
}

/** Asks for confirmation before a plan is cancelled, with the request that ends its reindex, and the reason. */
export function CancelPlanDialog({ plan: { id, title, state }, onClose }: CancelPlanDialogProps) {
  const cancel = useApiMutation('plans.cancel', {
    invalidates: ['plans.get', 'plans.list'],
    onSuccess() {
      showToast({ kind: 'success', title: `Cancelled: ${title}` });
    },
  });
  const reason = useReason();
  const { data } = useApiQuery('plans.get', { params: { name: id } });
  const task = data && reindexUnderWay(data.plan);
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
            : 'A reindex under way is cancelled, any other request under way is finished, and no further step is started. What was done so far stays until the plan is undone on its page.'}
        </p>
        <NamesList label="The plan" items={[{ key: id, name: title }]} />
        {task !== undefined && <SentRequests requests={[requestOf(cancelTaskCall(task))]} />}
        {reason.field}
      </div>
    </ConfirmDialog>
  );
}
