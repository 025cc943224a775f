import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { dataStreamOf, type DataStream, hasPrivilege, countOf } from '#domain/console';
import { deleteDataStreamsCall, namesByCall } from '#domain/index-operations';
import { Button, buttonClass } from '../../kit/button.tsx';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { Screen } from '../../frame/screen.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListTree } from '../../kit/icons/icons.ts';
import { Switch } from '../../kit/switch.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { onlyNames } from '../../platform/use-listed-names.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { useApi } from '../../platform/api-provider.tsx';
import type { ResourceDeletion } from '../../lists/use-deletion.tsx';
import { RolloverDialog } from '../rollover/rollover-dialog.tsx';
import { CreateDataStreamDialog } from './create-data-stream-dialog.tsx';
import { DATA_STREAM_COLUMNS, STATS_COLUMNS } from './data-stream-columns.tsx';
import { DataStreamFlyout } from './data-stream-flyout.tsx';
import { DataStreamActionsContext } from './data-stream-menu.tsx';
import { readDataStreamsSearch } from './data-streams-search.ts';

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
const ADDRESS = { readSearch: readDataStreamsSearch, listPath: ROUTES.dataStreams, detailParams: ['tab'] } as const;
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
  const [rolled, setRolled] = useState<string | null>(null);
  const rowActions = useMemo(() => ({ onRollOver: setRolled }), []);
  const all = useMemo(() => (query.data ?? []).map(dataStreamOf), [query.data]);
  const hiddenCount = all.filter(({ hidden }) => hidden).length;
  const listed = useMemo(() => (includesHidden ? all : all.filter(({ hidden }) => !hidden)), [all, includesHidden]);
  const list = useResourceList({
    ...{ noun: NOUN, url, query, nameOf, columns: DATA_STREAM_COLUMNS, find, deletion },
    isNarrowed: true,
    onRefresh: () => void refetch('data_streams.list', 'data_streams.get'),
    items: listed,
    columnVisibility: hasStats ? ALL_COLUMNS : NO_STATS,
  });
  return (
    <DataStreamActionsContext value={rowActions}>
      <ResourceList
        list={list}
        detail={(detail) => (
          <DataStreamFlyout
            key={detail.name}
            detail={detail}
            tab={url.search.tab ?? 'summary'}
            onTab={(tab) => url.change({ tab: tab === 'history' ? tab : undefined })}
          />
        )}
      >
        <ListHead intro="Append-only time series data, stored in backing indices that roll over automatically.">
          <Button variant="primary" isDisabled={isReadOnly} onPress={() => setIsCreating(true)}>
            Create data stream
          </Button>
        </ListHead>
        <ListToolbar
          list={list}
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
        />
        <ListRows
          list={list}
          empty={
            hiddenCount > 0 ? (
              <EmptyState icon={ListTree} title="All data streams are hidden">
                <p>Turn on hidden data streams to see them.</p>
              </EmptyState>
            ) : (
              <EmptyState
                icon={ListTree}
                title="No data streams yet"
                actions={
                  <Link to={ROUTES.templates} className={buttonClass('primary')}>
                    Go to Index templates
                  </Link>
                }
              >
                <p>
                  A data stream is created when a document is sent to a name that matches an index template with data
                  streams enabled.
                </p>
              </EmptyState>
            )
          }
        />
      </ResourceList>
      {isCreating && <CreateDataStreamDialog onClose={() => setIsCreating(false)} />}
      {rolled !== null && <RolloverDialog name={rolled} kind="data stream" onClose={() => setRolled(null)} />}
    </DataStreamActionsContext>
  );
}

const NO_RIGHT = 'Deleting it requires the privilege delete_index.';

const refusalOf = (stream: DataStream) => (hasPrivilege(stream, 'delete_index') ? undefined : NO_RIGHT);

/** Deleting data streams, and their backing indices with them. */
function useDataStreamDeletion(): ResourceDeletion<DataStream> {
  const { api } = useApi();
  return {
    refusalOf,
    toDeletionTarget: ({ name, indices, _meta }) => {
      const isManaged = _meta?.['managed'] === true;
      const names = indices.length === 0 ? '' : `: ${indices.map((index) => index.name).join(', ')}`;
      return {
        key: name,
        name,
        note: `${isManaged ? 'Managed · ' : ''}${describeBackingIndices(indices.length)}${names}`,
        isGuarded: isManaged || name.startsWith('.'),
      };
    },
    consequencesOf: (streams) => {
      const count = streams.reduce((sum, { indices }) => sum + indices.length, 0);
      return (
        <p>
          All documents in {streams.length === 1 ? 'this data stream' : 'these data streams'} are deleted, with{' '}
          {describeBackingIndices(count)}. This can’t be undone.
        </p>
      );
    },
    callsOf: (streams) => namesByCall(streams.map(({ name }) => name)).map(deleteDataStreamsCall),
    remove: async (streams, reason) => {
      const { dataStreamsDeleted, errors } = await api.call(
        'data_streams.delete',
        { body: { dataStreams: streams.map(({ name }) => name) } },
        { reason },
      );
      return { deleted: dataStreamsDeleted, errors };
    },
    exists: async ({ name }) =>
      (await api.call('data_streams.list', { query: {} }, onlyNames([name]))).some((each) => each.name === name),
  };
}

function describeBackingIndices(count: number): string {
  return countOf(count, 'backing index', 'backing indices');
}
