import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, type ReactNode } from 'react';
import { actionStream, describeAction } from '#domain/action';
import { documentOf, originsOf, parseLiveStream, type Origin } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { authorOfEvent, supersededBy, whoOf } from '#domain/history';
import { formatJson, valueAt, type JsonValue } from '#domain/json';
import { EventChanges } from '../../editor/history/event-changes.tsx';
import { ExactEventTime } from '../../files/event-time.tsx';
import { exactTime } from '../../files/relative-time.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { ArrowDown, ArrowUp, FileJson } from '../../kit/icons/icons.ts';
import { FileClock, FileDiff } from '../../kit/icons/screen-icons.ts';
import { JsonDiff } from '../../kit/json-diff.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Facts } from '../../lists/facts.tsx';
import { JsonView } from '../../lists/json-view.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { templateEditorOf } from '../../platform/template-links.ts';
import { ACTION_STATES, changeOfAction } from './actions.ts';
import type { ListedAction } from './change-reader.ts';
import type { ChangeSource } from '../../platform/change-source.ts';
import type { ChangedDocument } from './documents.ts';
import common from '../../kit/common.module.css';
import styles from './entry-flyout.module.css';
import { formatEntry, type EntryRef, type EntryView } from './history-search.ts';
import type { ObjectHistory } from './object-history.ts';
import { clusterCalled, mayBeSame, type KnownCluster } from './known-clusters.ts';
import { actionsIn, canBeSent, reachOf, type Reach } from './reach.ts';
import { useServices } from '../../platform/services.ts';
import { useNow } from '../../platform/use-now.ts';
import { useActions } from './use-actions.ts';
import { useKnownClusters } from './use-known-clusters.ts';
import { LogFault } from './source-faults.tsx';
import { useObjectHistory } from './use-object-history.ts';
import { Who } from './who.tsx';

const VIEWS = [
  { id: 'words', label: 'In words', icon: FileClock },
  { id: 'patch', label: 'Patch', icon: FileJson },
  { id: 'diff', label: 'Side by side', icon: FileDiff },
] as const satisfies readonly { readonly id: EntryView; readonly label: string; readonly icon: typeof FileDiff }[];
/** Maximum length of a text that is compared line by line, in characters. */
const TEXT_LIMIT = 200_000;

interface EntryFlyoutProps {
  readonly source: ChangeSource;
  readonly entry: EntryRef;
  readonly document: ChangedDocument | undefined;
  /** Label of the document's cluster, where there is more than one cluster. */
  readonly cluster: string | undefined;
  /** The clusters that may be the document's cluster. */
  readonly clusters: readonly KnownCluster[];
  readonly view: EntryView;
  readonly onView: (view: EntryView) => void;
  readonly onEntry: (entry: EntryRef) => void;
  readonly onClose: () => void;
}

/** One change: its author, time and reason, the values before and after, and its effect on the cluster. */
export function EntryFlyout(props: EntryFlyoutProps) {
  const { source, entry, document, onEntry, onClose } = props;
  const { stream, version } = entry;
  const read = useObjectHistory(source, stream, version);
  const history = read.kind === 'read' ? read.history : null;
  const event =
    history !== null && version <= history.scrubber.version ? history.scrubber.nodeAt(version)?.event : null;
  const last = history?.scrubber.version ?? version;
  const goTo = (to: number) => onEntry({ stream, version: to });
  return (
    <Flyout
      title={event?.summary ?? `Version ${version}`}
      onClose={onClose}
      actions={
        <>
          <IconButton
            icon={ArrowDown}
            label="Previous change of this object"
            isDisabled={version <= 1}
            onPress={() => goTo(version - 1)}
          />
          <IconButton
            icon={ArrowUp}
            label="Next change of this object"
            isDisabled={version >= last}
            onPress={() => goTo(version + 1)}
          />
        </>
      }
    >
      {read.kind === 'reading' && <Skeleton height="240px" />}
      {read.kind === 'failed' && <LogFault {...read} />}
      {history !== null &&
        (event === null || event === undefined ? (
          <Banner kind="warning" title={`There is no version ${version}`}>
            The log has {history.scrubber.version.toLocaleString('en')} versions.
          </Banner>
        ) : (
          <Entry {...props} history={history} event={event} document={document} />
        ))}
    </Flyout>
  );
}

interface OriginsProps {
  readonly origins: readonly Origin[];
  /** The cluster of the document that was made from them. */
  readonly cluster: string | undefined;
}

/** Links to the versions that a document was made from, with their cluster where that is another one. */
function Origins({ origins, cluster }: OriginsProps) {
  const clusters = useKnownClusters();
  const placeOf = (stream: string) => {
    const on = parseLiveStream(stream)?.cluster;
    if (on === undefined || mayBeSame(on, cluster, clusters)) return '';
    return ` on ${clusterCalled(on, clusters)?.label ?? 'another cluster'}`;
  };
  return origins.map(({ stream, version }, index) => (
    <span key={stream}>
      {index > 0 && ', '}
      <Link
        to={ROUTES.history}
        search={{ document: stream, entry: formatEntry({ stream, version }) }}
        className={styles['link']}
      >
        {documentOf(stream)}
        {placeOf(stream)}, version {version.toLocaleString('en')}
      </Link>
    </span>
  ));
}

