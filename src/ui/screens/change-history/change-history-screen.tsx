import { useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { parseActionStream } from '#domain/action';
import { sampledStream } from '#domain/document';
import { nameOfAuthor, personBehind } from '#domain/events';
import { BEFORE_RECORD, whoOf } from '#domain/history';
import type { StreamInfo } from '#domain/ports';
import { countOf } from '#domain/console';
import { isAbout } from '../../editor/history/event-labels.ts';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Download, FileJson, History, ShieldCheck } from '../../kit/icons/icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { Select } from '../../kit/select.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useServices } from '../../platform/services.ts';
import { useDocument } from '../../platform/use-document.ts';
import { useNow } from '../../platform/use-now.ts';
import { CHANGE_COLUMNS, KIND_LABELS, type ChangeRow } from './change-columns.tsx';
import styles from './change-history.module.css';
import { ActionFlyout } from './action-flyout.tsx';
import { nameOnCluster } from './actions.ts';
import type { Change } from './change-reader.ts';
import { allStreams, type ChangeSource, type RecordedStream, type SampleLog } from '../../platform/change-source.ts';
import { changesCsv } from './changes-csv.ts';
import { changesEcs } from './changes-ecs.ts';
import { DensityTimeline } from './density-timeline.tsx';
import { timeSlices } from './density.ts';
import { changedDocuments, sampledDocuments, type ChangedDocument } from './documents.ts';
import { EntryFlyout } from './entry-flyout.tsx';
import { ErasedNotices } from './erased-notices.tsx';
import { changesOfField } from './field-changes.ts';
import {
  formatEntry,
  KIND_IDS,
  parseEntry,
  PERIOD_IDS,
  PERIODS,
  readHistorySearch,
  type Period,
} from './history-search.ts';
import { clusterCalled, mayBeSame, type KnownCluster } from './known-clusters.ts';
import { listRows, type ListRow } from './list-rows.ts';
import { actionReach, peopleOf, reachLabel, type People, type ReachLabel } from './save-row.tsx';
import { keyOfRow, madeIn, type SaveRow } from './save-rows.ts';
import { TimeRange } from './time-range.tsx';
import { useActions } from './use-actions.ts';
import { RetryButton, SampleFault, StoredFault, TrailFault } from './source-faults.tsx';
import { useChangeSource } from './use-change-source.ts';
import { useChanges, type ShownChanges } from './use-changes.ts';
import { useKnownClusters } from './use-known-clusters.ts';
import { useOrigins } from './use-origins.ts';

const VerifyPanel = lazyPart(async () => (await import('./verify/verify-panel.tsx')).VerifyPanel);

const PAGE = 100;
const NONE: readonly never[] = [];
const NO_NAME = {} as const;
const EVERY = 'every';
const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
};
/** A custom range between two times. */
const RANGE = 'range';
const PERIOD_ITEMS = [
  { id: EVERY, label: 'Any time' } as const,
  ...PERIOD_IDS.map((id) => ({ id, label: PERIOD_LABELS[id] })),
  { id: RANGE, label: 'Time range' } as const,
];
const KIND_ITEMS = [
  { id: EVERY, label: 'All kinds' } as const,
  ...KIND_IDS.map((id) => ({ id, label: KIND_LABELS[id] })),
];
const NOUN = { one: 'change', many: 'changes' } as const;
const ADDRESS = { readSearch: readHistorySearch } as const;
const idOf = ({ id }: ChangeRow) => id;
const nameOf = ({ found: [{ summary }] }: ChangeRow) => summary;

