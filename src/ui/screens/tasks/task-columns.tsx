import { Link } from '@tanstack/react-router';
import { taskWords, type Task } from '#domain/console';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { ListTime } from '../../lists/list-time.tsx';
import lists from '../../lists/lists.module.css';
import { ROUTES } from '../../platform/route-table.ts';
import { TaskMenu } from './task-menu.tsx';
import { TaskProgress } from './task-progress.tsx';
import { readTasksSearch } from './tasks-search.ts';
import styles from './tasks.module.css';

/** What a task does: in words, or by the engine's name of it. */
export function taskTitle(task: Pick<Task, 'action'>): string {
  return taskWords(task) ?? task.action;
}

const column = columnHelper<Task>();

/** The columns of the list of tasks. */
export const TASK_COLUMNS = column.columns([
  column.accessor(taskTitle, {
    id: 'task',
    header: 'Task',
    cell: ({ row: { original } }) => (
      <>
        <Link to={ROUTES.task} params={{ name: original.id }} search={readTasksSearch} className={lists['link']}>
          {taskTitle(original)}
        </Link>
        {original.isCancelled && (
          <span className={lists['chips']}>
            <Chip tone="warning">Cancelling</Chip>
          </span>
        )}
        <span className={styles['about']} title={original.description}>
          {original.description}
        </span>
      </>
    ),
  }),
  column.accessor(({ progress }) => progress && progress.done / progress.total, {
    id: 'progress',
    header: 'Progress',
    meta: { className: styles['progress'] },
    sortDescFirst: true,
    cell: ({ row: { original } }) => <TaskProgress task={original} />,
  }),
  column.accessor('startedAt', {
    id: 'started',
    header: 'Running since',
    meta: { className: styles['started'] },
    cell: ({ row }) => <ListTime at={row.original.startedAt} />,
  }),
  column.accessor('node', {
    id: 'node',
    header: 'Node',
    meta: { className: styles['node'] },
    cell: ({ row }) => <span className={styles['wrapped']}>{row.original.node}</span>,
  }),
  column.display({
    id: 'menu',
    header: 'Actions',
    meta: { className: lists['menu'], isActions: true },
    cell: ({ row }) => <TaskMenu task={row.original} />,
  }),
]);