/** The reason that was given where the change was sent to the cluster. */
function reasonOfSending(reach: Reach | null): string | undefined {
  return reach !== null && 'action' in reach ? reach.action.reason : undefined;
}

interface EntryProps extends EntryFlyoutProps {
  readonly history: ObjectHistory;
  readonly event: DocumentEvent;
}

function Entry({
  entry: { stream, version },
  document,
  cluster,
  clusters,
  view,
  onView,
  onEntry,
  history,
  event,
}: EntryProps) {
  const { scrubber, state } = history;
  const [before, after] = useMemo(() => [scrubber.bodyAt(version - 1), scrubber.bodyAt(version)], [scrubber, version]);
  const now = useNow(useServices().clock);
  const { reason, id, type } = event;
  const place = { stream, version };
  const isAsked = canBeSent(document, event, version);
  const { sources, failed } = useActions(clusters, { stream, event: id }, isAsked);
  const pages = sources.map(({ first }) => first);
  const origins = originsOf(event);
  const isSample = document?.kind === 'sample';
  const over = useCallback(() => supersededBy(state, version), [state, version]);
  const reach = isSample
    ? null
    : reachOf(document, event, version, { pages, asked: clusters.length, failed: failed.length }, over);
  return (
    <div className={styles['entry']} data-tour="entry">
      {isSample && (
        <Banner kind="info" title="Sample data, not verified">
          This history came with the sample data. It is no part of the trail: exports and checkpoints leave it out.
        </Banner>
      )}
      <Facts
        facts={
          [
            ['Who', <Who name={whoOf(event, place)} author={authorOfEvent(event, place)} origin={event} />],
            ['Imported by', event.importedBy !== undefined && <code className={styles['id']}>{event.importedBy}</code>],
            ['When', <ExactEventTime event={event} now={now} />],
            ['Why', reason ?? reasonOfSending(reach) ?? 'No reason given'],
            [
              'Object',
              <>
                <ObjectLink stream={stream} document={document} />
                {cluster !== undefined && document?.kind !== 'action' && ` on ${cluster}`}
              </>,
            ],
            ['Version', <VersionLink version={version} document={document} />],
            ['Made from', origins.length > 0 && <Origins origins={origins} cluster={document?.cluster} />],
            [
              'On the cluster',
              reach !== null && <Arrival stream={stream} reach={reach} clusters={clusters} onEntry={onEntry} />,
            ],
            ['Event', <code className={styles['id']}>{`${type} ${id}`}</code>],
          ] as [string, ReactNode][]
        }
      />
      <SentToCluster actions={actionsIn(pages)} onEntry={onEntry} />
      <SegmentedControl label="Show change" items={VIEWS} value={view} onChange={onView} />
      {view === 'words' && <EventChanges event={event} before={before} after={after} mappingsAt={state.mappingsAt} />}
      {view === 'patch' && (
        <>
          <h3 className={common['textSize']}>Patch</h3>
          <JsonView value={event.patch} label="Patch" height="auto" />
          {event.inverse && (
            <>
              <h3 className={common['textSize']}>Inverse</h3>
              <JsonView value={event.inverse} label="Inverse" height="auto" />
            </>
          )}
        </>
      )}
      {view === 'diff' && (
        <WholeDiff
          before={valueAt(before, wholeAt(history))}
          after={valueAt(after, wholeAt(history))}
          labels={[`Version ${version - 1}`, `Version ${version}`]}
        />
      )}
    </div>
  );
}