/** The newest changes in all documents of this device. */
export function ChangeHistoryScreen() {
  const { stored, trail, recorded, erased, samples, sampleList, source } = useChangeSource();
  return (
    <Screen title="History">
      {stored.kind === 'failed' && <StoredFault reason={stored.reason} />}
      <TrailFault trail={trail} />
      <SampleFault sampleList={sampleList} />
      {stored.kind !== 'failed' && (
        <Changes
          stored={stored.kind === 'read' ? stored.streams : NONE}
          recorded={recorded}
          erased={erased.length}
          samples={samples}
          source={source}
          isTrailRead={trail.isSuccess}
          isOpening={stored.kind === 'reading' || trail.isPending || sampleList.isPending}
        />
      )}
    </Screen>
  );
}

interface ChangesProps {
  readonly stored: readonly StreamInfo[];
  readonly recorded: readonly RecordedStream[];
  /** How many logs the server has erased. */
  readonly erased: number;
  readonly samples: readonly SampleLog[];
  readonly source: ChangeSource;
  /** The server has returned the list of its recorded streams. */
  readonly isTrailRead: boolean;
  /** The lists of streams are not complete yet. */
  readonly isOpening: boolean;
}

function Changes({ stored, recorded, erased, samples, source, isTrailRead, isOpening }: ChangesProps) {
  const { drafts, clock, unkept } = useServices();
  const streams = useMemo(() => allStreams(stored, recorded), [stored, recorded]);
  const draftList = useDocument(drafts).state;
  const now = useNow(clock);
  const url = useListUrlState(ADDRESS);
  const {
    author,
    document: chosen,
    kind,
    on,
    field = '',
    period,
    from,
    to,
    pages = 1,
    view = 'words',
    panel,
  } = url.search;
  const entry = parseEntry(url.search.entry);
  const [isRangeOpen, setIsRangeOpen] = useState(false);
  const [clears, setClears] = useState(0);
  const isRange = from !== undefined || to !== undefined || isRangeOpen;
  const navigate = useNavigate();
  const [looks, setLooks] = useState(0);
  const clusters = useKnownClusters();
  const documents = useMemo(
    () => [
      ...changedDocuments(streams, draftList, recorded),
      ...sampledDocuments(samples.map(({ stream, records }) => ({ stream, version: records.length }))),
    ],
    [streams, draftList, recorded, samples],
  );
  const byStream = useMemo(() => new Map(documents.map((document) => [document.stream, document])), [documents]);
  const object = chosen === undefined ? undefined : byStream.get(chosen);
  // Actions on an index or a template are shown with its changes. No action concerns a single field.
  const acted = nameOnCluster(object);
  const hasActions = field === '' && (kind ?? 'action') === 'action' && (chosen === undefined || acted !== undefined);
  const asked = useMemo(() => clustersOf(clusters, [on, object?.cluster]), [clusters, on, object?.cluster]);
  const actions = useActions(asked, acted === undefined ? NO_NAME : { name: acted }, hasActions);
  const { sources } = actions;
  // Without a filter by cluster, nothing is read again while the uuids of clusters arrive.
  const filterClusters = on === undefined ? NONE : clusters;
  const origins = useOrigins(source, field === '' ? undefined : chosen);
  const read = useMemo(
    () => ({
      streams: documents.flatMap((document) => {
        const { stream, cluster } = document;
        if (kind !== undefined && document.kind !== kind) return [];
        if (on !== undefined && !(isOnCluster(document) && mayBeSame(on, cluster, filterClusters))) return [];
        if (chosen === undefined || stream === chosen) return [document];
        // Who set a field may be in the log that its document was made from.
        const version = origins.get(stream);
        return version === undefined ? [] : [{ ...document, version }];
      }),
      actions: sources,
    }),
    [documents, chosen, kind, on, filterClusters, sources, origins],
  );
  const words = url.text.trim().toLowerCase();
  const find = useCallback(
    (changes: readonly Change[]) =>
      changesOfField(changes, field).filter(
        (change) =>
          (author === undefined || change.author.id === author) &&
          (to === undefined || change.time < to) &&
          (words === '' || isAbout(change, words)),
      ),
    [author, field, to, words],
  );
  // Cut to the minute, so that nothing is read again while time passes.
  const since =
    period === undefined
      ? (from ?? '')
      : new Date(Date.parse(now) - PERIODS[period] * 3_600_000).toISOString().slice(0, 16);
  const changes = useChanges(source, read, { find, count: pages * PAGE, since, looks });
  const { shown } = changes;
  const areClustersUnread = useApiQuery('clusters.list', {}).isPending;
  const isLoading =
    isOpening ||
    changes.isReading ||
    (hasActions && (areClustersUnread || sources.length + actions.failed.length < asked.length));
  /** Whether it would be known of each change if it had been sent. */
  const isSendingKnown =
    hasActions && actions.failed.length === 0 && sources.every(({ first: { hidden } }) => hidden === 0);
  const isGrouped = useCallback((stream: string) => byStream.get(stream)?.kind !== 'server', [byStream]);
  const rows = useMemo(
    () =>
      listRows(changes.read, changes.matching, shown.length, isGrouped).map((each): ChangeRow => {
        const { row, found } = each;
        const document = documentOf(row.kind === 'action' ? found[0] : (row.events[0] ?? found[0]), byStream, clusters);
        return {
          ...each,
          id: keyOfRow(row),
          document,
          cluster: clusterLabel(document, clusters),
          ...peopleIn(each, field),
          reach: reachIn(row, document, isSendingKnown),
        };
      }),
    [changes.read, changes.matching, shown.length, isGrouped, byStream, clusters, field, isSendingKnown],
  );
  const openRow =
    entry === null
      ? undefined
      : rows.find(({ found }) =>
          found.some(({ stream, version }) => stream === entry.stream && version === entry.version),
        );
  // What came with the sample data is nobody's work, and is left out of exports.
  const recordedChanges = useMemo(() => shown.filter(({ stream }) => sampledStream(stream) === null), [shown]);
  const clusterOf = (stream: string) => clusterLabel(byStream.get(stream), clusters);
  const authors = useMemo(() => authorsOf(changes.read), [changes.read]);
  const documentName = (stream: string) =>
    byStream.get(stream)?.name ?? labelOf(parseActionStream(stream)?.cluster ?? stream, clusters);
  const { matching } = changes;
  const slices = useMemo(() => {
    const times = matching.map(({ time }) => Date.parse(time)).filter((time) => !Number.isNaN(time));
    const [first, last] = [
      times.reduce((a, b) => Math.min(a, b), Infinity),
      times.reduce((a, b) => Math.max(a, b), -Infinity),
    ];
    return timeSlices(times, first, last + 1);
  }, [matching]);
  const isNarrowed =
    words !== '' || field !== '' || [author, chosen, kind, on, period, from, to].some((part) => part !== undefined);
  const clearTime = { period: undefined, from: undefined, to: undefined, pages: undefined } as const;
  const isNothingRead = documents.length === 0 && changes.read.length === 0 && actions.failed.length === 0;
  const list = useResourceList({
    ...{ noun: NOUN, url, items: rows, nameOf, columns: CHANGE_COLUMNS },
    query: { data: isLoading && shown.length === 0 ? undefined : shown, error: null, isFetching: isLoading },
    total: isNarrowed ? changes.read.length : shown.length,
    getRowId: idOf,
    isSortable: false,
    isPaged: false,
    openId: openRow?.id,
  });
  if (isNothingRead && !isLoading && !isNarrowed) {
    return (
      <EmptyState
        icon={History}
        title={unkept === null ? 'No changes on this device yet' : 'No changes in this tab yet'}
        actions={
          <Button variant="primary" onPress={() => void navigate({ to: ROUTES.drafts })}>
            Go to drafts
          </Button>
        }
      >
        <p>Changes to drafts and index mappings are listed here with author and time.</p>
      </EmptyState>
    );
  }
  const changesList = (
    <ResourceList list={list}>
      <ListHead
        intro={
          isTrailRead ? 'Recent changes on the server and this device' : 'Recent changes to documents on this device'
        }
      />
      <ListToolbar
        list={list}
        choices={
          <>
            <div className={styles['document']}>
              <ComboBox
                label="Document"
                isLabelHidden
                items={[
                  { id: EVERY, label: 'All documents' },
                  ...documents.map((document) => ({
                    id: document.stream,
                    label: document.name,
                    description: describedAs(document, clusterOf(document.stream)),
                  })),
                ]}
                value={chosen ?? EVERY}
                onChange={(id) => url.change({ document: id === EVERY ? undefined : id, pages: undefined })}
              />
            </div>
            <Select
              label="Author"
              isLabelHidden
              items={[{ id: EVERY, label: 'All authors' }, ...withChosen(authors, author)]}
              value={author ?? EVERY}
              onChange={(id) => url.change({ author: id === EVERY ? undefined : id, pages: undefined })}
            />
            <Select
              label="Kind"
              isLabelHidden
              items={KIND_ITEMS}
              value={kind ?? EVERY}
              onChange={(id) => url.change({ kind: id === EVERY ? undefined : id, pages: undefined })}
            />
            {clusters.length > 1 && (
              <Select
                label="Cluster"
                isLabelHidden
                items={[{ id: EVERY, label: 'All clusters' }, ...clusters.map(({ id, label }) => ({ id, label }))]}
                value={clusterCalled(on, clusters)?.id ?? EVERY}
                onChange={(id) => url.change({ on: id === EVERY ? undefined : id, pages: undefined })}
              />
            )}
            <div className={styles['field']}>
              <TextField
                label="Field"
                isLabelHidden
                isMono
                placeholder="Field, e.g. host.name"
                // The text in the input is ahead of the address during typing.
                key={clears}
                defaultValue={field}
                onChange={(text) => url.change({ field: text === '' ? undefined : text, pages: undefined })}
              />
            </div>
            <Select
              label="Time"
              isLabelHidden
              items={PERIOD_ITEMS}
              value={period ?? (isRange ? RANGE : EVERY)}
              onChange={(id) => {
                setIsRangeOpen(id === RANGE);
                url.change({ ...clearTime, ...(id !== EVERY && id !== RANGE && { period: id }) });
              }}
            />
            {isRange && period === undefined && (
              <TimeRange from={from} to={to} onChange={(range) => url.change({ ...clearTime, ...range })} />
            )}
          </>
        }
      >
        <IconButton
          data-tour="verify"
          icon={ShieldCheck}
          label="Verify history"
          onPress={() => url.change({ panel: 'verify', entry: undefined, view: undefined })}
        />
        <IconButton
          icon={Download}
          label="Export as CSV"
          isDisabled={recordedChanges.length === 0}
          onPress={() => saveFile('history.csv', changesCsv(recordedChanges, documentName, clusterOf), 'text/csv')}
        />
        <IconButton
          icon={FileJson}
          label="Export as ECS events (NDJSON)"
          isDisabled={recordedChanges.length === 0}
          onPress={() => saveFile('history.ndjson', changesEcs(recordedChanges), 'application/x-ndjson')}
        />
      </ListToolbar>
      <ListRows
        list={list}
        label="Changes, newest first"
        onClear={() => {
          setIsRangeOpen(false);
          setClears(clears + 1);
          url.clear({
            ...clearTime,
            author: undefined,
            document: undefined,
            kind: undefined,
            on: undefined,
            field: undefined,
          });
        }}
        notices={
          <>
            <DensityTimeline
              slices={slices}
              isLoading={isLoading}
              onSpan={(first, end) =>
                url.change({ ...clearTime, from: new Date(first).toISOString(), to: new Date(end).toISOString() })
              }
            />
            {actions.failed.map(({ id, label, isSignedOut, reason }) => (
              <Banner
                key={id}
                kind={isSignedOut ? 'info' : 'warning'}
                title={isSignedOut ? `Sign in to ${label} to see its actions` : `Couldn’t read the actions on ${label}`}
                actions={
                  !isSignedOut && (
                    <Button size="small" onPress={actions.retry}>
                      Retry
                    </Button>
                  )
                }
              >
                {reason}
              </Banner>
            ))}
            <ErasedNotices logs={erased} actions={sources} />
            {changes.unread.length > 0 && (
              <Banner
                kind="warning"
                title={
                  changes.unread.length === 1 ? 'Couldn’t read 1 log' : `Couldn’t read ${changes.unread.length} logs`
                }
                actions={<RetryButton onPress={changes.retry} />}
              >
                {changes.unread.map(documentName).join(', ')}. Open the document for details.
              </Banner>
            )}
          </>
        }
        empty={
          <EmptyState icon={History} title="No changes found">
            <p>No document changed in this time range. Choose a longer one, or edit a draft or a mapping.</p>
          </EmptyState>
        }
      />
      <OlderChanges
        changes={changes}
        isLoading={isLoading}
        limit={pages * PAGE}
        onLookFurther={() => setLooks(looks + 1)}
        onMore={() => url.change({ pages: pages + 1 })}
      />
    </ResourceList>
  );
  const closeVerify = () => url.change({ panel: undefined });
  const close = () => url.change({ entry: undefined, view: undefined });
  const action = entry === null ? null : parseActionStream(entry.stream);
  return (
    <>
      {changesList}
      {entry === null && panel === 'verify' && (
        <PanelBoundary
          what="The verification"
          frame={(error) => (
            <Flyout title="Verify history" onClose={closeVerify}>
              {error}
            </Flyout>
          )}
        >
          <Suspense
            fallback={
              <Flyout title="Verify history" onClose={closeVerify}>
                <Skeleton height="240px" />
              </Flyout>
            }
          >
            <VerifyPanel
              key={chosen}
              only={
                chosen === undefined || object?.kind === 'sample'
                  ? undefined
                  : { stream: chosen, name: documentName(chosen) }
              }
              stored={stored}
              onEntry={(next) => url.change({ entry: formatEntry(next), panel: undefined })}
              onClose={closeVerify}
            />
          </Suspense>
        </PanelBoundary>
      )}
      {entry !== null && (
        <PanelBoundary
          what="The change"
          resetKey={formatEntry(entry)}
          frame={(error) => (
            <Flyout title="Change" onClose={close}>
              {error}
            </Flyout>
          )}
        >
          {action === null ? (
            <EntryFlyout
              source={source}
              entry={entry}
              document={byStream.get(entry.stream)}
              cluster={clusterOf(entry.stream)}
              clusters={clustersOf(clusters, [byStream.get(entry.stream)?.cluster])}
              view={view}
              onView={(wanted) => url.change({ view: wanted })}
              onEntry={(next) => url.change({ entry: formatEntry(next) })}
              onClose={close}
            />
          ) : (
            <ActionFlyout action={action} clusterLabel={labelOf(action.cluster, clusters)} onClose={close} />
          )}
        </PanelBoundary>
      )}
    </>
  );
}

