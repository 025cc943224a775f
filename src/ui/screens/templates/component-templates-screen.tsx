import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Boxes, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { componentTemplateItemOf, type ComponentTemplateItem } from '#domain/template';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { Screen } from '../../frame/screen.tsx';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { DataTable, type DataColumn } from '../../kit/data-table.tsx';
import { Pager, shownPage } from '../../kit/pager.tsx';
import { Select } from '../../kit/select.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListFrame, ListStates } from '../../lists/list-frame.tsx';
import { DEFAULT_SIZE } from '../../lists/list-search.ts';
import lists from '../../lists/lists.module.css';
import { useListPlace } from '../../lists/use-list-place.ts';
import { ComponentTemplateFlyout } from './component-template-flyout.tsx';
import { SectionChips } from './template-chips.tsx';
import { inUseReason, useComponentDeletion } from './use-component-deletion.tsx';
import styles from './templates.module.css';
import { readComponentsSearch, type ComponentColumn, type ComponentsSearch } from './templates-search.ts';

/** Every component template of the cluster; one of them beside the list. */
export function ComponentTemplatesScreen() {
  return (
    <Screen title="Component templates">
      <ClusterGate needs="component_templates">
        <ComponentTemplates />
      </ClusterGate>
    </Screen>
  );
}

const USAGES = [
  { id: 'all', label: 'In use or not' },
  { id: 'used', label: 'In use' },
  { id: 'unused', label: 'Not in use' },
] as const;

function columnsOf({
  tab: _,
  ...search
}: ComponentsSearch): readonly DataColumn<ComponentTemplateItem, ComponentColumn>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortBy: ({ name }) => name,
      cell: ({ name, isManaged }) => (
        <>
          <Link
            to={`${APP_BASE}/component_templates/$name`}
            params={{ name }}
            search={search}
            className={lists['link']}
          >
            {name}
          </Link>
          {isManaged && (
            <span className={lists['chips']}>
              <Chip tone="warning" title="Managed by something else than people: its _meta says so">
                Managed
              </Chip>
            </span>
          )}
        </>
      ),
    },
    {
      id: 'usedBy',
      header: 'Used by',
      className: styles['usedBy'],
      firstOrder: 'desc',
      sortBy: ({ usedBy }) => usedBy.length,
      cell: ({ usedBy }) =>
        usedBy.length === 0 ? (
          <span className={styles['muted']}>Not in use</span>
        ) : (
          <span title={usedBy.join(', ')}>{templateCount(usedBy.length)}</span>
        ),
    },
    {
      id: 'content',
      header: 'Content',
      className: styles['content'],
      cell: (component) => <SectionChips {...component} />,
    },
  ];
}

function templateCount(count: number): string {
  return count === 1 ? '1 index template' : `${count.toLocaleString('en')} index templates`;
}

function ComponentTemplates() {
  const search = readComponentsSearch(useSearch({ strict: false }));
  const { name: openName } = useParams({ strict: false });
  const place = useListPlace(search, readComponentsSearch);
  const navigate = useNavigate();
  const query = useApiQuery('component_templates.list', {});
  const isReadOnly = useIsReadOnly();
  const refetch = useRefetch();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => (query.data ?? []).map(componentTemplateItemOf), [query.data]);
  const ofUsage = useMemo(
    () =>
      search.usage === undefined ? all : all.filter(({ usedBy }) => usedBy.length > 0 === (search.usage === 'used')),
    [all, search.usage],
  );
  const found = useMemo(
    () => filterRows(ofUsage, place.text, ({ name, usedBy }) => [name, ...usedBy]),
    [ofUsage, place.text],
  );
  const columns = useMemo(() => columnsOf(search), [search]);
  const size = search.pageSize ?? DEFAULT_SIZE;
  const page = shownPage(search.page ?? 1, size, found.length);
  const { tab: _tab, ...listSearch } = search;
  const close = () => void navigate({ to: `${APP_BASE}/component_templates`, search: listSearch });
  const refresh = () => refetch('component_templates.list', 'component_templates.get');
  const deletion = useComponentDeletion(({ deleted }) => {
    setSelected(new Set());
    void refresh();
    if (openName !== undefined && deleted.includes(openName)) close();
  });
  const chosen = all.filter(({ name, usedBy }) => selected.has(name) && usedBy.length === 0);
  return (
    <>
      <ListFrame
        noun="component templates"
        lead="Parts that index templates are composed of."
        filter={place.text}
        onFilter={place.onFilter}
        choices={
          <Select
            label="Usage"
            isLabelHidden
            items={USAGES}
            value={search.usage ?? 'all'}
            onChange={(usage) => place.change({ usage: usage === 'all' ? undefined : usage, page: undefined })}
          />
        }
        bulk={
          chosen.length > 0 && (
            <Button variant="danger" icon={Trash2} onPress={() => deletion.ask(chosen)}>
              Delete{' '}
              {chosen.length === 1 ? 'component template' : `${chosen.length.toLocaleString('en')} component templates`}
            </Button>
          )
        }
        refresh={{ isPending: query.isFetching, run: () => void refresh() }}
        notices={deletion.report}
      >
        <ListStates
          noun="component templates"
          icon={Boxes}
          error={query.error}
          onRetry={() => void query.refetch()}
          isRead={query.data !== undefined}
          total={all.length}
          found={found.length}
          onClear={() => {
            place.onFilter('');
            place.change({ usage: undefined, filter: undefined });
          }}
          empty={{
            title: 'There are no component templates yet',
            text: 'They hold settings, mappings and aliases that several index templates share.',
          }}
        >
          <DataTable
            label="Component templates"
            columns={columns}
            rows={found}
            rowKey={({ name }) => name}
            sort={{ sort: search.sort ?? 'name', order: search.order ?? 'asc' }}
            onSort={place.onSort}
            page={{ number: page, size }}
            selection={{
              selected,
              onChange: setSelected,
              labelOf: ({ name }) => `Select ${name}`,
              refusalOf: ({ usedBy }) => (isReadOnly ? READ_ONLY_REASON : inUseReason(usedBy)),
            }}
            openKey={openName}
          />
          <Pager
            label="Pages of component templates"
            page={page}
            pageSize={size}
            total={found.length}
            onPage={place.onPage}
            onPageSize={place.onPageSize}
          />
        </ListStates>
      </ListFrame>
      {openName !== undefined && (
        <ComponentTemplateFlyout
          key={openName}
          name={openName}
          search={search}
          onClose={close}
          onDelete={(component) => deletion.ask([component])}
        />
      )}
      {deletion.dialog}
    </>
  );
}
