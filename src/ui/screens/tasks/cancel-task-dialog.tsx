import type { Task } from '#domain/console';
import { cancelTaskCall } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { showToast } from '../../kit/toast.tsx';
import { NamesList } from '../../lists/names-list.tsx';
import { isOutcomeUnknown } from '../../platform/console-api.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import common from '../../kit/common.module.css';
import { taskTitle } from './task-columns.tsx';

interface CancelTaskDialogProps {
  readonly task: Task;
  readonly onClose: () => void;
}

/** Asks for confirmation before a task is cancelled, with the request and the reason. */
export function CancelTaskDialog({ task, onClose }: CancelTaskDialogProps) {
  const { id, action, description, startedAt } = task;
  const title = taskTitle(task);
  const cancel = useApiMutation('tasks.cancel', {
    invalidates: ['tasks.list', 'tasks.get'],
    onSuccess() {
      showToast({
        kind: 'success',
        title: `Cancelled: ${title}`,
        text: 'The task ends as soon as the engine can stop it.',
      });
    },
  });
  const reason = useReason();
  const { error } = cancel;
  return (
    <ConfirmDialog
      title="Cancel this task?"
      confirmLabel="Cancel task"
      cancelLabel="Keep running"
      isDanger
      isPending={cancel.isPending}
      onConfirm={() =>
        reason.withReason((why) =>
          cancel.mutate(
            { params: { name: id }, body: { action, description, startedAt }, reason: why },
            { onSuccess: onClose },
          ),
        )
      }
      onCancel={onClose}
    >
      <div className={common['stack4']}>
        {error !== null &&
          (isOutcomeUnknown(error) ? (
            <LostResponse task={task} error={error} />
          ) : (
            <ApiErrorNotice title="Couldn’t cancel the task" error={error} />
          ))}
        <p>{title} stops as soon as the engine can stop it. What it has done so far stays.</p>
        <NamesList label="The task" items={[{ key: id, name: description === '' ? action : description }]} />
        <SentRequests requests={[requestOf(cancelTaskCall(id))]} />
        {reason.field}
      </div>
    </ConfirmDialog>
  );
}

interface LostResponseProps {
  readonly task: Task;
  readonly error: Parameters<typeof ApiErrorNotice>[0]['error'];
}

/** Whether the task is still there, by the tasks that were read after the response was lost. */
function LostResponse({ task: { id, startedAt }, error }: LostResponseProps) {
  const { data, isFetching, error: readError } = useApiQuery('tasks.list', {});
  const listed = data?.tasks.find((task) => task.id === id && task.startedAt === startedAt);
  const advice =
    isFetching || readError !== null
      ? 'The response was lost, so the task may have been cancelled. Check the list of tasks before retrying.'
      : listed === undefined
        ? 'The response was lost. The task is no longer running.'
        : listed.isCancelled
          ? 'The response was lost. The task is being cancelled.'
          : 'The response was lost. The task is still running.';
  return <ApiErrorNotice title="The result is unknown" error={error} advice={advice} />;
}
