import { useMemo } from 'react';
import { Link } from '@tanstack/react-router';
import { componentTemplateItemOf, type ComponentTemplateItem } from '#domain/template';
import { countOf } from '#domain/console';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { CodeChip } from '../../cluster/code-claim.tsx';
import { Screen } from '../../frame/screen.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Boxes } from '../../kit/icons/icons.ts';
import { Select } from '../../kit/select.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import type { UnreadSearch } from '../../platform/search-schema.ts';
import { ImportTemplates, MoveButtons } from '../template-move/template-move.tsx';
import { CreateTemplateLink } from './create-template-link.tsx';
import { ComponentTemplateFlyout } from './component-template-flyout.tsx';
import { TemplateTabs } from './template-tabs.tsx';
import { readComponentsSearch, type ComponentsSearch } from './templates-search.ts';
import { useComponentDeletion } from './use-component-deletion.tsx';
import { SectionChips } from './template-chips.tsx';
import { TemplateMenu } from './template-menu.tsx';
import common from '../../kit/common.module.css';
import lists from '../../lists/lists.module.css';
import styles from './templates.module.css';

/** Every component template of the cluster; one of them beside the list. */
export function ComponentTemplatesScreen() {
  return (
    <Screen title="Component templates" tabs={<TemplateTabs />}>
      <ClusterGate needs="component_templates">
        <ComponentTemplates />
      </ClusterGate>
    </Screen>
  );
}

const NOUN = { one: 'component template', many: 'component templates' } as const;
const ADDRESS = {
  readSearch: readComponentsSearch,
  listPath: ROUTES.componentTemplates,
  detailParams: ['tab'],
} as const;
const USAGES = [
  { id: 'all', label: 'Any usage' },
  { id: 'used', label: 'In use' },
  { id: 'unused', label: 'Not in use' },
] as const;
const nameOf = ({ name }: ComponentTemplateItem) => name;
const find = (components: readonly ComponentTemplateItem[], text: string) =>
  filterRows(components, text, ({ name, usedBy = [] }) => [name, ...usedBy]);

function ComponentTemplates() {
  const url = useListUrlState(ADDRESS);
  const { usage, tab } = url.search;
  const query = useApiQuery('component_templates.list', {});
  const refetch = useRefetch();
  const deletion = useComponentDeletion();
  const all = useMemo(() => (query.data ?? []).map(componentTemplateItemOf), [query.data]);
  const ofUsage = useMemo(
    () =>
      usage === undefined
        ? all
        : all.filter(({ usedBy }) => usedBy !== undefined && usedBy.length > 0 === (usage === 'used')),
    [all, usage],
  );
  const list = useResourceList({
    ...{ noun: NOUN, url, query, nameOf, columns: COMPONENT_COLUMNS, find, deletion },
    onRefresh: () => void refetch('component_templates.list', 'component_templates.get'),
    items: ofUsage,
    total: all.length,
  });
  return (
    <ResourceList
      list={list}
      detail={(detail) => (
        <ComponentTemplateFlyout
          key={detail.name}
          detail={detail}
          tab={tab ?? 'summary'}
          onTab={(next) => url.change({ tab: next })}
        />
      )}
    >
      <ListHead intro="Reusable building blocks for index templates.">
        <ImportTemplates />
        {all.length > 0 && <CreateTemplateLink kind="component_template" />}
      </ListHead>
      <ListToolbar
        list={list}
        choices={
          <Select
            label="Usage"
            isLabelHidden
            items={USAGES}
            value={usage ?? 'all'}
            onChange={(id) => url.change({ usage: id === 'all' ? undefined : id, page: undefined })}
          />
        }
      >
        <MoveButtons components={list.selected.map(nameOf)} />
      </ListToolbar>
      <ListRows
        list={list}
        onClear={() => url.clear({ usage: undefined })}
        empty={
          <EmptyState
            icon={Boxes}
            title="No component templates yet"
            actions={<CreateTemplateLink kind="component_template" />}
          >
            <p>Component templates hold settings, mappings and aliases that index templates share.</p>
          </EmptyState>
        }
      />
    </ResourceList>
  );
}

const column = columnHelper<ComponentTemplateItem>();

/** The columns of the list of component templates. */
export const COMPONENT_COLUMNS = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original } }) => (
      <>
        <Link
          to={ROUTES.componentTemplate}
          params={{ name: original.name }}
          search={openSummary}
          className={lists['link']}
        >
          {original.name}
        </Link>
        <span className={lists['chips']}>
          {original.isManaged && <Chip title="Managed (from _meta)">Managed</Chip>}
          <CodeChip kind="component_template" name={original.name} />
        </span>
      </>
    ),
  }),
  column.accessor(({ usedBy }) => usedBy?.length, {
    id: 'usedBy',
    header: 'Used by',
    meta: { className: styles['usedBy'] },
    sortDescFirst: true,
    cell: ({ row: { original } }) =>
      original.usedBy === undefined ? null : original.usedBy.length === 0 ? (
        <span className={common['muted']}>Not in use</span>
      ) : (
        <span title={original.usedBy.join(', ')}>{countOf(original.usedBy.length, 'index template')}</span>
      ),
  }),
  column.display({
    id: 'content',
    header: 'Content',
    meta: { className: styles['content'] },
    cell: ({ row }) => <SectionChips {...row.original} />,
  }),
  column.display({
    id: 'menu',
    header: 'Actions',
    meta: { className: lists['menu'], isActions: true },
    cell: ({ row: { original } }) => <TemplateMenu kind="component_template" name={original.name} item={original} />,
  }),
]);

function openSummary(before: UnreadSearch): ComponentsSearch {
  const { tab: _, ...loaded } = readComponentsSearch(before);
  return loaded;
}