/** Who made what matches in a row. */
function peopleIn({ row, found }: ListRow, field: string): People {
  const events = found.filter(({ action }) => action === undefined);
  // For one field, the table names who set it, and nobody set what existed before the first recorded change.
  return peopleOf(madeIn(events.length > 0 ? events : found), row.action, (change) =>
    field !== '' && change.role === 'found' && change.origins === undefined ? BEFORE_RECORD : whoOf(change),
  );
}

/** Nothing is said of drafts, which no cluster has, nor where the actions are not known that may have sent a change. */
function reachIn(row: SaveRow, document: ChangedDocument | undefined, isSendingKnown: boolean): ReachLabel | null {
  if (row.action !== undefined) return actionReach(row.action);
  if (row.kind === 'action' || document === undefined || !isOnCluster(document)) return null;
  return row.kind === 'saved' || row.kind === 'outside' || row.kind === 'found' || isSendingKnown
    ? reachLabel(row)
    : null;
}

/** The document of a change; for an action, its cluster takes the place of the document. */
function documentOf(
  { stream, version, action }: Change,
  byStream: ReadonlyMap<string, ChangedDocument>,
  clusters: readonly KnownCluster[],
): ChangedDocument | undefined {
  if (action === undefined) return byStream.get(stream);
  const { id, cluster } = action;
  return { stream, version, kind: 'action', id, name: labelOf(cluster, clusters), cluster };
}

