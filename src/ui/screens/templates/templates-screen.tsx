import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ilmPolicyNameOf, indexTemplateItemOf, type IndexTemplateItem } from '#domain/template';
import { METRICS } from '#domain/console';
import { deleteTemplateCall } from '#domain/index-operations';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { Screen } from '../../frame/screen.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { LayoutTemplate } from '../../kit/icons/icons.ts';
import { Select } from '../../kit/select.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { findTemplate } from '../../platform/template-calls.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import type { ResourceDeletion } from '../../lists/use-deletion.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { useCore } from '../../platform/services.ts';
import { ImportTemplates, MoveButtons } from '../template-move/template-move.tsx';
import { CreateTemplateLink } from './create-template-link.tsx';
import { TYPE_LABELS } from './template-chips.tsx';
import { COMPOSABLE_COLUMNS, LEGACY_COLUMNS } from './template-columns.tsx';
import { TemplateFlyout } from './template-flyout.tsx';
import { TemplateTabs } from './template-tabs.tsx';
import { readTemplatesSearch, TEMPLATE_TYPES } from './templates-search.ts';

const templates = getRouteApi(ROUTES.templates);

/** Every index template of the cluster; one of them beside the list. */
export function TemplatesScreen() {
  const isLegacy = templates.useSearch({ select: ({ kind }) => kind === 'legacy' });
  return (
    <Screen title={isLegacy ? 'Legacy templates' : 'Index templates'} tabs={<TemplateTabs isLegacy={isLegacy} />}>
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
  const list = useResourceList({
    ...{ noun: NOUN, url, query, nameOf, find, deletion },
    onRefresh: () => void refetch('index_templates.list', 'index_templates.get', 'index_templates.simulate'),
    items: ofType,
    total: ofKind.length,
    getRowId: idOf,
    columns: isLegacyList ? LEGACY_COLUMNS : COMPOSABLE_COLUMNS,
    openId: url.openName === undefined ? undefined : templateKey(url.openName, legacy === true),
  });
  const create = <CreateTemplateLink kind={isLegacyList ? 'legacy_template' : 'index_template'} />;
  return (
    <ResourceList
      list={list}
      detail={(detail) => (
        <TemplateFlyout
          key={templateKey(detail.name, legacy === true)}
          detail={detail}
          isLegacy={legacy === true}
          tab={tab}
          onTab={(next) => url.change({ tab: next })}
        />
      )}
    >
      <ListHead intro="Settings, mappings and aliases applied to new indices and data streams by name pattern.">
        <ImportTemplates />
        {ofKind.length > 0 && create}
      </ListHead>
      <ListToolbar
        list={list}
        choices={
          <Select
            label="Type"
            isLabelHidden
            items={TYPE_ITEMS}
            value={type ?? 'all'}
            onChange={(id) => url.change({ type: id === 'all' ? undefined : id, page: undefined })}
          />
        }
      >
        <MoveButtons templates={list.selected.map(({ name, _kbnMeta }) => ({ name, isLegacy: _kbnMeta.isLegacy }))} />
      </ListToolbar>
      <ListRows
        list={list}
        label={isLegacyList ? 'Legacy index templates' : 'Index templates'}
        onClear={() => url.clear({ type: undefined })}
        empty={
          (isLegacyList ? query.data?.legacyTemplates : query.data?.templates) && (
            <EmptyState
              icon={LayoutTemplate}
              title={isLegacyList ? 'No legacy templates' : 'No index templates yet'}
              actions={create}
            >
              <p>
                {isLegacyList
                  ? 'Composable index templates replace them in current engines.'
                  : 'Index templates give new indices their settings, mappings and aliases.'}
              </p>
            </EmptyState>
          )
        }
      />
    </ResourceList>
  );
}

/** A composable and a legacy template may have the same name. */
const templateKey = (name: string, isLegacy: boolean) => `${isLegacy ? 'legacy' : 'composable'}/${name}`;

/** Deleting index templates of both kinds. */
function useTemplateDeletion(): ResourceDeletion<IndexTemplateItem> {
  const { api } = useApi();
  const { usage } = useCore();
  return {
    toDeletionTarget: (template) => {
      const { name, indexPatterns, _kbnMeta } = template;
      const type = TEMPLATE_TYPES.find((each) => each === _kbnMeta.type && each !== 'default');
      const kind = [type && TYPE_LABELS[type], _kbnMeta.isLegacy && 'Legacy'].filter(Boolean);
      return {
        key: templateKey(name, _kbnMeta.isLegacy),
        name,
        note: [...kind, `for ${indexPatterns.join(', ')}`].join(' · '),
        isGuarded: type !== undefined,
      };
    },
    consequencesOf: (templates) => {
      const guarded = templates.filter(({ _kbnMeta: { type = 'default' } }) => type !== 'default').length;
      return (
        <>
          <p>
            Existing indices don’t change. New indices no longer get the settings, mappings and aliases of{' '}
            {templates.length === 1 ? 'this template' : 'these templates'}. This can’t be undone.
          </p>
          {guarded > 0 && (
            <p>
              {guardedSubject(guarded, templates.length)} managed or used by the system. Cluster features may stop
              working.
            </p>
          )}
        </>
      );
    },
    callsOf: (templates) =>
      templates.map(({ name, _kbnMeta: { isLegacy } }) =>
        deleteTemplateCall(isLegacy ? 'legacy_template' : 'index_template', name),
      ),
    remove: async (templates, reason) => {
      const body = { templates: templates.map(({ name, _kbnMeta: { isLegacy } }) => ({ name, isLegacy })) };
      const { templatesDeleted, errors } = await api.call('index_templates.delete', { body }, { reason });
      usage.count(templates.length === 1 ? METRICS.templateDelete : METRICS.templateDeleteMany);
      return {
        deleted: templatesDeleted.map(({ name }) => name),
        deletedKeys: templatesDeleted.map(({ name, isLegacy }) => templateKey(name, isLegacy)),
        errors: errors.map(({ name, isLegacy, error, outcome }) => ({
          key: templateKey(name, isLegacy),
          name: isLegacy ? `${name} (legacy)` : name,
          error,
          outcome,
        })),
      };
    },
    exists: async ({ name, _kbnMeta: { isLegacy } }) =>
      (await findTemplate(api, isLegacy ? 'legacy_template' : 'index_template', name)) !== null,
  };
}

function guardedSubject(guarded: number, total: number): string {
  if (total === 1) return 'It is';
  return guarded === 1 ? 'One of them is' : `${guarded} of them are`;
}
