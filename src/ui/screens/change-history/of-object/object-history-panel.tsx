import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { sampledStream } from '#domain/document';
import { newestFirst, unsentEvents } from '#domain/history';
import { countOf } from '#domain/console';
import { ApiErrorNotice } from '../../../cluster/api-error-notice.tsx';
import { useCluster } from '../../../cluster/use-cluster.ts';
import { Button } from '../../../kit/button.tsx';
import { Chip } from '../../../kit/chip.tsx';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { GitCompare, History } from '../../../kit/icons/icons.ts';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { ROUTES } from '../../../platform/route-table.ts';
import { useServices } from '../../../platform/services.ts';
import { useNow } from '../../../platform/use-now.ts';
import { changeOfEvent, changeOfRecord, type ListedAction } from '../change-reader.ts';
import { allStreams, type ChangeSource, type SampleLog } from '../../../platform/change-source.ts';
import type { ObjectHistory } from '../object-history.ts';
import { keyOfRow, stateRows, withActions, type SaveRow, type StateRow } from '../save-rows.ts';
import rowStyles from '../save-row.module.css';
import { LogFault, SampleFault, StoredFault, TrailFault } from '../source-faults.tsx';
import { useActionPages } from '../use-action-pages.ts';
import { useChangeSource } from '../use-change-source.ts';
import { useObjectHistory } from '../use-object-history.ts';
import common from '../../../kit/common.module.css';
import { hasLog, isActionOn, logOf, type HistoryObject } from './history-object.ts';
import { HistorySkeleton } from './history-skeleton.tsx';
import styles from './object-history.module.css';
import { ObjectRowItem } from './object-row.tsx';

const ComparisonDialog = lazyPart(async () => (await import('./comparison-dialog.tsx')).ComparisonDialog);

interface ObjectProps {
  readonly object: HistoryObject;
}

interface Sampled {
  /** The history that came with the sample data; null where the object has none. */
  readonly sample: SampleLog | null;
}

/** How many rows are shown at first, and how many more on demand. */
const PAGE = 50;
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The changes of one object, newest first, each save as one row. */
export function ObjectHistoryPanel({ object }: ObjectProps) {
  return hasLog(object) ? <LoggedHistory object={object} /> : <Rows object={object} history={null} sample={null} />;
}

function LoggedHistory({ object }: ObjectProps) {
  const { stored, trail, recorded, samples, sampleList, source } = useChangeSource();
  const { uuid, id } = useCluster().data ?? {};
  if (stored.kind === 'failed') return <StoredFault reason={stored.reason} />;
  if (stored.kind === 'reading' || trail.isPending || id === undefined) return <HistorySkeleton />;
  const clusterNames = uuid === undefined ? [id] : [uuid, id];
  const log = logOf(object, clusterNames, allStreams(stored.streams, recorded));
  const sample = sampleOf(object, clusterNames, samples);
  return (
    <>
      <TrailFault trail={trail} />
      <SampleFault sampleList={sampleList} />
      {log === null ? (
        <Rows object={object} history={null} sample={sample} />
      ) : (
        <ReadLog object={object} sample={sample} source={source} stream={log.stream} version={log.version} />
      )}
    </>
  );
}

interface ReadLogProps extends ObjectProps, Sampled {
  readonly source: ChangeSource;
  readonly stream: string;
  readonly version: number;
}

function ReadLog({ object, sample, source, stream, version }: ReadLogProps) {
  const read = useObjectHistory(source, stream, version);
  if (read.kind === 'reading') return <HistorySkeleton />;
  if (read.kind === 'read') return <Rows object={object} history={read.history} sample={sample} />;
  return (
    <>
      <LogFault {...read} />
      <Rows object={object} history={null} sample={sample} />
    </>
  );
}

interface RowsProps extends ObjectProps, Sampled {
  /** The log of the object; null where it has none. */
  readonly history: ObjectHistory | null;
}

