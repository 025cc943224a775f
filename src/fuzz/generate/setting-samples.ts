import type { JsonObject } from '#domain/json';

/** An index with a setting that decides which mappings it takes. */
export interface SettingSample {
  /** Flat. */
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
}

const GRAMS = { type: 'ngram', min_gram: 1, max_gram: 5 };
const SHINGLES = { type: 'shingle', min_shingle_size: 2, max_shingle_size: 8 };

/** One index for each setting of `mappingSettingNames`, by its name; engines refuse those that need another plugin. */
export const SETTING_SAMPLES: Readonly<Record<string, SettingSample>> = {
  'index.analysis.': { settings: { 'index.analysis.analyzer.sample.tokenizer': 'standard' }, mappings: {} },
  'index.max_ngram_diff': {
    settings: {
      'index.max_ngram_diff': 5,
      ...flat('index.analysis.tokenizer.grams', GRAMS),
      'index.analysis.analyzer.sample.tokenizer': 'grams',
    },
    mappings: {},
  },
  'index.max_shingle_diff': {
    settings: {
      'index.max_shingle_diff': 8,
      ...flat('index.analysis.filter.shingles', SHINGLES),
      'index.analysis.analyzer.sample.tokenizer': 'standard',
      'index.analysis.analyzer.sample.filter': ['shingles'],
    },
    mappings: {},
  },
  'index.similarity.': { settings: { 'index.similarity.sample.type': 'BM25' }, mappings: {} },
  'index.mapping.': { settings: { 'index.mapping.nested_fields.limit': 0 }, mappings: {} },
  'index.sort.': {
    settings: { 'index.sort.field': ['sorted'] },
    mappings: { properties: { sorted: { type: 'keyword' } } },
  },
  'index.routing_partition_size': {
    settings: { 'index.routing_partition_size': 3, 'index.number_of_shards': 4 },
    mappings: { _routing: { required: true } },
  },
  'index.mode': { settings: { 'index.mode': 'logsdb' }, mappings: {} },
  'index.routing_path': timeSeries({}),
  'index.time_series.': timeSeries({
    'index.time_series.start_time': '2026-01-01T00:00:00Z',
    'index.time_series.end_time': '2027-01-01T00:00:00Z',
  }),
  'index.logsdb.': {
    settings: { 'index.mode': 'logsdb', 'index.logsdb.route_on_sort_fields': false },
    mappings: {},
  },
  'index.knn': { settings: { 'index.knn': true }, mappings: {} },
  'index.knn.': { settings: { 'index.knn': true, 'index.knn.algo_param.ef_search': 100 }, mappings: {} },
  'index.derived_source.': { settings: { 'index.derived_source.enabled': true }, mappings: {} },
  'index.composite_index': starTree({}),
  'index.composite_index.': starTree({ 'index.composite_index.star_tree.field.max_base_metrics': 4 }),
  'index.append_only.': { settings: { 'index.append_only.enabled': true }, mappings: {} },
};

/** Updates that one of these settings decides about. */
export const DECIDED_UPDATES: readonly JsonObject[] = [
  { type: 'nested' },
  { type: 'join', relations: { question: 'answer' } },
  { type: 'text', analyzer: 'sample' },
  { type: 'keyword', similarity: 'sample' },
  { type: 'completion' },
  { type: 'long', time_series_metric: 'counter' },
  { type: 'knn_vector', dimension: 3, method: { name: 'hnsw', engine: 'lucene', space_type: 'l2' } },
].map((definition, at) => ({ properties: { [`decided_${at}`]: definition } }));

function flat(prefix: string, members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix}.${name}`, value]));
}

function timeSeries(settings: JsonObject): SettingSample {
  return {
    settings: { 'index.mode': 'time_series', 'index.routing_path': ['host'], ...settings },
    mappings: {
      properties: { '@timestamp': { type: 'date' }, host: { type: 'keyword', time_series_dimension: true } },
    },
  };
}

function starTree(settings: JsonObject): SettingSample {
  const config = { ordered_dimensions: [{ name: 'a' }, { name: 'b' }], metrics: [{ name: 'm' }] };
  const long = { type: 'long' };
  return {
    settings: { 'index.composite_index': true, 'index.append_only.enabled': true, ...settings },
    mappings: { properties: { a: long, b: long, m: long }, composite: { tree: { type: 'star_tree', config } } },
  };
}
