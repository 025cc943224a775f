import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { dataStreamOf, type DataStream } from '#domain/console';
import { Button } from '../../kit/button.tsx';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { Screen } from '../../frame/screen.tsx';
import { ListTree } from '../../kit/icons/icons.ts';
import { Switch } from '../../kit/switch.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { buttonClass } from '../../kit/button.tsx';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { CreateDataStreamDialog } from './create-data-stream-dialog.tsx';
import { DATA_STREAM_COLUMNS, STATS_COLUMNS } from './data-stream-columns.tsx';
import { DataStreamFlyout } from './data-stream-flyout.tsx';
import { readDataStreamsSearch } from './data-streams-search.ts';
import { useDataStreamDeletion } from './use-data-stream-deletion.tsx';

/** Every data stream of the cluster; one of them beside the list. */
export function DataStreamsScreen() {
  return (
    <Screen title="Data streams">
      <ClusterGate needs="data_streams">
        <DataStreams />
      </ClusterGate>
    </Screen>
  );
}

const NOUN = { one: 'data stream', many: 'data streams' } as const;
const ADDRESS = { readSearch: readDataStreamsSearch, listPath: ROUTES.dataStreams } as const;
const NO_STATS = Object.fromEntries(STATS_COLUMNS.map((id) => [id, false]));
const ALL_COLUMNS = {};
const nameOf = ({ name }: DataStream) => name;
const find = (streams: readonly DataStream[], text: string) =>
  filterRows(streams, text, ({ name, indexTemplateName, ilmPolicyName }) => [name, indexTemplateName, ilmPolicyName]);

function DataStreams() {
  const url = useListUrlState(ADDRESS);
  const hasStats = url.search.includeStats === true;
  const includesHidden = url.search.includeHidden === true;
  const query = useApiQuery('data_streams.list', { query: hasStats ? { includeStats: true } : {} });
  const refetch = useRefetch();
  const deletion = useDataStreamDeletion();
  const isReadOnly = useIsReadOnly();
  const [isCreating, setIsCreating] = useState(false);
  const all = useMemo(() => (query.data ?? []).map(dataStreamOf), [query.data]);
  const hiddenCount = all.filter(({ hidden }) => hidden).length;
  const listed = useMemo(() => (includesHidden ? all : all.filter(({ hidden }) => !hidden)), [all, includesHidden]);
  return (
    <>
      <ResourceList
        noun={NOUN}
        icon={ListTree}
        actions={() => (
          <Button variant="primary" isDisabled={isReadOnly} onPress={() => setIsCreating(true)}>
            Create data stream
          </Button>
        )}
        intro="Append-only time series data, stored in backing indices that roll over automatically."
        url={url}
        query={query}
        onRefresh={() => void refetch('data_streams.list', 'data_streams.get')}
        items={listed}
        getRowId={nameOf}
        nameOf={nameOf}
        columns={DATA_STREAM_COLUMNS}
        columnVisibility={hasStats ? ALL_COLUMNS : NO_STATS}
        find={find}
        choices={
          <>
            <Switch isSelected={hasStats} onChange={(isOn) => url.change({ includeStats: isOn ? true : undefined })}>
              Include stats
            </Switch>
            {(hiddenCount > 0 || includesHidden) && (
              <Switch
                isSelected={includesHidden}
                onChange={(isOn) => url.change({ includeHidden: isOn ? true : undefined })}
              >
                Hidden data streams ({hiddenCount.toLocaleString('en')})
              </Switch>
            )}
          </>
        }
        empty={
          hiddenCount > 0
            ? { title: 'All data streams are hidden', text: <p>Turn on hidden data streams to see them.</p> }
            : {
                title: 'No data streams yet',
                text: (
                  <p>
                    A data stream is created when a document is sent to a name that matches an index template with data
                    streams enabled.
                  </p>
                ),
                actions: (
                  <Link to={ROUTES.templates} className={buttonClass('primary')}>
                    Go to Index templates
                  </Link>
                ),
              }
        }
        deletion={deletion}
        detail={(detail) => <DataStreamFlyout key={detail.name} detail={detail} />}
      />
      {isCreating && <CreateDataStreamDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
