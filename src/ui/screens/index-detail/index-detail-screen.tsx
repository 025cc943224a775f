import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { ResizeKind } from '#domain/index-operations';
import { RotateCw, EllipsisVertical } from '../../kit/icons/icons.ts';
import { Combine, CopyPlus, Split } from '../../kit/icons/screen-icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { BackHeading } from '../../frame/back-heading.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { useActions } from '../../actions/use-actions.tsx';
import { IconMenu, type MenuEntry } from '../../kit/menu.tsx';
import { HistoryTab } from '../change-history/of-object/history-tab.tsx';
import { useIndexActions } from '../indices/index-actions-provider.tsx';
import { indexMenu } from '../indices/index-menu.tsx';
import { menuActions } from '../indices/menu-actions.ts';
import { useIndexDialogs } from '../indices/use-index-dialogs.tsx';
import { AliasesTab } from './aliases-tab.tsx';
import { EditSettingsTab } from './edit-settings-tab.tsx';
import type { IndexDetailSearch, IndexTab } from './index-detail-search.ts';
import { MappingTab } from './mapping-tab.tsx';
import { NoSuchIndex } from './no-such-index.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { StatsTab } from './stats-tab.tsx';
import { SummaryTab } from './summary-tab.tsx';
import styles from './index-detail.module.css';

const FieldsPanel = lazyPart(async () => (await import('./fields/fields-panel.tsx')).FieldsPanel);

const TABS = [
  { id: 'summary', label: 'Summary' },
  { id: 'settings', label: 'Settings' },
  { id: 'mapping', label: 'Mapping' },
  { id: 'fields', label: 'Fields' },
  { id: 'stats', label: 'Stats' },
  { id: 'aliases', label: 'Aliases' },
  { id: 'history', label: 'History' },
] as const satisfies readonly { readonly id: IndexTab; readonly label: string }[];
type ShownTab = (typeof TABS)[number]['id'];

/** The tab that an address is marked as: the settings are edited in a mode of their tab. */
function shownTab(tab: IndexTab): ShownTab {
  return tab === 'edit_settings' ? 'settings' : tab;
}

/** All routes that the tabs show. */
const SHOWN_ROUTES = [
  'indices.reload',
  'settings.get',
  'mapping.get',
  'stats.get',
  'aliases.get',
  'shards.get',
  'allocation.get',
  'index_templates.match',
  'data_streams.get',
  'actions.list',
  'trail.streams',
] as const;

const route = getRouteApi(ROUTES.index);

/** One index of the cluster. */
export function IndexDetailScreen() {
  const { name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const refetch = useRefetch();
  const { tab = 'summary' } = search;
  // The button of one mode of the settings is gone in the other, which takes its focus.
  const [hasSwitched, setHasSwitched] = useState(false);
  const { data: rows } = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  const index = rows?.find((row) => row.name === name);
  // Edits of the settings and the history are kept, even when the index is deleted.
  const isMissing = rows !== undefined && index === undefined && tab !== 'edit_settings' && tab !== 'history';
  const go = (change: IndexDetailSearch) => void navigate({ search: change });
  const switchTo = (mode: 'settings' | 'edit_settings') => {
    setHasSwitched(true);
    go({ tab: mode });
  };
  return (
    <Screen
      title={name}
      heading={<BackHeading list="indices" title={name} isMono />}
      actions={
        <>
          <IconButton icon={RotateCw} label="Refresh" onPress={() => void refetch(...SHOWN_ROUTES)} />
          <IndexActionsMenu name={name} />
        </>
      }
    >
      <ClusterGate>
        <div key={name} className={styles['page']}>
          <Tabs
            label="Index details"
            items={TABS}
            value={shownTab(tab)}
            onChange={(id) => {
              setHasSwitched(false);
              go(id === 'summary' ? {} : { tab: id });
            }}
          >
            <PanelBoundary what="This tab" resetKey={tab}>
              {tab === 'summary' && <SummaryTab name={name} />}
              {isMissing && tab !== 'summary' && <NoSuchIndex name={name} />}
              {!isMissing && tab === 'settings' && (
                <SettingsTab
                  name={name}
                  hasDefaults={search.defaults === true}
                  onDefaults={(isOn) => go({ tab, ...(isOn && { defaults: true }) })}
                  takesFocus={hasSwitched}
                  onEdit={() => switchTo('edit_settings')}
                />
              )}
              {!isMissing && tab === 'mapping' && (
                <MappingTab
                  name={name}
                  isJson={search.view === 'json'}
                  onView={(isJson) => go({ tab, ...(isJson && { view: 'json' }) })}
                />
              )}
              {!isMissing && tab === 'fields' && (
                <Suspense>
                  <FieldsPanel name={name} uuid={index?.uuid} stream={index?.data_stream} />
                </Suspense>
              )}
              {!isMissing && tab === 'stats' && (
                <StatsTab
                  name={name}
                  isJson={search.view === 'json'}
                  onView={(isJson) => go({ tab, ...(isJson && { view: 'json' }) })}
                />
              )}
              {tab === 'edit_settings' && (
                <EditSettingsTab name={name} takesFocus={hasSwitched} onClose={() => switchTo('settings')} />
              )}
              {!isMissing && tab === 'aliases' && <AliasesTab name={name} />}
              {tab === 'history' && (
                <div className={styles['pane']}>
                  <HistoryTab
                    object={{ kind: 'index', name, ...(index?.uuid !== undefined && { uuid: index.uuid }) }}
                  />
                </div>
              )}
            </PanelBoundary>
          </Tabs>
        </div>
      </ClusterGate>
    </Screen>
  );
}

const ResizeDialog = lazyPart(async () => (await import('./resize-dialog.tsx')).ResizeDialog);

const RESIZES = [
  { kind: 'clone', label: 'Clone', icon: CopyPlus },
  { kind: 'shrink', label: 'Shrink', icon: Combine },
  { kind: 'split', label: 'Split', icon: Split },
] as const;

const NO_ITEMS: readonly MenuEntry[] = [];

/** The actions on the index, as in the list; after an action, the data shown for the index is read again. */
function IndexActionsMenu({ name }: { readonly name: string }) {
  const { data } = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  const actions = useIndexActions();
  const { menu, dialog } = useIndexDialogs(actions);
  const refetch = useRefetch();
  const isBusy = actions.busy.has(name);
  useEffect(() => {
    if (!isBusy) void refetch('indices.reload', 'settings.get', 'stats.get', 'shards.get', 'allocation.get');
  }, [isBusy, refetch]);
  const index = data?.find((row) => row.name === name);
  const [resized, setResized] = useState<ResizeKind | null>(null);
  const isReadOnly = useIsReadOnly();
  const resizes = RESIZES.map(({ kind, label, icon }): MenuEntry => {
    const refusal = isReadOnly ? READ_ONLY_REASON : index?.status === 'close' ? 'Open the index first.' : undefined;
    return {
      id: `resize.${kind}`,
      label,
      icon,
      ...(refusal !== undefined && { isDisabled: true, description: refusal }),
      onAction: () => setResized(kind),
    };
  });
  const items = index === undefined ? NO_ITEMS : [...resizes, 'separator' as const, ...indexMenu([index], menu)];
  useActions(menuActions(`Index ${name}`, items));
  if (index === undefined) return null;
  return (
    <>
      <IconMenu label={`Actions for ${name}`} icon={EllipsisVertical} items={items} />
      {dialog}
      {resized !== null && (
        <Suspense>
          <ResizeDialog name={name} kind={resized} onClose={() => setResized(null)} />
        </Suspense>
      )}
    </>
  );
}
