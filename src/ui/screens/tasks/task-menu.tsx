import { createContext, use } from 'react';
import type { Task } from '#domain/console';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { CircleX } from '../../kit/icons/icons.ts';
import { copyEntry, RowMenu } from '../../lists/row-menu.tsx';

/** Asks whether a task is to be cancelled. */
export const CancelTaskContext = createContext<((task: Task) => void) | null>(null);

/** Why a task can't be cancelled; undefined where it can. */
export function useCancelRefusal(task: Pick<Task, 'isCancellable' | 'isCancelled'> | undefined): string | undefined {
  const isReadOnly = useIsReadOnly();
  if (isReadOnly) return READ_ONLY_REASON;
  if (task?.isCancelled === true) return 'It is being cancelled.';
  return task?.isCancellable === true ? undefined : 'The engine can’t cancel this task.';
}

/** What can be done with the task of a row. */
export function TaskMenu({ task }: { readonly task: Task }) {
  const onCancel = use(CancelTaskContext);
  if (onCancel === null) throw new Error('The menu of a task must be within <CancelTaskContext>');
  const refusal = useCancelRefusal(task);
  return (
    <RowMenu
      name={task.id}
      item={task}
      entries={[
        copyEntry('ID', task.id),
        'separator',
        {
          id: 'cancel',
          label: 'Cancel task',
          icon: CircleX,
          isDanger: true,
          ...(refusal !== undefined && { isDisabled: true, description: refusal }),
          onAction: () => onCancel(task),
        },
      ]}
    />
  );
}
