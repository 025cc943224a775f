import { both, elasticsearch, EVERYWHERE, opensearch, type Engines } from './engines.ts';

/** How a setting can change: on an open index, only while it is closed, never, or by the engine alone. */
export type SettingChange = 'dynamic' | 'static' | 'final' | 'private';

/** The values of a setting, each as JSON or as text. `isOpen`: plugins bring further words. */
export type SettingValue =
  | { readonly kind: 'integer' | 'long'; readonly min: number; readonly max?: number }
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly isOpen?: true }
  | { readonly kind: 'boolean' | 'decimal' | 'time' | 'size' | 'replicas' | 'text' };

export interface IndexSetting {
  readonly changes: SettingChange;
  readonly value: SettingValue;
  readonly engines: Engines;
  readonly description: string;
  /** What Elasticsearch 8 assumes, as text; absent where it depends on other settings. */
  readonly defaultValue?: string;
  /** Another version or OpenSearch assumes something else. */
  readonly isDefaultVarying?: true;
}

const TEXT: SettingValue = { kind: 'text' };
const BOOLEAN: SettingValue = { kind: 'boolean' };
const DECIMAL: SettingValue = { kind: 'decimal' };
const TIME: SettingValue = { kind: 'time' };
const SIZE: SettingValue = { kind: 'size' };
const integer = (min: number, max?: number): SettingValue => ({
  ...{ kind: 'integer', min },
  ...(max !== undefined && { max }),
});
const oneOf = (...words: readonly string[]): SettingValue => ({ kind: 'words', words });

type Details = readonly [value: SettingValue, description: string, defaultValue?: string, engines?: Engines];

function setting(changes: SettingChange, [value, description, defaultValue, engines = EVERYWHERE]: Details) {
  return { changes, value, engines, description, ...(defaultValue !== undefined && { defaultValue }) };
}
const dynamic = (...details: Details) => setting('dynamic', details);
const fixed = (...details: Details) => setting('static', details);
/** As a dynamic setting; versions differ in its default. */
const varying = (...details: Details): IndexSetting => ({ ...dynamic(...details), isDefaultVarying: true });
const final = (...details: Details) => setting('final', details);
const internal = (...details: Details) => setting('private', details);

const LEVELS = ['warn', 'info', 'debug', 'trace'] as const;

/** Thresholds of a slow log, which are off where nothing is said. */
function thresholds(family: string, what: string): Readonly<Record<string, IndexSetting>> {
  return Object.fromEntries(
    LEVELS.map((level) => [
      `${family}.${level}`,
      dynamic(TIME, `${what} that take longer are logged as ${level}.`, '-1'),
    ]),
  );
}

