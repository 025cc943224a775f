import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Policy } from '#domain/console';
import { formatJson } from '#domain/json';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useClusterEngine } from '../../cluster/use-cluster.ts';
import { Screen } from '../../frame/screen.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { Braces, Recycle } from '../../kit/icons/icons.ts';
import { columnHelper } from '../../kit/use-data-table.ts';
import { Facts } from '../../lists/facts.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { JsonView } from '../../lists/json-view.tsx';
import lists from '../../lists/lists.module.css';
import { DataStreamLink, IndexLink, NameLinks, TemplateLink } from '../../lists/links.tsx';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { copyEntry, RowMenu } from '../../lists/row-menu.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { ListTime } from '../../lists/list-time.tsx';
import common from '../../kit/common.module.css';
import { readPoliciesSearch } from './policies-search.ts';

/** The lifecycle policies of the cluster. */
export function LifecyclePoliciesScreen() {
  const isOpenSearch = useClusterEngine()?.distribution === 'opensearch';
  return (
    <Screen title="Lifecycle policies">
      <ClusterGate needs={isOpenSearch ? 'ism' : 'ilm'}>
        <Policies />
      </ClusterGate>
    </Screen>
  );
}

const NOUN = { one: 'lifecycle policy', many: 'lifecycle policies' } as const;
const ADDRESS = { readSearch: readPoliciesSearch, listPath: ROUTES.lifecyclePolicies } as const;
const NONE: readonly Policy[] = [];
const nameOf = ({ name }: Policy) => name;
const find = (policies: readonly Policy[], text: string) =>
  filterRows(policies, text, ({ name, description }) => [name, description]);

const column = columnHelper<Policy>();

/** The columns of the list of lifecycle policies. */
export const POLICY_COLUMNS = column.columns([
  column.accessor('name', {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <Link
        to={ROUTES.lifecyclePolicy}
        params={{ name: original.name }}
        search={readPoliciesSearch}
        className={lists['link']}
      >
        {original.name}
      </Link>
    ),
  }),
  column.accessor(({ phases }) => phases.join(' → '), { id: 'phases', header: 'Phases', enableSorting: false }),
  column.accessor(usesOf, {
    id: 'used',
    header: 'Used by',
    meta: { isNumeric: true },
    sortDescFirst: true,
    cell: ({ row: { original } }) => usesOf(original)?.toLocaleString('en') ?? '–',
  }),
  column.display({
    id: 'menu',
    header: 'Actions',
    meta: { className: lists['menu'], isActions: true },
    cell: ({ row: { original } }) => <PolicyMenu policy={original} />,
  }),
]);

function Policies() {
  const url = useListUrlState(ADDRESS);
  const query = useApiQuery('lifecycle.policies', {});
  const refetch = useRefetch();
  const policies = query.data ?? NONE;
  const list = useResourceList({
    ...{ noun: NOUN, url, query, items: policies, nameOf, columns: POLICY_COLUMNS, find },
    onRefresh: () => void refetch('lifecycle.policies'),
  });
  return (
    <ResourceList
      list={list}
      detail={({ name, onClose }) => (
        <PolicyFlyout key={name} name={name} policy={policies.find((each) => each.name === name)} onClose={onClose} />
      )}
    >
      <ListHead intro="What happens to indices as they age: rollover, moves between nodes, deletion. Policies can’t be edited here." />
      <ListToolbar list={list} />
      <ListRows
        list={list}
        empty={
          <EmptyState icon={Recycle} title="No lifecycle policies yet">
            <p>Policies are created with the ILM or ISM API of the cluster.</p>
          </EmptyState>
        }
      />
    </ResourceList>
  );
}

/** How many things have the policy; undefined where the engine does not report them. */
function usesOf({ usedBy }: Policy): number | undefined {
  return usedBy && Object.values(usedBy).reduce((sum, names) => sum + names.length, 0);
}

/** What can be done with the policy of a row. */
function PolicyMenu({ policy }: { readonly policy: Policy }) {
  return (
    <RowMenu
      name={policy.name}
      item={policy}
      entries={[
        copyEntry('name', policy.name),
        {
          id: 'json',
          label: 'Copy as JSON',
          icon: Braces,
          onAction: () => void copyText(formatJson({ policy: policy.body }), 'Copied policy as JSON'),
        },
      ]}
    />
  );
}

/** What has the policy, by kind, each name a link. */
function usersOf({ usedBy }: Policy): readonly (readonly [name: string, value: ReactNode])[] {
  if (usedBy === undefined) return [['Used by', 'Not reported by this engine']];
  const kinds = [
    ['Used by data streams', usedBy.dataStreams, DataStreamLink],
    ['Used by indices', usedBy.indices, IndexLink],
    ['Used by index templates', usedBy.templates, TemplateLink],
  ] as const;
  const used = kinds.filter(([, names]) => names.length > 0);
  if (used.length === 0) return [['Used by', 'Nothing']];
  return used.map(([label, names, link]) => [label, <NameLinks key={label} label={label} names={names} link={link} />]);
}

interface PolicyFlyoutProps {
  readonly name: string;
  readonly policy: Policy | undefined;
  readonly onClose: () => void;
}

function PolicyFlyout({ name, policy, onClose }: PolicyFlyoutProps) {
  return (
    <Flyout title={name} onClose={onClose}>
      {policy === undefined ? (
        <p>There is no lifecycle policy with this name.</p>
      ) : (
        <div className={common['stack4']}>
          <Facts
            facts={[
              ['Description', policy.description],
              ['Phases', policy.phases.join(' → ')],
              ['Version', policy.version?.toLocaleString('en')],
              ['Modified', policy.modified !== undefined && <ListTime at={policy.modified} />],
              ...usersOf(policy),
            ]}
          />
          <JsonView value={policy.body} label="Policy" height="420px" />
        </div>
      )}
    </Flyout>
  );
}
