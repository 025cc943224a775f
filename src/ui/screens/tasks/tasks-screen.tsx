import { useMemo, useState } from 'react';
import { LONG_SEARCH_MS, longTasks, type Task } from '#domain/console';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Banner } from '../../kit/banner.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Activity } from '../../kit/icons/icons.ts';
import { Switch } from '../../kit/switch.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { CancelTaskDialog } from './cancel-task-dialog.tsx';
import { TASK_COLUMNS, taskTitle } from './task-columns.tsx';
import { TaskFlyout } from './task-flyout.tsx';
import { CancelTaskContext } from './task-menu.tsx';
import { readTasksSearch } from './tasks-search.ts';
import lists from '../../lists/lists.module.css';

/** The tasks that the cluster runs. */
export function TasksScreen() {
  return (
    <Screen title="Tasks">
      <ClusterGate>
        <Tasks />
      </ClusterGate>
    </Screen>
  );
}

const NOUN = { one: 'task', many: 'tasks' } as const;
const ADDRESS = {
  readSearch: readTasksSearch,
  defaultSort: { sort: 'started', order: 'asc' },
  listPath: ROUTES.tasks,
} as const;
const NONE: readonly Task[] = [];
/** Seconds between two refreshes where nobody chose: progress is what a person looks for here. */
const REFRESH_SECONDS = 5;
const idOf = ({ id }: Task) => id;
const find = (tasks: readonly Task[], text: string) =>
  filterRows(tasks, text, (task) => [taskTitle(task), task.description, task.action, task.node, task.id]);

function Tasks() {
  const url = useListUrlState(ADDRESS);
  const query = useApiQuery('tasks.list', {});
  const refetch = useRefetch();
  const [asked, setAsked] = useState<Task | null>(null);
  const all = query.data?.tasks ?? NONE;
  const long = useMemo(() => longTasks(all), [all]);
  const hasAll = url.search.all === true;
  const failures = query.data?.failures ?? [];
  const list = useResourceList({
    ...{ noun: NOUN, url, query, columns: TASK_COLUMNS, find },
    onRefresh: () => void refetch('tasks.list', 'tasks.get'),
    items: hasAll ? all : long,
    nameOf: idOf,
  });
  return (
    <CancelTaskContext value={setAsked}>
      <ResourceList
        list={list}
        detail={({ name, onClose }) => (
          <TaskFlyout
            key={name}
            id={name}
            listed={all.find(({ id }) => id === name)}
            onCancel={setAsked}
            onClose={onClose}
          />
        )}
      >
        <ListHead
          intro={
            hasAll
              ? 'Every task that the cluster runs.'
              : `Reindexing, updates and deletes by query, merges, snapshots, and searches that take ${LONG_SEARCH_MS / 1_000} s or more.`
          }
        />
        <ListToolbar
          list={list}
          refreshEvery={REFRESH_SECONDS}
          choices={
            <Switch isSelected={hasAll} onChange={(isOn) => url.change({ all: isOn ? true : undefined })}>
              All tasks
            </Switch>
          }
        />
        <ListRows
          list={list}
          notices={
            failures.length > 0 && (
              <Banner kind="warning" title="Some nodes did not answer. Their tasks are missing.">
                <ul className={lists['errors']}>
                  {failures.map((reason, at) => (
                    <li key={at}>{reason}</li>
                  ))}
                </ul>
              </Banner>
            )
          }
          empty={
            hasAll ? (
              <EmptyState icon={Activity} title="No tasks">
                <p>The cluster runs no task right now.</p>
              </EmptyState>
            ) : (
              <EmptyState icon={Activity} title="No long-running tasks">
                <p>Work that takes long is listed here while it runs. Turn on all tasks to see everything.</p>
              </EmptyState>
            )
          }
        />
      </ResourceList>
      {asked !== null && <CancelTaskDialog task={asked} onClose={() => setAsked(null)} />}
    </CancelTaskContext>
  );
}
