import { useMemo } from 'react';
import { componentTemplateItemOf, type ComponentTemplateItem } from '#domain/template';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Boxes } from '../../kit/icons/icons.ts';
import { Select } from '../../kit/select.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { ImportTemplates, MoveButtons } from '../template-move/template-move.tsx';
import { COMPONENT_COLUMNS } from './component-columns.tsx';
import { CreateTemplateLink } from './create-template-link.tsx';
import { ComponentTemplateFlyout } from './component-template-flyout.tsx';
import { readComponentsSearch } from './templates-search.ts';
import { useComponentDeletion } from './use-component-deletion.tsx';

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
  filterRows(components, text, ({ name, usedBy }) => [name, ...usedBy]);

function ComponentTemplates() {
  const url = useListUrlState(ADDRESS);
  const { usage, tab } = url.search;
  const query = useApiQuery('component_templates.list', {});
  const refetch = useRefetch();
  const deletion = useComponentDeletion();
  const all = useMemo(() => (query.data ?? []).map(componentTemplateItemOf), [query.data]);
  const ofUsage = useMemo(
    () => (usage === undefined ? all : all.filter(({ usedBy }) => usedBy.length > 0 === (usage === 'used'))),
    [all, usage],
  );
  return (
    <ResourceList
      noun={NOUN}
      icon={Boxes}
      intro="Reusable building blocks for index templates."
      url={url}
      query={query}
      onRefresh={() => void refetch('component_templates.list', 'component_templates.get')}
      items={ofUsage}
      total={all.length}
      getRowId={nameOf}
      nameOf={nameOf}
      columns={COMPONENT_COLUMNS}
      find={find}
      onClear={() => url.clear({ usage: undefined })}
      actions={() => (
        <>
          <ImportTemplates />
          {all.length > 0 && <CreateTemplateLink kind="component_template" />}
        </>
      )}
      choices={
        <Select
          label="Usage"
          isLabelHidden
          items={USAGES}
          value={usage ?? 'all'}
          onChange={(id) => url.change({ usage: id === 'all' ? undefined : id, page: undefined })}
        />
      }
      empty={{
        title: 'No component templates yet',
        text: <p>Component templates hold settings, mappings and aliases that index templates share.</p>,
        actions: <CreateTemplateLink kind="component_template" />,
      }}
      deletion={deletion}
      tools={({ selected }) => <MoveButtons components={selected.map(nameOf)} />}
      detail={(detail) => (
        <ComponentTemplateFlyout
          key={detail.name}
          detail={detail}
          tab={tab ?? 'summary'}
          onTab={(next) => url.change({ tab: next })}
        />
      )}
    />
  );
}
