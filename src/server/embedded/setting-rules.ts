/** How a setting can change: on an open index, only while it is closed, never, or by the engine alone. */
type Changes = 'dynamic' | 'static' | 'final' | 'private';

export interface SettingRule {
  readonly changes: Changes;
  /** What the engine assumes; absent where it depends on others. */
  readonly defaultValue?: string;
  /** Why a text is none of its values, or null. */
  readonly problem: (value: string, name: string) => string | null;
}

const anything = () => null;
const parseProblem = (value: string, name: string) => `Failed to parse value [${value}] for setting [${name}]`;

function integer(low: number, high = 2_147_483_647) {
  return (value: string, name: string): string | null => {
    if (!/^[+-]?[0-9]+$/.test(value) || Math.abs(Number(value)) > 2_147_483_648) return parseProblem(value, name);
    if (Number(value) < low) return `${parseProblem(value, name)} must be >= ${low}`;
    return Number(value) > high ? `${parseProblem(value, name)} must be <= ${high}` : null;
  };
}
function long(low: number) {
  return (value: string, name: string): string | null =>
    /^[+-]?[0-9]{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value) && BigInt(value) >= low
      ? null
      : parseProblem(value, name);
}
const boolean = (value: string) =>
  value === 'true' || value === 'false'
    ? null
    : `Failed to parse value [${value}] as only [true] or [false] are allowed.`;
const decimal = (value: string, name: string) =>
  value.trim() !== '' && Number.isFinite(Number(value)) ? null : parseProblem(value, name);
const time = (value: string, name: string) =>
  /^(?:-1|0|[0-9]+(?:nanos|micros|ms|s|m|h|d))$/.test(value)
    ? null
    : `failed to parse setting [${name}] with value [${value}] as a time value: unit is missing or unrecognized`;
const bytes = (value: string, name: string) =>
  /^(?:-1|0|[0-9]+(?:\.[0-9]+)?(?:b|k|kb|m|mb|g|gb|t|tb|p|pb))$/i.test(value)
    ? null
    : `failed to parse setting [${name}] with value [${value}] as a size in bytes: unit is missing or unrecognized`;
const oneOf =
  (...values: readonly string[]) =>
  (value: string, name: string) =>
    values.includes(value.toLowerCase()) ? null : `${parseProblem(value, name)}, must be one of [${values.join(', ')}]`;
const autoExpand = (value: string, name: string) =>
  value === 'false' || /^[0-9]+-(?:[0-9]+|all)$/.test(value) ? null : parseProblem(value, name);
const translog = oneOf('request', 'async');
const codec = (value: string) =>
  ['default', 'best_compression', 'lucene_default', 'legacy_default'].includes(value)
    ? null
    : `unknown value for [index.codec] must be one of [default, best_compression] but was: ${value}`;

const rule = (changes: Changes, problem: SettingRule['problem'], defaultValue?: string): SettingRule => ({
  changes,
  problem,
  ...(defaultValue !== undefined && { defaultValue }),
});
const dynamic = (problem: SettingRule['problem'], defaultValue?: string) => rule('dynamic', problem, defaultValue);
const fixed = (problem: SettingRule['problem'], defaultValue?: string) => rule('static', problem, defaultValue);