function labelOf(cluster: string, clusters: readonly KnownCluster[]): string {
  return clusterCalled(cluster, clusters)?.label ?? cluster;
}

/** The clusters that may be the same as every one of the named clusters. */
function clustersOf(
  clusters: readonly KnownCluster[],
  names: readonly (string | undefined)[],
): readonly KnownCluster[] {
  const found = clusters.filter(({ id }) => names.every((name) => mayBeSame(name, id, clusters)));
  return found.length === clusters.length ? clusters : found;
}

/** Only documents on a cluster can be told apart by their cluster. */
function isOnCluster({ kind }: ChangedDocument): boolean {
  return kind === 'index' || kind === 'template';
}

/** Undefined where there is only one cluster, and for documents that are on no cluster. */
function clusterLabel(document: ChangedDocument | undefined, clusters: readonly KnownCluster[]): string | undefined {
  if (document?.cluster === undefined || clusters.length < 2) return undefined;
  return clusterCalled(document.cluster, clusters)?.label ?? document.cluster;
}

/** A description that tells documents with the same name apart. */
function describedAs({ kind, id, cluster: own }: ChangedDocument, cluster: string | undefined): string {
  if (cluster !== undefined) return `${KIND_LABELS[kind]} on ${cluster}`;
  return kind === 'index' && own === undefined ? `${KIND_LABELS[kind]} ${id}` : KIND_LABELS[kind];
}

