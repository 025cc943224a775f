import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ListTree, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { dataStreamOf, mayOn, type DataStream } from '#domain/console';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { Screen } from '../../frame/screen.tsx';
import { useServices } from '../../platform/services.ts';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { useNow } from '../../platform/use-now.ts';
import { Button } from '../../kit/button.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { Pager, shownPage } from '../../kit/pager.tsx';
import { Switch } from '../../kit/switch.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListFrame, ListStates } from '../../lists/list-frame.tsx';
import { DEFAULT_SIZE } from '../../lists/list-search.ts';
import { useListPlace } from '../../lists/use-list-place.ts';
import { DataStreamFlyout } from './data-stream-flyout.tsx';
import { dataStreamColumns } from './data-stream-columns.tsx';
import { NO_RIGHT_TO_DELETE, useDataStreamDeletion } from './use-data-stream-deletion.tsx';
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

function DataStreams() {
  const search = readDataStreamsSearch(useSearch({ strict: false }));
  const { name: openName } = useParams({ strict: false });
  const place = useListPlace(search, readDataStreamsSearch);
  const navigate = useNavigate();
  const hasStats = search.includeStats === true;
  const query = useApiQuery('data_streams.list', hasStats ? { query: { includeStats: true } } : { query: {} });
  const { clock } = useServices();
  const now = useNow(clock);
  const isReadOnly = useIsReadOnly();
  const refetch = useRefetch();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => (query.data ?? []).map(dataStreamOf), [query.data]);
  const listed = useMemo(
    () => (search.includeHidden === true ? all : all.filter(({ hidden }) => !hidden)),
    [all, search.includeHidden],
  );
  const found = useMemo(
    () =>
      filterRows(listed, place.text, ({ name, indexTemplateName, ilmPolicyName }) => [
        name,
        indexTemplateName,
        ilmPolicyName,
      ]),
    [listed, place.text],
  );
  const columns = useMemo(() => dataStreamColumns(hasStats, now, search), [hasStats, now, search]);
  const size = search.pageSize ?? DEFAULT_SIZE;
  const page = shownPage(search.page ?? 1, size, found.length);
  const close = () => void navigate({ to: `${APP_BASE}/data_streams`, search });
  const refresh = () => refetch('data_streams.list', 'data_streams.get');
  const deletion = useDataStreamDeletion(({ deleted }) => {
    setSelected((before) => new Set([...before].filter((name) => !deleted.includes(name))));
    void refresh();
    if (openName !== undefined && deleted.includes(openName)) close();
  });
  const chosen = all.filter(({ name }) => selected.has(name));
  const hiddenCount = all.filter(({ hidden }) => hidden).length;
  return (
    <>
      <ListFrame
        noun="data streams"
        lead="Append-only series of documents, each over the backing indices that it rolls over to."
        filter={place.text}
        onFilter={place.onFilter}
        choices={
          <>
            <Switch isSelected={hasStats} onChange={(isOn) => place.change({ includeStats: isOn ? true : undefined })}>
              Include stats
            </Switch>
            {(hiddenCount > 0 || search.includeHidden === true) && (
              <Switch
                isSelected={search.includeHidden === true}
                onChange={(isOn) => place.change({ includeHidden: isOn ? true : undefined })}
              >
                Hidden data streams ({hiddenCount.toLocaleString('en')})
              </Switch>
            )}
          </>
        }
        bulk={
          chosen.length > 0 && (
            <Button variant="danger" icon={Trash2} onPress={() => deletion.ask(chosen)}>
              Delete {chosen.length === 1 ? 'data stream' : `${chosen.length.toLocaleString('en')} data streams`}
            </Button>
          )
        }
        refresh={{ isPending: query.isFetching, run: () => void refresh() }}
        notices={deletion.report}
      >
        <ListStates
          noun="data streams"
          icon={ListTree}
          error={query.error}
          onRetry={() => void query.refetch()}
          isRead={query.data !== undefined}
          total={listed.length}
          found={found.length}
          onClear={() => place.onFilter('')}
          empty={{
            title: hiddenCount > 0 ? 'Every data stream is hidden' : 'There are no data streams yet',
            text:
              hiddenCount > 0
                ? 'Show the hidden ones to see them.'
                : 'One is made when a document is sent to a name that an index template with a data stream matches.',
          }}
        >
          <DataTable
            label="Data streams"
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
              refusalOf: (stream) => refusalOf(stream, isReadOnly),
            }}
            openKey={openName}
          />
          <Pager
            label="Pages of data streams"
            page={page}
            pageSize={size}
            total={found.length}
            onPage={place.onPage}
            onPageSize={place.onPageSize}
          />
        </ListStates>
      </ListFrame>
      {openName !== undefined && (
        <DataStreamFlyout
          key={openName}
          name={openName}
          now={now}
          onClose={close}
          onDelete={(stream) => deletion.ask([stream])}
        />
      )}
      {deletion.dialog}
    </>
  );
}

function refusalOf(stream: DataStream, isReadOnly: boolean): string | undefined {
  if (isReadOnly) return READ_ONLY_REASON;
  return mayOn(stream, 'delete_index') ? undefined : NO_RIGHT_TO_DELETE;
}