/** Index settings by name, from the public reference of Elasticsearch 8. */
const RULES: Readonly<Record<string, SettingRule>> = {
  'index.number_of_shards': rule('final', integer(1, 1024), '1'),
  'index.number_of_replicas': dynamic(integer(0), '1'),
  'index.number_of_routing_shards': rule('final', integer(1)),
  'index.auto_expand_replicas': dynamic(autoExpand, 'false'),
  'index.refresh_interval': dynamic(time, '1s'),
  'index.codec': fixed(codec, 'default'),
  'index.hidden': dynamic(boolean, 'false'),
  'index.mode': rule('final', oneOf('standard', 'time_series', 'logsdb', 'lookup'), 'standard'),
  'index.priority': dynamic(integer(0), '1'),
  'index.max_result_window': dynamic(integer(1), '10000'),
  'index.max_inner_result_window': dynamic(integer(1), '100'),
  'index.max_rescore_window': dynamic(integer(1), '10000'),
  'index.max_docvalue_fields_search': dynamic(integer(0), '100'),
  'index.max_script_fields': dynamic(integer(0), '32'),
  'index.max_ngram_diff': dynamic(integer(0), '1'),
  'index.max_shingle_diff': dynamic(integer(0), '3'),
  'index.max_refresh_listeners': dynamic(integer(0), '1000'),
  'index.max_slices_per_scroll': dynamic(integer(1), '1024'),
  'index.max_terms_count': dynamic(integer(1), '65536'),
  'index.max_regex_length': dynamic(integer(1), '1000'),
  'index.max_adjacency_matrix_filters': dynamic(integer(2), '100'),
  'index.analyze.max_token_count': dynamic(integer(1), '10000'),
  'index.highlight.max_analyzed_offset': dynamic(integer(-1), '1000000'),
  'index.blocks.read_only': dynamic(boolean, 'false'),
  'index.blocks.read_only_allow_delete': dynamic(boolean, 'false'),
  'index.blocks.read': dynamic(boolean, 'false'),
  'index.blocks.write': dynamic(boolean, 'false'),
  'index.blocks.metadata': dynamic(boolean, 'false'),
  'index.default_pipeline': dynamic(anything, '_none'),
  'index.final_pipeline': dynamic(anything, '_none'),
  'index.gc_deletes': dynamic(time, '60s'),
  'index.flush_after_merge': dynamic(bytes, '512mb'),
  'index.mapping.coerce': fixed(boolean, 'false'),
  'index.mapping.ignore_malformed': fixed(boolean, 'false'),
  'index.mapping.depth.limit': dynamic(integer(1), '20'),
  'index.mapping.dimension_fields.limit': dynamic(integer(0), '32768'),
  'index.mapping.field_name_length.limit': dynamic(integer(1), '9223372036854775807'),
  'index.mapping.nested_fields.limit': dynamic(integer(0), '100'),
  'index.mapping.nested_objects.limit': dynamic(integer(0), '10000'),
  'index.mapping.total_fields.limit': dynamic(integer(0), '1000'),
  'index.mapping.total_fields.ignore_dynamic_beyond_limit': dynamic(boolean, 'false'),
  'index.merge.scheduler.auto_throttle': dynamic(boolean, 'true'),
  'index.merge.scheduler.max_merge_count': dynamic(integer(1), '6'),
  'index.merge.scheduler.max_thread_count': dynamic(integer(1), '1'),
  'index.merge.policy.deletes_pct_allowed': dynamic(decimal, '20.0'),
  'index.merge.policy.expunge_deletes_allowed': dynamic(decimal, '10.0'),
  'index.merge.policy.floor_segment': dynamic(bytes, '2mb'),
  'index.merge.policy.max_merge_at_once': dynamic(integer(2), '10'),
  'index.merge.policy.max_merged_segment': dynamic(bytes, '5gb'),
  'index.merge.policy.segments_per_tier': dynamic(decimal, '10.0'),
  'index.query.default_field': dynamic(anything),
  'index.query.parse.allow_unmapped_fields': fixed(boolean, 'true'),
  'index.query_string.lenient': fixed(boolean, 'false'),
  'index.queries.cache.enabled': fixed(boolean, 'true'),
  'index.requests.cache.enable': dynamic(boolean, 'true'),
  'index.load_fixed_bitset_filters_eagerly': fixed(boolean, 'true'),
  'index.fielddata.cache': fixed(anything, 'node'),
  'index.routing.allocation.enable': dynamic(oneOf('all', 'primaries', 'new_primaries', 'none'), 'all'),
  'index.routing.allocation.total_shards_per_node': dynamic(integer(-1), '-1'),
  'index.routing.rebalance.enable': dynamic(oneOf('all', 'primaries', 'replicas', 'none'), 'all'),
  'index.routing_partition_size': rule('final', integer(1), '1'),
  'index.routing_path': rule('final', anything),
  'index.search.idle.after': dynamic(time, '30s'),
  'index.search.throttled': rule('private', boolean, 'false'),
  'index.indexing.slowlog.reformat': dynamic(boolean, 'true'),
  'index.indexing.slowlog.source': dynamic(anything, '1000'),
  'index.shard.check_on_startup': fixed(oneOf('false', 'true', 'checksum'), 'false'),
  'index.soft_deletes.enabled': rule('final', boolean, 'true'),
  'index.soft_deletes.retention_lease.period': dynamic(time, '12h'),
  'index.sort.field': rule('final', anything),
  'index.sort.order': rule('final', anything),
  'index.sort.mode': rule('final', anything),
  'index.sort.missing': rule('final', anything),
  'index.store.stats_refresh_interval': fixed(time, '10s'),
  'index.store.type': fixed(anything, ''),
  'index.store.preload': fixed(anything),
  'index.translog.durability': dynamic(translog, 'REQUEST'),
  'index.translog.sync_interval': dynamic(time, '5s'),
  'index.translog.flush_threshold_size': dynamic(bytes, '512mb'),
  'index.translog.generation_threshold_size': dynamic(bytes, '64mb'),
  'index.unassigned.node_left.delayed_timeout': dynamic(time, '1m'),
  'index.warmer.enabled': dynamic(boolean, 'true'),
  'index.write.wait_for_active_shards': dynamic(anything, '1'),
  'index.lifecycle.name': dynamic(anything, ''),
  'index.lifecycle.rollover_alias': dynamic(anything, ''),
  'index.lifecycle.indexing_complete': dynamic(boolean, 'false'),
  'index.lifecycle.origination_date': dynamic(long(-1), '-1'),
  'index.lifecycle.parse_origination_date': dynamic(boolean, 'false'),
  'index.lifecycle.prefer_ilm': dynamic(boolean, 'true'),
  'index.lifecycle.step.wait_time_threshold': dynamic(time, '12h'),
  'index.creation_date': rule('private', anything),
  'index.provided_name': rule('private', anything),
  'index.uuid': rule('private', anything),
  'index.version.created': rule('private', anything),
  'index.verified_before_close': rule('private', anything),
};

