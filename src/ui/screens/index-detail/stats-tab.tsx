import { INDEX_ACTIONS, type Index } from '#domain/console';
import { member, objectMember, type JsonObject } from '#domain/json';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Braces } from '../../kit/icons/icons.ts';
import { DoorClosed, Table } from '../../kit/icons/screen-icons.ts';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useIndexActions } from '../indices/index-actions-provider.tsx';
import { useIndexDialogs } from '../indices/use-index-dialogs.tsx';
import { formatCount, Facts, displaySize, formatDuration, type Fact } from './facts.tsx';
import { asJson, useIndexData } from './index-data.ts';
import common from '../../kit/common.module.css';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';
import { JsonText } from './settings-tab.tsx';

type Unit = 'count' | 'bytes' | 'ms';
const WORDS: Readonly<Record<Unit, (value: number) => string | undefined>> = {
  count: formatCount,
  bytes: displaySize,
  ms: formatDuration,
};

/** The statistics most often needed: their place in the engine's response, and their labels. */
const GROUPS: readonly {
  readonly title: string;
  readonly figures: readonly (readonly [title: string, group: string, name: string, unit: Unit])[];
}[] = [
  {
    title: 'Documents and storage',
    figures: [
      ['Documents', 'docs', 'count', 'count'],
      ['Deleted documents', 'docs', 'deleted', 'count'],
      ['Size', 'store', 'size_in_bytes', 'bytes'],
      ['Segments', 'segments', 'count', 'count'],
      ['Translog', 'translog', 'size_in_bytes', 'bytes'],
    ],
  },
  {
    title: 'Indexing',
    figures: [
      ['Documents indexed', 'indexing', 'index_total', 'count'],
      ['Indexing time', 'indexing', 'index_time_in_millis', 'ms'],
      ['Failed', 'indexing', 'index_failed', 'count'],
      ['Deletions', 'indexing', 'delete_total', 'count'],
    ],
  },
  {
    title: 'Search',
    figures: [
      ['Queries', 'search', 'query_total', 'count'],
      ['Query time', 'search', 'query_time_in_millis', 'ms'],
      ['Fetches', 'search', 'fetch_total', 'count'],
      ['Fetch time', 'search', 'fetch_time_in_millis', 'ms'],
      ['Gets', 'get', 'total', 'count'],
    ],
  },
  {
    title: 'Maintenance',
    figures: [
      ['Merges', 'merges', 'total', 'count'],
      ['Merge time', 'merges', 'total_time_in_millis', 'ms'],
      ['Refreshes', 'refresh', 'total', 'count'],
      ['Refresh time', 'refresh', 'total_time_in_millis', 'ms'],
      ['Flushes', 'flush', 'total', 'count'],
      ['Query cache', 'query_cache', 'memory_size_in_bytes', 'bytes'],
      ['Field data', 'fielddata', 'memory_size_in_bytes', 'bytes'],
      ['Request cache', 'request_cache', 'memory_size_in_bytes', 'bytes'],
    ],
  },
];

interface StatsTabProps {
  readonly name: string;
  readonly isJson: boolean;
  readonly onView: (isJson: boolean) => void;
}

/** The statistics of an index: the most often needed ones with labels and units, and all of them as JSON. */
export function StatsTab({ name, isJson, onView }: StatsTabProps) {
  const { data: rows } = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  const index = rows?.find((row) => row.name === name);
  return index?.status === 'close' ? (
    <ClosedIndex index={index} />
  ) : (
    <OpenStats name={name} isJson={isJson} onView={onView} />
  );
}

/** A closed index has no statistics; it can be opened from here. */
function ClosedIndex({ index }: { readonly index: Index }) {
  const actions = useIndexActions();
  const { menu, dialog } = useIndexDialogs(actions);
  const isReadOnly = useIsReadOnly();
  return (
    <EmptyState
      icon={DoorClosed}
      title="This index is closed"
      actions={
        <Button
          variant="primary"
          isPending={actions.busy.has(index.name)}
          isDisabled={isReadOnly}
          onPress={() => menu.onAction(INDEX_ACTIONS.open, [index])}
        >
          Open index
        </Button>
      }
    >
      <p>A closed index has no statistics. Open it to see them.</p>
      {isReadOnly && <p>{READ_ONLY_REASON}</p>}
      {dialog}
    </EmptyState>
  );
}

function OpenStats({ name, isJson, onView }: StatsTabProps) {
  const query = useIndexData('stats', name);
  return (
    <Loaded query={query} what="the statistics">
      {({ stats }) => (
        <>
          <div className={common['centredRow']}>
            <p className={common['explanation']}>Since shard start. Values for primaries (all shards in brackets).</p>
            <span className={common['spacer']} />
            <SegmentedControl
              label="View"
              items={[
                { id: 'tables', label: 'Tables', icon: Table },
                { id: 'json', label: 'JSON', icon: Braces },
              ]}
              value={isJson ? 'json' : 'tables'}
              onChange={(id) => onView(id === 'json')}
            />
          </div>
          {isJson ? <JsonText label="Statistics" value={asJson(stats)} /> : <StatsTables stats={asJson(stats)} />}
        </>
      )}
    </Loaded>
  );
}

function StatsTables({ stats }: { readonly stats: JsonObject }) {
  const [primaries, total] = [objectMember(stats, 'primaries') ?? {}, objectMember(stats, 'total') ?? {}];
  const groups = GROUPS.map(({ title, figures }) => ({
    title,
    facts: figures.map(([label, group, name, unit]): Fact => [
      label,
      formatStat(figureOf(primaries, group, name), figureOf(total, group, name), unit),
    ]),
  })).filter(({ facts }) => facts.some(([, words]) => words !== undefined));
  if (groups.length === 0) return <p className={common['explanation']}>The cluster returned no statistics.</p>;
  return groups.map(({ title, facts }) => (
    <section key={title}>
      <h2 className={styles['title']}>{title}</h2>
      <Facts facts={facts} />
    </section>
  ));
}

function figureOf(part: JsonObject, group: string, name: string): number | undefined {
  const value = member(objectMember(part, group) ?? {}, name);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

function formatStat(primaries: number | undefined, total: number | undefined, unit: Unit): string | undefined {
  const [first, all] = [primaries ?? total, total ?? primaries];
  if (first === undefined || all === undefined) return undefined;
  const words = WORDS[unit];
  return first === all ? words(first) : `${words(first) ?? ''} (${words(all) ?? ''})`;
}
