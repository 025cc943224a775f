import type { JsonObject, JsonValue } from '#domain/json';

/** By `type.parameter`, or by the parameter's name alone; the first counts. */
type Exceptions<T> = Readonly<Record<string, T>>;

/** Values that don't follow from the parameter's input. */
export const VALUES: Exceptions<readonly JsonValue[]> = {
  normalizer: ['sample'],
  locale: ['ROOT', 'en-US'],
  script: [{ source: 'emit(1)' }],
  contexts: [
    [
      { name: 'kind', type: 'category' },
      { name: 'place', type: 'geo', precision: 4 },
    ],
  ],
  metrics: [['min', 'max', 'sum', 'value_count']],
  default_metric: ['max'],
  time_series_dimensions: [['host.name']],
  'date.null_value': ['2020-01-01'],
  'date_nanos.null_value': ['2020-01-01'],
  'ip.null_value': ['::1'],
  // Above 0.
  scaling_factor: [0.5, 100],
  // How many dimensions there may be depends on what they are made of; bits are counted in steps of eight.
  dims: [64],
  dimension: [1, 16_000],
  method: [{ name: 'hnsw', engine: 'lucene', space_type: 'l2', parameters: { m: 16 } }],
  tree: ['geohash', 'quadtree'],
  strategy: ['term', 'recursive'],
  precision: ['100m'],
  tree_levels: [5],
  distance_error_pct: [0.025],
  strength: ['primary'],
  decomposition: ['canonical'],
  alternate: ['shifted'],
  case_first: ['upper'],
  language: ['de'],
  country: ['DE'],
  variant: ['@collation=phonebook'],
  raw_field_type: ['text'],
  chunking: [true],
};

/**
 * What a parameter, or one `parameter=value`, needs beside it; by the name of a type alone, what an engine wants on a
 * minimum though another one can do without it.
 */
export const BESIDE: Exceptions<JsonObject> = {
  knn_vector: { dimension: 8 },
  'knn_vector.space_type=hamming': { data_type: 'binary' },
  search_quote_analyzer: { analyzer: 'standard', search_analyzer: 'standard' },
};

/** The rest of a definition where it is not the minimum. */
export const INSTEAD: Exceptions<JsonObject> = {
  'knn_vector.model_id': { type: 'knn_vector' },
};

const NUMBERS = ['byte', 'double', 'float', 'half_float', 'integer', 'long', 'short', 'unsigned_long'];

/** By type, and of every type: what does not go with the rest of its parameters. */
export const LEFT_OUT_OF_MAXIMUM: Exceptions<readonly string[]> = {
  // A value comes from a script, or from anywhere else.
  '*': ['script', 'on_script_error'],
  ...Object.fromEntries(NUMBERS.map((type) => [type, ['time_series_metric']])),
  keyword: ['time_series_dimension'],
  flattened: ['time_series_dimensions'],
  dense_vector: ['element_type'],
  // A method says its space, and is all that a mode stands for.
  knn_vector: ['model_id', 'mode', 'compression_level', 'space_type', 'data_type'],
};