/** Settings of which a part of the name is free. */
const FAMILIES: readonly (readonly [RegExp, SettingRule])[] = [
  [/^index\.analysis\.(?:analyzer|normalizer|tokenizer|filter|char_filter)\.[^.]+\..+$/, fixed(anything)],
  [/^index\.similarity\.[^.]+\..+$/, fixed(anything)],
  [/^index\.routing\.allocation\.(?:include|exclude|require)\..+$/, dynamic(anything)],
  [/^index\.routing\.allocation\.initial_recovery\..+$/, rule('private', anything)],
  [/^index\.search\.slowlog\.threshold\.(?:query|fetch)\.(?:warn|info|debug|trace)$/, dynamic(time, '-1')],
  [/^index\.indexing\.slowlog\.threshold\.index\.(?:warn|info|debug|trace)$/, dynamic(time, '-1')],
];

const SLOWLOG_NAMES = [
  'search.slowlog.threshold.query',
  'search.slowlog.threshold.fetch',
  'indexing.slowlog.threshold.index',
].flatMap((family) => ['warn', 'info', 'debug', 'trace'].map((level) => `index.${family}.${level}`));

/** The rule of a setting, or undefined for one that the engine does not know. */
export function settingRule(name: string): SettingRule | undefined {
  if (Object.hasOwn(RULES, name)) return RULES[name];
  return FAMILIES.find(([family]) => family.test(name))?.[1];
}

/** What each setting is that nobody has set. */
export const SETTING_DEFAULTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.keys(RULES), ...SLOWLOG_NAMES].sort().flatMap((name): [string, string][] => {
    const value = settingRule(name)?.defaultValue;
    return value === undefined ? [] : [[name, value]];
  }),
);