function Rows({ object, history, sample }: RowsProps) {
  const { name } = object;
  const now = useNow(useServices().clock);
  const about = useActionPages({ name });
  const sent = useActionPages({ stream: history?.stream ?? '' }, history !== null);
  const [shown, setShown] = useState(PAGE);
  /** The versions that are compared, in the order in which they were chosen. */
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isComparing, setIsComparing] = useState(false);
  const all = useMemo((): readonly SaveRow[] => {
    // The list of the log comes first: it says what each action is made of.
    const ofLog = new Set(sent.actions.map(({ id }) => id));
    const listed = [
      ...sent.actions,
      ...about.actions.filter((action) => !ofLog.has(action.id) && isActionOn(object, action)),
    ].sort((a, b) => (a.id < b.id ? 1 : -1));
    return withActions(history === null ? [] : statesOf(history, listed), listed);
  }, [about.actions, sent.actions, object, history]);
  // Older rows may lack actions that are not read yet.
  const since = about.since > sent.since ? about.since : sent.since;
  const rows = useMemo(() => all.filter((row) => row.kind === 'unsent' || row.time >= since), [all, since]);
  if (about.isPending || sent.isPending) return <HistorySkeleton />;
  const failed = about.error ?? sent.error;
  const hidden = Math.max(about.hidden, sent.hidden);
  const hasMore = rows.length > shown || since !== '';
  const showMore = () => {
    setShown(shown + PAGE);
    if (rows.length >= shown + PAGE) return;
    for (const list of [about, sent]) if (list.since !== '' && list.since === since) list.readOlder();
  };
  const isComparable = rows.filter(({ kind }) => kind !== 'action').length > 1;
  const [from, to] = chosen.toSorted((a, b) => a - b);
  const older = (
    <Link
      to={ROUTES.history}
      search={history === null ? { filter: name, kind: 'action' } : { document: history.stream }}
      className={rowStyles['link']}
    >
      Open in History
    </Link>
  );
  return (
    <div className={styles['panel']}>
      {failed !== null && (
        <ApiErrorNotice
          title="Couldn’t read the recorded actions"
          error={failed}
          onRetry={() => {
            for (const list of [about, sent]) if (list.error !== null) list.retry();
          }}
        />
      )}
      {rows.length === 0 ? (
        failed === null &&
        !hasMore && (
          <EmptyState icon={History} title="No changes recorded yet" level={object.kind === 'index' ? 2 : 3}>
            <p>Changes that are made with Mapledger are listed here with author, reason and result.</p>
          </EmptyState>
        )
      ) : (
        <>
          <div className={styles['tools']}>
            {isComparable && (
              <span className={styles['compare']}>
                <Button
                  size="small"
                  icon={GitCompare}
                  isDisabled={to === undefined}
                  onPress={() => setIsComparing(true)}
                >
                  Compare
                </Button>
                {to === undefined && <span className={common['mutedSmall']}>Select two rows to compare.</span>}
              </span>
            )}
            {older}
          </div>
          <ol className={styles['rows']} aria-label="Changes, newest first">
            {rows.slice(0, shown).map((row) => (
              <ObjectRowItem
                key={keyOfRow(row)}
                row={row}
                now={now}
                {...(isComparable && {
                  choice: {
                    chosen,
                    // Of three, the one that was chosen first is compared no more.
                    onChoose: (version, isChosen) =>
                      setChosen(
                        [...chosen.filter((each) => each !== version), ...(isChosen ? [version] : [])].slice(-2),
                      ),
                  },
                })}
              />
            ))}
          </ol>
        </>
      )}
      {isComparing && history !== null && from !== undefined && to !== undefined && (
        <Suspense>
          <ComparisonDialog history={history} from={from} to={to} onClose={() => setIsComparing(false)} />
        </Suspense>
      )}
      {hasMore && (
        <div>
          <Button isPending={about.isReading || sent.isReading} onPress={showMore}>
            Show more
          </Button>
        </div>
      )}
      {sample !== null && !hasMore && <SampleRows sample={sample} now={now} />}
      {hidden > 0 && (
        <p className={common['mutedSmall']}>
          {countOf(hidden, 'action is', 'actions are')} on something that you can’t read.
        </p>
      )}
    </div>
  );
}

/** What came with the sample data, apart from everything that was recorded. */
function SampleRows({ sample: { stream, records }, now }: { readonly sample: SampleLog; readonly now: string }) {
  const rows = useMemo(() => {
    const events = records.flatMap((record, at) => changeOfRecord(record, stream, at + 1, NO_NAMES) ?? []);
    return stateRows(events, []);
  }, [stream, records]);
  return (
    <section className={styles['panel']} aria-label="Sample data">
      <p className={common['mutedSmall']}>
        <Chip>Sample data, not verified</Chip> This history came with the sample data. It is no part of the trail.
      </p>
      <ol className={styles['rows']} aria-label="Sample data, newest first">
        {rows.map((row) => (
          <ObjectRowItem key={keyOfRow(row)} row={row} now={now} />
        ))}
      </ol>
    </section>
  );
}

function sampleOf(
  object: HistoryObject,
  clusterNames: readonly string[],
  samples: readonly SampleLog[],
): SampleLog | null {
  const streams = samples.map(({ stream }) => ({ stream: sampledStream(stream) ?? '', version: 1 }));
  const found = logOf(object, clusterNames, streams)?.stream;
  return found === undefined ? null : (samples.find(({ stream }) => sampledStream(stream) === found) ?? null);
}

/** The rows of a log; what a save would send now is known of its state. */
function statesOf({ stream, state }: ObjectHistory, actions: readonly ListedAction[]): readonly StateRow[] {
  const events = [...newestFirst(state.history)].map(({ event, version }) => changeOfEvent(event, { stream, version }));
  return stateRows(events.reverse(), actions, () => unsentEvents(state).length > 0);
}
