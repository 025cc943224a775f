import { Link } from '@tanstack/react-router';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { Screen } from '../../frame/screen.tsx';
import { buttonClass } from '../../kit/button.tsx';
import { ListChecks } from '../../kit/icons/icons.ts';
import { filterRows } from '../../lists/filter-rows.ts';
import { ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { PLAN_COLUMNS, type PlanRow } from './plan-columns.tsx';
import { PLAN_STATES } from './plan-labels.ts';
import { readPlansSearch } from './plans-search.ts';

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

const NOUN = { one: 'plan', many: 'plans' } as const;
const ADDRESS = { readSearch: readPlansSearch, defaultSort: { sort: 'created', order: 'desc' } } as const;
const NO_PLANS: readonly PlanRow[] = [];
/** Between two looks at plans that may be at work. */
const REFRESH_MS = 5_000;
const idOf = ({ id }: PlanRow) => id;
const titleOf = ({ title }: PlanRow) => title;
const find = (plans: readonly PlanRow[], text: string) =>
  filterRows(plans, text, ({ title, subject, state, createdBy }) => [
    title,
    subject,
    PLAN_STATES[state].label,
    createdBy,
  ]);

function Plans() {
  const url = useListUrlState(ADDRESS);
  const query = useApiQuery('plans.list', {}, { refetchEveryMs: REFRESH_MS });
  const refetch = useRefetch();
  return (
    <ResourceList
      noun={NOUN}
      icon={ListChecks}
      intro="Changes that take several steps, such as replacing an index. The server carries them out."
      url={url}
      query={query}
      onRefresh={() => void refetch('plans.list')}
      items={query.data?.plans ?? NO_PLANS}
      getRowId={idOf}
      nameOf={titleOf}
      columns={PLAN_COLUMNS}
      find={find}
      actions={() => (
        <Link to={ROUTES.createPlan} className={buttonClass('primary')}>
          New plan
        </Link>
      )}
      empty={{
        title: 'No plans yet',
        text: <p>A plan replaces an index with one that has another mapping or other settings, step by step.</p>,
        actions: (
          <Link to={ROUTES.createPlan} className={buttonClass('primary')}>
            New plan
          </Link>
        ),
      }}
    />
  );
}
