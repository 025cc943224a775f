import { getRouteApi } from '@tanstack/react-router';
import { RotateCw } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { BackHeading } from '../../frame/back-heading.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { AliasesTab } from './aliases-tab.tsx';
import { IndexActionsMenu } from './index-actions-menu.tsx';
import { EditSettingsTab } from './edit-settings-tab.tsx';
import styles from './index-detail.module.css';
import type { IndexDetailSearch, IndexTab } from './index-detail-search.ts';
import { MappingTab } from './mapping-tab.tsx';
import { NoSuchIndex } from './no-such-index.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { StatsTab } from './stats-tab.tsx';
import { SummaryTab } from './summary-tab.tsx';

const TABS = [
  { id: 'summary', label: 'Summary' },
  { id: 'settings', label: 'Settings' },
  { id: 'mapping', label: 'Mapping' },
  { id: 'stats', label: 'Stats' },
  { id: 'edit_settings', label: 'Edit settings' },
  { id: 'aliases', label: 'Aliases' },
] as const satisfies readonly { readonly id: IndexTab; readonly label: string }[];

/** Everything that the tabs show. */
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
] as const;

const route = getRouteApi(ROUTES.index);

/** One index of the cluster. */
export function IndexDetailScreen() {
  const { name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const refetch = useRefetch();
  const { tab = 'summary' } = search;
  const { data: rows } = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  // What is typed in the settings stays, whatever becomes of the index.
  const isMissing = rows !== undefined && !rows.some((row) => row.name === name) && tab !== 'edit_settings';
  const go = (change: IndexDetailSearch) => void navigate({ search: change });
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
            value={tab}
            onChange={(id) => go(id === 'summary' ? {} : { tab: id })}
          >
            <PanelBoundary what="This tab" resetKey={tab}>
              {tab === 'summary' && <SummaryTab name={name} />}
              {isMissing && tab !== 'summary' && <NoSuchIndex name={name} />}
              {!isMissing && tab === 'settings' && (
                <SettingsTab
                  name={name}
                  hasDefaults={search.defaults === true}
                  onDefaults={(isOn) => go({ tab, ...(isOn && { defaults: true }) })}
                />
              )}
              {!isMissing && tab === 'mapping' && (
                <MappingTab
                  name={name}
                  isJson={search.view === 'json'}
                  onView={(isJson) => go({ tab, ...(isJson && { view: 'json' }) })}
                />
              )}
              {!isMissing && tab === 'stats' && (
                <StatsTab
                  name={name}
                  isJson={search.view === 'json'}
                  onView={(isJson) => go({ tab, ...(isJson && { view: 'json' }) })}
                />
              )}
              {tab === 'edit_settings' && <EditSettingsTab name={name} />}
              {!isMissing && tab === 'aliases' && <AliasesTab name={name} />}
            </PanelBoundary>
          </Tabs>
        </div>
      </ClusterGate>
    </Screen>
  );
}