/** Index settings by their names without `index.`, from the public reference of both engines. */
export const INDEX_SETTINGS: Readonly<Record<string, IndexSetting>> = {
  number_of_shards: final(integer(1, 1024), 'Primary shards.', '1'),
  number_of_replicas: dynamic(integer(0), 'Copies of each primary shard.', '1'),
  number_of_routing_shards: final(integer(1), 'Decides into how many shards the index can be split.'),
  auto_expand_replicas: dynamic(
    { kind: 'replicas' },
    'Replicas by the number of data nodes, such as 0-5 or 0-all.',
    'false',
  ),
  refresh_interval: dynamic(TIME, 'How often changes become visible to searches; -1 turns it off.', '1s'),
  codec: fixed(
    { kind: 'words', words: ['default', 'best_compression'], isOpen: true },
    'How stored fields are compressed.',
    'default',
  ),
  hidden: dynamic(BOOLEAN, 'Whether wildcards leave the index out.', 'false'),
  mode: final(
    oneOf('standard', 'time_series', 'logsdb', 'lookup'),
    'What the index is optimized for.',
    'standard',
    elasticsearch({ from: '8.0' }),
  ),
  priority: dynamic(integer(0), 'Indices with a higher priority are recovered first.', '1'),
  max_result_window: dynamic(integer(1), 'Maximum of from plus size of a search.', '10000'),
  max_inner_result_window: dynamic(integer(1), 'Maximum of from plus size of inner hits and top hits.', '100'),
  max_rescore_window: dynamic(integer(1), 'Maximum window of a rescore.', '10000'),
  max_docvalue_fields_search: dynamic(integer(0), 'Maximum of docvalue_fields of a search.', '100'),
  max_script_fields: dynamic(integer(0), 'Maximum of script_fields of a search.', '32'),
  max_ngram_diff: dynamic(integer(0), 'Maximum difference between min_gram and max_gram.', '1'),
  max_shingle_diff: dynamic(integer(0), 'Maximum difference between the sizes of shingles.', '3'),
  max_refresh_listeners: dynamic(integer(0), 'Maximum of requests per shard that wait for a refresh.', '1000'),
  max_slices_per_scroll: dynamic(integer(1), 'Maximum of slices of a scroll.', '1024'),
  max_terms_count: dynamic(integer(1), 'Maximum of terms in a terms query.', '65536'),
  max_regex_length: dynamic(integer(1), 'Maximum length of a regular expression.', '1000'),
  max_adjacency_matrix_filters: dynamic(
    integer(2),
    'Maximum of filters of an adjacency matrix.',
    '100',
    both({ until: '8.0' }),
  ),
  'analyze.max_token_count': dynamic(integer(1), 'Maximum of tokens that _analyze returns.', '10000'),
  'highlight.max_analyzed_offset': dynamic(
    integer(-1),
    'Maximum of characters that are analyzed for a highlight.',
    '1000000',
  ),
  'blocks.read_only': dynamic(BOOLEAN, 'Refuses writes and changes of metadata.', 'false'),
  'blocks.read_only_allow_delete': dynamic(BOOLEAN, 'As read_only, but the index can be deleted.', 'false'),
  'blocks.read': dynamic(BOOLEAN, 'Refuses reads.', 'false'),
  'blocks.write': dynamic(BOOLEAN, 'Refuses writes of documents.', 'false'),
  'blocks.metadata': dynamic(BOOLEAN, 'Refuses reads and changes of metadata.', 'false'),
  default_pipeline: dynamic(TEXT, 'Ingest pipeline of requests that name none.', '_none'),
  final_pipeline: dynamic(TEXT, 'Ingest pipeline that always runs last.', '_none'),
  'search.default_pipeline': dynamic(
    TEXT,
    'Search pipeline of requests that name none.',
    undefined,
    opensearch({ from: '2.9' }),
  ),
  gc_deletes: dynamic(TIME, 'How long the version of a deleted document is kept.', '60s'),
  flush_after_merge: dynamic(SIZE, 'Merges of at least this size are flushed.', '512mb'),
  'mapping.coerce': fixed(
    BOOLEAN,
    'Whether numbers in the wrong form are converted, unless a field says otherwise.',
    'false',
  ),
  'mapping.ignore_malformed': fixed(
    BOOLEAN,
    'Whether malformed values are left out, unless a field says otherwise.',
    'false',
  ),
  'mapping.depth.limit': dynamic(integer(1), 'Maximum depth of a field.', '20'),
  'mapping.dimension_fields.limit': dynamic(
    integer(0),
    'Maximum of time series dimensions.',
    '32768',
    elasticsearch({ from: '8.0' }),
  ),
  'mapping.field_name_length.limit': varying(
    integer(1),
    'Maximum length of the name of a field.',
    '9223372036854775807',
  ),
  'mapping.nested_fields.limit': varying(integer(0), 'Maximum of nested fields.', '50'),
  'mapping.nested_objects.limit': dynamic(integer(0), 'Maximum of nested objects in a document.', '10000'),
  'mapping.total_fields.limit': dynamic(integer(0), 'Maximum of fields, objects and aliases.', '1000'),
  'mapping.total_fields.ignore_dynamic_beyond_limit': dynamic(
    BOOLEAN,
    'Whether fields beyond the limit are ignored in place of a refusal of the document.',
    'false',
    elasticsearch({ from: '8.14' }),
  ),
  'merge.scheduler.auto_throttle': dynamic(BOOLEAN, 'Whether merges are slowed down where they keep up.', 'true'),
  'merge.scheduler.max_merge_count': dynamic(integer(1), 'Maximum of merges of a shard at once.', '6'),
  'merge.scheduler.max_thread_count': dynamic(integer(1), 'Threads of a shard that merge.', '1'),
  'merge.policy.deletes_pct_allowed': varying(
    DECIMAL,
    'Share of deleted documents that is allowed, in percent.',
    '20.0',
  ),
  'merge.policy.expunge_deletes_allowed': dynamic(
    DECIMAL,
    'Segments with fewer deleted documents are left, in percent.',
    '10.0',
  ),
  'merge.policy.floor_segment': varying(SIZE, 'Smaller segments are treated as this large.', '2mb'),
  'merge.policy.max_merge_at_once': varying(integer(2), 'Maximum of segments that are merged at once.', '10'),
  'merge.policy.max_merged_segment': varying(SIZE, 'Maximum size of a merged segment.', '0b'),
  'merge.policy.segments_per_tier': varying(DECIMAL, 'Segments per tier; fewer mean more merges.', '10.0'),
  'query.default_field': dynamic(TEXT, 'Fields of queries that name none.'),
  'query.parse.allow_unmapped_fields': fixed(BOOLEAN, 'Whether queries may name fields without a mapping.', 'true'),
  'query_string.lenient': fixed(BOOLEAN, 'Whether query_string ignores values of the wrong type.', 'false'),
  'queries.cache.enabled': fixed(BOOLEAN, 'Whether queries are cached.', 'true'),
  'requests.cache.enable': dynamic(BOOLEAN, 'Whether results of shards are cached.', 'true'),
  load_fixed_bitset_filters_eagerly: fixed(BOOLEAN, 'Whether filters of nested queries are loaded at once.', 'true'),
  'fielddata.cache': fixed(TEXT, 'Whether fielddata is cached.', 'node'),
  'routing.allocation.enable': dynamic(
    oneOf('all', 'primaries', 'new_primaries', 'none'),
    'Which shards may be allocated.',
    'all',
  ),
  'routing.allocation.total_shards_per_node': dynamic(integer(-1), 'Maximum of shards of the index on a node.', '-1'),
  'routing.rebalance.enable': dynamic(
    oneOf('all', 'primaries', 'replicas', 'none'),
    'Which shards may be moved for balance.',
    'all',
  ),
  'routing.allocation.include._tier_preference': dynamic(
    TEXT,
    'Data tiers in the order of preference, such as data_warm,data_hot.',
    undefined,
    elasticsearch({ from: '7.10' }),
  ),
  routing_partition_size: final(integer(1), 'Shards that one routing value may reach.', '1'),
  routing_path: final(
    TEXT,
    'Dimensions of a time series that decide the shard.',
    undefined,
    elasticsearch({ from: '8.0' }),
  ),
  'search.idle.after': dynamic(TIME, 'Shards without searches for so long are not refreshed.', '30s'),
  'indexing.slowlog.reformat': dynamic(BOOLEAN, 'Whether the source in the slow log is on one line.', 'true'),
  'indexing.slowlog.source': dynamic(TEXT, 'Characters of the source in the slow log, or false.', '1000'),
  ...thresholds('indexing.slowlog.threshold.index', 'Writes'),
  ...thresholds('search.slowlog.threshold.query', 'Queries'),
  ...thresholds('search.slowlog.threshold.fetch', 'Fetches of documents'),
  'shard.check_on_startup': fixed(
    oneOf('false', 'true', 'checksum'),
    'Whether shards are checked before they open.',
    'false',
  ),
  'soft_deletes.enabled': final(BOOLEAN, 'Whether the history of writes is kept for replicas that lag behind.', 'true'),
  'soft_deletes.retention_lease.period': dynamic(TIME, 'How long that history is kept.', '12h'),
  'sort.field': final(TEXT, 'Fields by which documents of a segment are sorted.'),
  'sort.order': final(TEXT, 'asc or desc for each of them.'),
  'sort.mode': final(TEXT, 'min or max of several values.'),
  'sort.missing': final(TEXT, '_first or _last for documents without a value.'),
  'store.stats_refresh_interval': fixed(TIME, 'How often the sizes of files are read.', '10s'),
  'store.type': fixed(TEXT, 'How files are read: fs, niofs, mmapfs or hybridfs.', ''),
  'store.preload': fixed(TEXT, 'Extensions of files that are loaded into memory when the index opens.'),
  'translog.durability': dynamic(oneOf('request', 'async'), 'Whether each request waits for the disk.', 'REQUEST'),
  'translog.sync_interval': dynamic(TIME, 'How often the log is written to disk where requests don’t wait.', '5s'),
  'translog.flush_threshold_size': varying(SIZE, 'Size of the log that causes a flush.', '10gb'),
  'translog.generation_threshold_size': dynamic(SIZE, 'Size of one file of the log.', '64mb'),
  'unassigned.node_left.delayed_timeout': dynamic(TIME, 'How long shards of a node that left are waited for.', '1m'),
  'warmer.enabled': dynamic(BOOLEAN, 'Whether new segments are warmed.', 'true'),
  'write.wait_for_active_shards': dynamic(TEXT, 'Shard copies that a write waits for: a number or all.', '1'),
  'time_series.start_time': final(
    TEXT,
    'Earliest time that the index accepts.',
    undefined,
    elasticsearch({ from: '8.0' }),
  ),
  'time_series.end_time': dynamic(
    TEXT,
    'Time from which on the index accepts nothing.',
    undefined,
    elasticsearch({ from: '8.0' }),
  ),
  look_ahead_time: dynamic(
    TIME,
    'How far in the future a time series index accepts documents.',
    undefined,
    elasticsearch({ from: '8.0' }),
  ),
  look_back_time: fixed(
    TIME,
    'How far in the past the first index accepts documents.',
    undefined,
    elasticsearch({ from: '8.9' }),
  ),
  'lifecycle.name': dynamic(TEXT, 'Lifecycle policy.', '', elasticsearch()),
  'lifecycle.rollover_alias': dynamic(TEXT, 'Alias that is moved by a rollover.', '', elasticsearch()),
  'lifecycle.indexing_complete': dynamic(
    BOOLEAN,
    'Whether the index was rolled over already.',
    'false',
    elasticsearch(),
  ),
  'lifecycle.origination_date': dynamic(
    { kind: 'long', min: -1 },
    'Time from which on the age of the index counts, in ms.',
    '-1',
    elasticsearch(),
  ),
  'lifecycle.parse_origination_date': dynamic(
    BOOLEAN,
    'Whether that time is read from the name of the index.',
    'false',
    elasticsearch(),
  ),
  'lifecycle.prefer_ilm': dynamic(
    BOOLEAN,
    'Whether a policy wins over the lifecycle of the data stream.',
    'true',
    elasticsearch({ from: '8.10' }),
  ),
  'lifecycle.step.wait_time_threshold': dynamic(
    TIME,
    'How long a step may wait before it fails.',
    '12h',
    elasticsearch(),
  ),
  'plugins.index_state_management.rollover_alias': dynamic(
    TEXT,
    'Alias that is moved by a rollover.',
    undefined,
    opensearch(),
  ),
  knn: final(BOOLEAN, 'Whether vectors are indexed for approximate searches.', undefined, opensearch()),
  'knn.algo_param.ef_search': dynamic(integer(2), 'Candidates of an approximate search.', undefined, opensearch()),
  'replication.type': final(
    oneOf('document', 'segment'),
    'What is copied to replicas.',
    undefined,
    opensearch({ from: '2.3' }),
  ),
  'search.throttled': internal(BOOLEAN, 'Set while the index is frozen.', 'false'),
  creation_date: internal(TEXT, 'When the index was created.'),
  provided_name: internal(TEXT, 'The name with which it was created.'),
  uuid: internal(TEXT, 'The identity of the index.'),
  'version.created': internal(TEXT, 'The version of the engine that created it.'),
  verified_before_close: internal(TEXT, 'Set while the index is closed.'),
};