interface OlderChangesProps {
  readonly changes: ShownChanges;
  readonly isLoading: boolean;
  /** How many changes were requested. */
  readonly limit: number;
  readonly onLookFurther: () => void;
  readonly onMore: () => void;
}

/** How many changes are shown, and buttons for older ones. */
function OlderChanges({
  changes: { shown, read, hasMore, isReading },
  isLoading,
  limit,
  onLookFurther,
  onMore,
}: OlderChangesProps) {
  const isShort = shown.length < limit;
  if (isLoading && shown.length === 0)
    return (
      <p className={styles['more']} role="status">
        Loading changes...
      </p>
    );
  return (
    <p className={styles['more']} role="status">
      {countOf(shown.length, 'change')} shown
      {hasMore && isShort && ` of the newest ${read.length.toLocaleString('en')}`}
      {hasMore && (
        <Button isPending={isReading} onPress={isShort ? onLookFurther : onMore}>
          {isShort ? 'Load older' : 'Show more'}
        </Button>
      )}
    </p>
  );
}

interface NamedAuthor {
  readonly id: string;
  readonly label: string;
}

/** The authors of the read changes, by their newest names; the id tells two authors with the same name apart. */
function authorsOf(changes: readonly Change[]): readonly NamedAuthor[] {
  const names = new Map<string, string>();
  for (const change of changes) if (!names.has(change.author.id)) names.set(change.author.id, whoOf(change));
  const counts = new Map<string, number>();
  for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...names].map(([id, name]) => ({ id, label: counts.get(name) === 1 ? name : `${name} (${id})` }));
}

function withChosen(authors: readonly NamedAuthor[], chosen: string | undefined): readonly NamedAuthor[] {
  if (chosen === undefined || authors.some(({ id }) => id === chosen)) return authors;
  const person = personBehind(chosen);
  const name = authors.find(({ id }) => id === person)?.label ?? person;
  return [...authors, { id: chosen, label: nameOfAuthor({ id: chosen, name }) }];
}
