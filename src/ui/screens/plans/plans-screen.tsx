import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { Screen } from '../../frame/screen.tsx';
import { buttonClass } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListChecks } from '../../kit/icons/icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { ListTime } from '../../lists/list-time.tsx';
import { stateLabel } from './plan-labels.ts';
import { CancelPlanContext, PlanMenu, type PlanRow } from './plan-menu.tsx';
import { readPlansSearch } from './plans-search.ts';
import lists from '../../lists/lists.module.css';
import styles from './plans.module.css';

/** Every plan of the cluster. */
export function PlansScreen() {
  return (
    <Screen title="Plans">
      <ClusterGate>
        <Plans />
      </ClusterGate>
    </Screen>
  );
}

const CancelPlanDialog = lazyPart(async () => (await import('./cancel-plan-dialog.tsx')).CancelPlanDialog);

const NOUN = { one: 'plan', many: 'plans' } as const;
const ADDRESS = { readSearch: readPlansSearch, defaultSort: { sort: 'created', order: 'desc' } } as const;
const NO_PLANS: readonly PlanRow[] = [];
/** Seconds between two refreshes where nobody chose: some of the plans may be running. */
const REFRESH_SECONDS = 5;
const idOf = ({ id }: PlanRow) => id;
const titleOf = ({ title }: PlanRow) => title;
const find = (plans: readonly PlanRow[], text: string) =>
  filterRows(plans, text, (plan) => [plan.title, plan.subject, stateLabel(plan).label, plan.createdBy]);

function Plans() {
  const url = useListUrlState(ADDRESS);
  const query = useApiQuery('plans.list', {});
  const refetch = useRefetch();
  const [asked, setAsked] = useState<PlanRow | null>(null);
  const list = useResourceList({
    ...{ noun: NOUN, url, query, columns: PLAN_COLUMNS, find },
    onRefresh: () => void refetch('plans.list'),
    items: query.data?.plans ?? NO_PLANS,
    getRowId: idOf,
    nameOf: titleOf,
  });
  const newPlan = (
    <Link to={ROUTES.createPlan} className={buttonClass('primary')}>
      New plan
    </Link>
  );
  return (
    <CancelPlanContext value={setAsked}>
      <ResourceList list={list}>
        <ListHead intro="Changes that take several steps, such as replacing an index. The server runs them.">
          {newPlan}
        </ListHead>
        <ListToolbar list={list} refreshEvery={REFRESH_SECONDS} />
        <ListRows
          list={list}
          empty={
            <EmptyState icon={ListChecks} title="No plans yet" actions={newPlan}>
              <p>A plan replaces an index with one that has another mapping or other settings, step by step.</p>
            </EmptyState>
          }
        />
      </ResourceList>
      <Suspense>{asked !== null && <CancelPlanDialog plan={asked} onClose={() => setAsked(null)} />}</Suspense>
    </CancelPlanContext>
  );
}

const column = columnHelper<PlanRow>();

/** The columns of the list of plans. */
export const PLAN_COLUMNS = column.columns([
  column.accessor('title', {
    header: 'Plan',
    cell: ({ row: { original } }) => (
      <>
        <Link to={ROUTES.plan} params={{ planId: original.id }} className={lists['link']}>
          {original.title}
        </Link>
        <span className={styles['under']}>
          {original.createdBy} · <ListTime at={original.createdAt} />
        </span>
      </>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    meta: { className: styles['state'] },
    cell: ({ row: { original } }) => {
      const { label, tone } = stateLabel(original);
      return <Chip tone={tone}>{label}</Chip>;
    },
  }),
  column.accessor('done', {
    id: 'steps',
    header: 'Steps done',
    enableSorting: false,
    meta: { className: styles['steps'], isNumeric: true },
    cell: ({ row: { original } }) => `${original.done} of ${original.steps}`,
  }),
  column.accessor('createdBy', { id: 'author', header: 'Created by', meta: { className: styles['author'] } }),
  column.accessor('createdAt', {
    id: 'created',
    header: 'Created',
    meta: { className: styles['created'] },
    sortDescFirst: true,
    cell: ({ row }) => <ListTime at={row.original.createdAt} />,
  }),
  column.display({
    id: 'menu',
    header: 'Actions',
    meta: { className: lists['menu'], isActions: true },
    cell: ({ row }) => <PlanMenu plan={row.original} />,
  }),
]);
