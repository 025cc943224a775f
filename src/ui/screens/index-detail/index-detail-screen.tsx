import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, RotateCw } from 'lucide-react';
import { ROUTES } from '../../platform/route-table.ts';
import { Screen } from '../../frame/screen.tsx';
import { useRefetch } from '../../platform/use-api-query.ts';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { AliasesTab } from './aliases-tab.tsx';
import { IndexActionsMenu } from './index-actions-menu.tsx';
import { EditSettingsTab } from './edit-settings-tab.tsx';
import styles from './index-detail.module.css';
import type { IndexDetailSearch, IndexTab } from './index-detail-search.ts';
import { MappingTab } from './mapping-tab.tsx';
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

const route = getRouteApi(ROUTES.index);

/** One index of the cluster. */
export function IndexDetailScreen() {
  const { name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const refetch = useRefetch();
  const { tab = 'summary' } = search;
  const go = (change: IndexDetailSearch) => void navigate({ search: change });
  return (
    <Screen
      title={name}
      heading={
        <div className={styles['heading']}>
          <Link className={styles['back']} to={ROUTES.indices} aria-label="Indices" title="Indices">
            <ChevronLeft size={16} aria-hidden />
          </Link>
          <h1 className={styles['name']}>{name}</h1>
        </div>
      }
      actions={
        <>
          <IconButton
            icon={RotateCw}
            label="Refresh"
            onPress={() => void refetch('indices.reload', 'settings.get', 'mapping.get', 'stats.get', 'aliases.get')}
          />
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
            {tab === 'summary' && <SummaryTab name={name} />}
            {tab === 'settings' && (
              <SettingsTab
                name={name}
                hasDefaults={search.defaults === true}
                onDefaults={(isOn) => go({ tab, ...(isOn && { defaults: true }) })}
              />
            )}
            {tab === 'mapping' && (
              <MappingTab
                name={name}
                isJson={search.view === 'json'}
                onView={(isJson) => go({ tab, ...(isJson && { view: 'json' }) })}
              />
            )}
            {tab === 'stats' && (
              <StatsTab
                name={name}
                isJson={search.view === 'json'}
                onView={(isJson) => go({ tab, ...(isJson && { view: 'json' }) })}
              />
            )}
            {tab === 'edit_settings' && <EditSettingsTab name={name} />}
            {tab === 'aliases' && <AliasesTab name={name} />}
          </Tabs>
        </div>
      </ClusterGate>
    </Screen>
  );
}
