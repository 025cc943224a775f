import { useMemo } from 'react';
import { ilmPolicyNameOf, indexTemplateItemOf, type IndexTemplateItem } from '#domain/template';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useFeature } from '../../cluster/use-cluster.ts';
import { Screen } from '../../frame/screen.tsx';
import { LayoutTemplate } from '../../kit/icons/icons.ts';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { Select } from '../../kit/select.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { CreateTemplateLink } from './create-template-link.tsx';
import { ImportTemplates, MoveButtons } from '../template-move/template-move.tsx';
import { TYPE_LABELS } from './template-chips.tsx';
import { COMPOSABLE_COLUMNS, LEGACY_COLUMNS } from './template-columns.tsx';
import { TemplateFlyout } from './template-flyout.tsx';
import { readTemplatesSearch, TEMPLATE_TYPES } from './templates-search.ts';
import { templateKey, useTemplateDeletion } from './use-template-deletion.tsx';

/** Every index template of the cluster; one of them beside the list. */
export function TemplatesScreen() {
  return (
    <Screen title="Index templates">
      <ClusterGate>
        <Templates />
      </ClusterGate>
    </Screen>
  );
}

const NOUN = { one: 'index template', many: 'index templates' } as const;
const ADDRESS = {
  readSearch: readTemplatesSearch,
  listPath: ROUTES.templates,
  detailParams: ['legacy', 'tab'],
} as const;
const TYPE_ITEMS = [
  { id: 'all', label: 'All types' } as const,
  ...TEMPLATE_TYPES.map((id) => ({ id, label: TYPE_LABELS[id] })),
];
const idOf = ({ name, _kbnMeta }: IndexTemplateItem) => templateKey(name, _kbnMeta.isLegacy);
const nameOf = ({ name }: IndexTemplateItem) => name;
const find = (templates: readonly IndexTemplateItem[], text: string) =>
  filterRows(templates, text, (template) => [
    template.name,
    ilmPolicyNameOf(template),
    ...template.indexPatterns,
    ...template.composedOf,
  ]);

function Templates() {
  const url = useListUrlState(ADDRESS);
  const { kind, type, legacy, tab } = url.search;
  const query = useApiQuery('index_templates.list', {});
  const refetch = useRefetch();
  const legacySupport = useFeature('legacy_templates');
  const deletion = useTemplateDeletion();
  const all = useMemo(
    () => [...(query.data?.templates ?? []), ...(query.data?.legacyTemplates ?? [])].map(indexTemplateItemOf),
    [query.data],
  );
  const isLegacyList = kind === 'legacy';
  const ofKind = useMemo(() => all.filter(({ _kbnMeta }) => _kbnMeta.isLegacy === isLegacyList), [all, isLegacyList]);
  const ofType = useMemo(
    () => (type === undefined ? ofKind : ofKind.filter(({ _kbnMeta }) => _kbnMeta.type === type)),
    [ofKind, type],
  );
  const legacyCount = all.filter(({ _kbnMeta }) => _kbnMeta.isLegacy).length;
  const count = (number: number) => (query.data === undefined ? '' : ` (${number.toLocaleString('en')})`);
  return (
    <ResourceList
      noun={NOUN}
      icon={LayoutTemplate}
      intro="Settings, mappings and aliases applied to new indices and data streams by name pattern."
      label={isLegacyList ? 'Legacy index templates' : 'Index templates'}
      url={url}
      query={query}
      onRefresh={() => void refetch('index_templates.list', 'index_templates.get', 'index_templates.simulate')}
      items={ofType}
      total={ofKind.length}
      getRowId={idOf}
      nameOf={nameOf}
      columns={isLegacyList ? LEGACY_COLUMNS : COMPOSABLE_COLUMNS}
      find={find}
      onClear={() => url.clear({ type: undefined })}
      actions={() => (
        <>
          <ImportTemplates />
          {ofKind.length > 0 && <CreateTemplateLink kind={isLegacyList ? 'legacy_template' : 'index_template'} />}
        </>
      )}
      choices={
        <>
          {(legacySupport?.has !== false || isLegacyList) && (
            <SegmentedControl
              label="Template format"
              items={[
                { id: 'composable', label: `Composable${count(all.length - legacyCount)}` },
                { id: 'legacy', label: `Legacy${count(legacyCount)}` },
              ]}
              value={isLegacyList ? 'legacy' : 'composable'}
              onChange={(id) => url.change({ kind: id === 'legacy' ? id : undefined, page: undefined })}
            />
          )}
          <Select
            label="Type"
            isLabelHidden
            items={TYPE_ITEMS}
            value={type ?? 'all'}
            onChange={(id) => url.change({ type: id === 'all' ? undefined : id, page: undefined })}
          />
        </>
      }
      empty={
        isLegacyList
          ? {
              title: 'No legacy templates',
              text: <p>Composable index templates replace them in current engines.</p>,
              actions: <CreateTemplateLink kind="legacy_template" />,
            }
          : {
              title: 'No index templates yet',
              text: <p>Index templates give new indices their settings, mappings and aliases.</p>,
              actions: <CreateTemplateLink kind="index_template" />,
            }
      }
      deletion={deletion}
      tools={({ selected }) => (
        <MoveButtons templates={selected.map(({ name, _kbnMeta }) => ({ name, isLegacy: _kbnMeta.isLegacy }))} />
      )}
      openId={url.openName === undefined ? undefined : templateKey(url.openName, legacy === true)}
      detail={(detail) => (
        <TemplateFlyout
          key={templateKey(detail.name, legacy === true)}
          detail={detail}
          isLegacy={legacy === true}
          tab={tab}
          onTab={(next) => url.change({ tab: next })}
        />
      )}
    />
  );
}