/** The requests that a change was sent with: the content of each, and the cluster's response. */
function SentToCluster({
  actions,
  onEntry,
}: { readonly actions: readonly ListedAction[] } & Pick<EntryProps, 'onEntry'>) {
  if (actions.length === 0) return null;
  return (
    <section aria-label="Sent to the cluster">
      <h3 className={common['textSize']}>Sent to the cluster</h3>
      <ul>
        {actions.map((action) => {
          const change = changeOfAction(action);
          const { stream, summary, at } = change;
          const { label, tone } = ACTION_STATES[action.state];
          return (
            <li key={stream}>
              <ActionLink action={action} onEntry={onEntry}>
                {summary}
              </ActionLink>{' '}
              <Chip tone={tone}>{label}</Chip> {whoOf(change)}, <time dateTime={at}>{exactTime(at)}</time>
              {action.sent?.unrecorded !== undefined && (
                <p>
                  Sent before {action.sent.unrecorded.toLocaleString('en')} of its{' '}
                  {action.sent.events.toLocaleString('en')} changes were recorded.
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface ActionLinkProps extends Pick<EntryProps, 'onEntry'> {
  readonly action: ListedAction;
  readonly children: ReactNode;
}

function ActionLink({ action, onEntry, children }: ActionLinkProps) {
  return (
    <Button size="small" variant="quiet" onPress={() => onEntry(changeOfAction(action))}>
      {children}
    </Button>
  );
}

/** Pointer to what is compared as a whole: for a live document the wanted state, not that of the cluster. */
function wholeAt({ state }: ObjectHistory): string {
  const { mappingsAt } = state;
  return mappingsAt.startsWith('/body') ? '/body' : mappingsAt === '/mappings' ? mappingsAt : '';
}

interface WholeDiffProps {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly labels: readonly [string, string];
}

function WholeDiff({ before, after, labels: [beforeLabel, afterLabel] }: WholeDiffProps) {
  const size = useMemo(
    () => [before, after].reduce<number>((sum, value) => sum + (value === undefined ? 0 : formatJson(value).length), 0),
    [before, after],
  );
  if (size > TEXT_LIMIT)
    return (
      <Banner kind="info" title="Too large to compare side by side">
        Read the change in words or as a patch.
      </Banner>
    );
  return <JsonDiff before={before} after={after} beforeLabel={beforeLabel} afterLabel={afterLabel} />;
}

const REACH_LABELS = {
  notSent: 'Not sent',
  setOutside: 'Set outside',
  created: 'Created, and read by the server',
  readBack: 'Read back after saving',
  reported: 'Reported as saved by a browser',
  notKnown: 'Not known',
  asking: 'Loading…',
} as const;

interface ArrivalProps extends Pick<EntryProps, 'clusters' | 'onEntry'> {
  readonly stream: string;
  readonly reach: Reach;
}

function Arrival({ stream, reach, clusters, onEntry }: ArrivalProps) {
  const [cluster] = clusters;
  if (reach.kind === 'readBack' && reach.actionId !== null && cluster !== undefined) {
    const stream = actionStream({ cluster: cluster.id, id: reach.actionId });
    return (
      <>
        {REACH_LABELS.readBack}:{' '}
        <Button size="small" variant="quiet" onPress={() => onEntry({ stream, version: 1 })}>
          Show request
        </Button>
      </>
    );
  }
  if (reach.kind === 'superseded') {
    const { version, event } = reach.by;
    return (
      <>
        Superseded before it was sent by{' '}
        <Button size="small" variant="quiet" onPress={() => onEntry({ stream, version })}>
          {event.summary}
        </Button>
      </>
    );
  }
  if (!('action' in reach)) return REACH_LABELS[reach.kind];
  const { kind, action } = reach;
  const { at, settled, endedAt = at, sent } = action;
  const { calls = [], error } = sent ?? {};
  const call = calls.at(-1);
  const isFound = kind === 'reached' && settled !== undefined;
  const time = isFound ? settled.at : kind === 'reached' ? endedAt : at;
  return (
    <>
      {isFound ? 'Found after a request with unknown outcome ' : kind === 'reached' ? 'Reached ' : 'Sent '}
      <time dateTime={time}>{exactTime(time)}</time>
      {kind === 'failed' && ', failed'}
      {kind === 'unsure' && ', outcome unknown'}
      {': '}
      <ActionLink action={action} onEntry={onEntry}>
        {call === undefined ? describeAction(action, action) : `${call.method} ${call.path}`}
      </ActionLink>{' '}
      {call?.status !== undefined && <Chip tone={call.status < 400 ? 'green' : 'danger'}>{call.status}</Chip>}{' '}
      {kind !== 'reached' && (error ?? call?.fault)}
    </>
  );
}

interface DocumentProps {
  readonly document: ChangedDocument | undefined;
}

function ObjectLink({ stream, document }: DocumentProps & { readonly stream: string }) {
  return (
    <Link
      to={ROUTES.history}
      search={(before: object): object => ({ ...before, document: stream })}
      className={styles['link']}
    >
      {document?.name ?? stream}
    </Link>
  );
}

/** Link to the version in the editor, where it can be compared and restored. */
function VersionLink({ version, document }: DocumentProps & { readonly version: number }) {
  const words = `Open version ${version.toLocaleString('en')}`;
  if (document?.kind === 'draft')
    return (
      <Link to={ROUTES.draft} params={{ draftId: document.id }} search={{ at: version }} className={styles['link']}>
        {words}
      </Link>
    );
  if (document?.kind === 'index')
    return (
      <Link
        to={ROUTES.indexMapping}
        params={{ name: document.name }}
        search={{ at: version, uuid: document.id }}
        className={styles['link']}
      >
        {words}
      </Link>
    );
  if (document?.template !== undefined)
    return (
      <Link {...templateEditorOf(document.template, { at: version })} className={styles['link']}>
        {words}
      </Link>
    );
  return version.toLocaleString('en');
}
