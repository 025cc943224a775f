import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { LayoutTemplate, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { METRICS } from '#domain/console';
import { ilmPolicyNameOf, indexTemplateItemOf, type IndexTemplateItem } from '#domain/template';
import { useApi } from '../../platform/api-provider.tsx';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { Screen } from '../../frame/screen.tsx';
import { useServices } from '../../platform/services.ts';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useFeature, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { Pager, shownPage } from '../../kit/pager.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { Select } from '../../kit/select.tsx';
import type { DeletionOutcome } from '../../lists/deletion-report.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListFrame, ListStates } from '../../lists/list-frame.tsx';
import { DEFAULT_SIZE } from '../../lists/list-search.ts';
import { useDeletion } from '../../lists/use-deletion.tsx';
import { useListPlace } from '../../lists/use-list-place.ts';
import { templateColumns } from './template-columns.tsx';
import { TYPE_WORDS } from './template-chips.tsx';
import { TemplateFlyout } from './template-flyout.tsx';
import { readTemplatesSearch, TEMPLATE_TYPES } from './templates-search.ts';

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
const TYPE_ITEMS = [
  { id: 'all', label: 'All types' } as const,
  ...TEMPLATE_TYPES.map((id) => ({ id, label: TYPE_WORDS[id] })),
];

/** A composable and a legacy template may have the same name. */
const keyOf = ({ name, _kbnMeta }: IndexTemplateItem) => `${_kbnMeta.isLegacy ? 'legacy' : 'composable'}/${name}`;

function Templates() {
  const search = readTemplatesSearch(useSearch({ strict: false }));
  const { name: openName } = useParams({ strict: false });
  const place = useListPlace(search, readTemplatesSearch);
  const navigate = useNavigate();
  const query = useApiQuery('index_templates.list', {});
  const isReadOnly = useIsReadOnly();
  const refetch = useRefetch();
  const legacySupport = useFeature('legacy_templates');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(
    () => [...(query.data?.templates ?? []), ...(query.data?.legacyTemplates ?? [])].map(indexTemplateItemOf),
    [query.data],
  );
  const isLegacyList = search.kind === 'legacy';
  const ofKind = useMemo(() => all.filter(({ _kbnMeta }) => _kbnMeta.isLegacy === isLegacyList), [all, isLegacyList]);
  const ofType = useMemo(
    () => (search.type === undefined ? ofKind : ofKind.filter(({ _kbnMeta }) => _kbnMeta.type === search.type)),
    [ofKind, search.type],
  );
  const found = useMemo(
    () =>
      filterRows(ofType, place.text, (template) => [
        template.name,
        ilmPolicyNameOf(template),
        ...template.indexPatterns,
        ...template.composedOf,
      ]),
    [ofType, place.text],
  );
  const columns = useMemo(() => templateColumns(search), [search]);
  const size = search.pageSize ?? DEFAULT_SIZE;
  const page = shownPage(search.page ?? 1, size, found.length);
  const openKey =
    openName === undefined ? undefined : `${search.legacy === true ? 'legacy' : 'composable'}/${openName}`;
  const { legacy: _legacy, tab: _tab, ...listSearch } = search;
  const close = () => void navigate({ to: `${APP_BASE}/templates`, search: listSearch });
  const refresh = () => refetch('index_templates.list', 'index_templates.get', 'index_templates.simulate');
  const deletion = useTemplateDeletion(({ deleted }) => {
    setSelected(new Set());
    void refresh();
    if (openName !== undefined && deleted.includes(openName)) close();
  });
  const chosen = all.filter((template) => selected.has(keyOf(template)));
  const legacyCount = all.filter(({ _kbnMeta }) => _kbnMeta.isLegacy).length;
  const count = (number: number) => (query.data === undefined ? '' : ` (${number.toLocaleString('en')})`);
  return (
    <>
      <ListFrame
        noun="index templates"
        lead="What new indices and data streams start with: settings, mappings and aliases, by the pattern of their names."
        filter={place.text}
        onFilter={place.onFilter}
        choices={
          <>
            {(legacySupport?.has !== false || isLegacyList) && (
              <SegmentedControl
                label="Kind of template"
                items={[
                  { id: 'composable', label: `Composable${count(all.length - legacyCount)}` },
                  { id: 'legacy', label: `Legacy${count(legacyCount)}` },
                ]}
                value={isLegacyList ? 'legacy' : 'composable'}
                onChange={(kind) => place.change({ kind: kind === 'legacy' ? kind : undefined, page: undefined })}
              />
            )}
            <Select
              label="Type"
              isLabelHidden
              items={TYPE_ITEMS}
              value={search.type ?? 'all'}
              onChange={(type) => place.change({ type: type === 'all' ? undefined : type, page: undefined })}
            />
          </>
        }
        bulk={
          chosen.length > 0 && (
            <Button variant="danger" icon={Trash2} onPress={() => deletion.ask(chosen)}>
              Delete {chosen.length === 1 ? 'index template' : `${chosen.length.toLocaleString('en')} index templates`}
            </Button>
          )
        }
        refresh={{ isPending: query.isFetching, run: () => void refresh() }}
        notices={deletion.report}
      >
        <ListStates
          noun="index templates"
          icon={LayoutTemplate}
          error={query.error}
          onRetry={() => void query.refetch()}
          isRead={query.data !== undefined}
          total={ofKind.length}
          found={found.length}
          onClear={() => {
            place.onFilter('');
            place.change({ type: undefined, filter: undefined });
          }}
          empty={
            isLegacyList
              ? { title: 'There are no legacy templates', text: 'Composable templates have taken their place.' }
              : {
                  title: 'There are no index templates yet',
                  text: 'Without one, new indices start with the defaults of the engine.',
                }
          }
        >
          <DataTable
            label={isLegacyList ? 'Legacy index templates' : 'Index templates'}
            columns={columns}
            rows={found}
            rowKey={keyOf}
            sort={{ sort: search.sort ?? 'name', order: search.order ?? 'asc' }}
            onSort={place.onSort}
            page={{ number: page, size }}
            selection={{
              selected,
              onChange: setSelected,
              labelOf: ({ name }) => `Select ${name}`,
              refusalOf: () => (isReadOnly ? READ_ONLY_REASON : undefined),
            }}
            openKey={openKey}
          />
          <Pager
            label="Pages of index templates"
            page={page}
            pageSize={size}
            total={found.length}
            onPage={place.onPage}
            onPageSize={place.onPageSize}
          />
        </ListStates>
      </ListFrame>
      {openName !== undefined && (
        <TemplateFlyout
          key={openKey}
          name={openName}
          search={search}
          onClose={close}
          onDelete={(template) => deletion.ask([template])}
        />
      )}
      {deletion.dialog}
    </>
  );
}

function useTemplateDeletion(onDone: (outcome: DeletionOutcome) => void) {
  const { api } = useApi();
  const { usage } = useServices();
  return useDeletion<IndexTemplateItem>({
    noun: NOUN,
    doomedOf: (template) => {
      const { name, indexPatterns, _kbnMeta } = template;
      const type = TEMPLATE_TYPES.find((each) => each === _kbnMeta.type && each !== 'default');
      const kind = [type && TYPE_WORDS[type], _kbnMeta.isLegacy && 'Legacy'].filter(Boolean);
      return {
        key: keyOf(template),
        name,
        note: [...kind, `for ${indexPatterns.join(', ')}`].join(' · '),
        isGuarded: type !== undefined,
      };
    },
    lossOf: (templates) => {
      const guarded = templates.filter(({ _kbnMeta }) => _kbnMeta.type !== 'default').length;
      return (
        <>
          <p>
            Indices that exist stay as they are. New ones no longer start with what{' '}
            {templates.length === 1 ? 'it says' : 'they say'}. This can’t be undone.
          </p>
          {guarded > 0 && (
            <p>
              {guarded === 1 ? 'One of them is' : `${guarded} of them are`} of the system or managed by something else:
              features of the cluster can stop working.
            </p>
          )}
        </>
      );
    },
    remove: async (templates) => {
      const body = { templates: templates.map(({ name, _kbnMeta: { isLegacy } }) => ({ name, isLegacy })) };
      const { templatesDeleted, errors } = await api.call('index_templates.delete', { body });
      usage.count(templates.length === 1 ? METRICS.templateDelete : METRICS.templateDeleteMany);
      return { deleted: templatesDeleted, errors };
    },
    onDone,
  });
}
