import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Task, TaskDetail } from '#domain/console';
import { useActions } from '../../actions/use-actions.tsx';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { CircleX } from '../../kit/icons/icons.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Facts } from '../../lists/facts.tsx';
import { JsonView } from '../../lists/json-view.tsx';
import { ListTime } from '../../lists/list-time.tsx';
import lists from '../../lists/lists.module.css';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import common from '../../kit/common.module.css';
import { taskTitle } from './task-columns.tsx';
import { useCancelRefusal } from './task-menu.tsx';
import { TaskProgress } from './task-progress.tsx';
import { readTasksSearch } from './tasks-search.ts';

interface TaskFlyoutProps {
  readonly id: string;
  /** The same task in the list, which knows the name of its node. */
  readonly listed: Task | undefined;
  readonly onCancel: (task: Task) => void;
  readonly onClose: () => void;
}

/** One task beside the list. */
export function TaskFlyout({ id, listed, onCancel, onClose }: TaskFlyoutProps) {
  const { data, error, refetch } = useApiQuery('tasks.get', { params: { name: id } });
  const isGone = error?.statusCode === 404;
  const isRunning = data !== undefined && !data.isCompleted && !isGone;
  const refusal = useCancelRefusal(data?.task);
  const ask = () => {
    if (data !== undefined) onCancel(data.task);
  };
  useActions([
    {
      id: `open/cancel/${id}`,
      title: 'Cancel task',
      group: id,
      isEnabled: isRunning && refusal === undefined,
      run: ask,
    },
  ]);
  return (
    <Flyout
      title={data === undefined ? id : taskTitle(data.task)}
      onClose={onClose}
      {...(isRunning && {
        footer: (
          <>
            {refusal !== undefined && <span className={lists['refusal']}>{refusal}</span>}
            <Button variant="dangerQuiet" icon={CircleX} isDisabled={refusal !== undefined} onPress={ask}>
              Cancel task
            </Button>
          </>
        ),
      })}
    >
      <div className={lists['detail']} tabIndex={-1} data-autofocus>
        <div className={common['stack4']}>
          {isGone && (
            <Banner kind="info" title="This task is not running">
              <p>It has ended and left no result, or its node was restarted.</p>
            </Banner>
          )}
          {error !== null && !isGone && (
            <ApiErrorNotice title="Couldn’t load the task" error={error} onRetry={() => void refetch()} />
          )}
          {data !== undefined ? (
            <Detail detail={data} node={listed?.node ?? data.task.node} isGone={isGone} />
          ) : (
            error === null && <Skeleton height="240px" />
          )}
        </div>
      </div>
    </Flyout>
  );
}

interface DetailProps {
  readonly detail: TaskDetail;
  readonly node: string;
  readonly isGone: boolean;
}

function Detail({ detail: { task, description, isCompleted, status, result }, node, isGone }: DetailProps): ReactNode {
  const state = isCompleted || isGone ? 'Ended' : task.isCancelled ? 'Cancelling' : 'Running';
  return (
    <>
      <Facts
        facts={[
          ['State', state],
          ['Works on', description !== '' && <span className={common['monoBreaking']}>{description}</span>],
          ['Progress', task.progress !== undefined && <TaskProgress task={task} />],
          [isCompleted || isGone ? 'Started' : 'Running since', <ListTime key="started" at={task.startedAt} />],
          ['Node', node],
          ['Action', <code key="action">{task.action}</code>],
          ['ID', <code key="id">{task.id}</code>],
          [
            'Part of',
            task.parent !== undefined && (
              <Link
                to={ROUTES.task}
                params={{ name: task.parent }}
                search={readTasksSearch}
                className={lists['reference']}
              >
                {task.parent}
              </Link>
            ),
          ],
        ]}
      />
      {status !== undefined && <JsonView value={status} label="Status" height="240px" />}
      {result !== undefined && <JsonView value={result} label="Result" height="240px" />}
    </>
  );
}
