import type { Engines, TypeEntry, VersionRange } from './types.ts';

const EVERYWHERE: Engines = { elasticsearch: {}, opensearch: {} };
const elasticsearch = (range: VersionRange = {}): Engines => ({ elasticsearch: range });
const opensearch = (range: VersionRange = {}): Engines => ({ opensearch: range });
const both = (elastic: VersionRange, open: VersionRange): Engines => ({ elasticsearch: elastic, opensearch: open });

/** What most types are: a value of its own that may have multi-fields and stands anywhere. */
const leaf = { holds: 'fields', engines: EVERYWHERE, parameters: {} } as const;
/** A value that can have no multi-fields. */
const bare = { ...leaf, holds: 'nothing' } as const;
const container = {
  holds: 'properties',
  placement: { asMultiField: false, asAliasTarget: false },
  engines: EVERYWHERE,
  parameters: {},
} as const;
const number = { ...leaf, subTypeOf: 'numeric', docs: 'number' } as const;
const range = { ...leaf, subTypeOf: 'range', docs: 'range' } as const;

/** Every field type, by the name that the engine gives it. */
export const FIELD_TYPES: Readonly<Record<string, TypeEntry>> = {
  alias: {
    ...bare,
    title: 'Alias',
    description: 'Another name for an existing field.',
    placement: { asMultiField: false, asAliasTarget: false },
    docs: 'field-alias',
    parameters: { path: { isRequired: true } },
  },
  binary: { ...leaf, title: 'Binary', description: 'A binary value as a Base64 text.', docs: 'binary' },
  boolean: { ...leaf, title: 'Boolean', description: 'True or false.', docs: 'boolean' },
  completion: { ...leaf, title: 'Completion suggester', description: 'Suggestions as a user types.', docs: 'completion' },
  constant_keyword: {
    ...bare,
    title: 'Constant keyword',
    description: 'A keyword that has the same value in every document of the index.',
    engines: both({ from: '7.7' }, { from: '2.14' }),
    docs: 'keyword',
  },
  date: { ...leaf, title: 'Date', description: 'A date, in milliseconds.', docs: 'date' },
  date_nanos: { ...leaf, title: 'Date nanoseconds', description: 'A date, in nanoseconds.', docs: 'date_nanos' },
  dense_vector: {
    ...leaf,
    title: 'Dense vector',
    description: 'A vector of numbers for similarity search.',
    engines: elasticsearch({ from: '7.3' }),
    docs: 'dense-vector',
    parameters: { dims: { isRequired: true } },
  },
  flattened: {
    ...bare,
    title: 'Flattened',
    description: 'A whole object as one field of keywords.',
    engines: elasticsearch({ from: '7.3' }),
    docs: 'flattened',
  },
  geo_point: { ...leaf, title: 'Geo-point', description: 'A latitude and longitude.', docs: 'geo-point' },
  geo_shape: { ...bare, title: 'Geo-shape', description: 'A shape on the globe, such as a polygon.', docs: 'geo-shape' },
  ip: { ...leaf, title: 'IP', description: 'An IPv4 or IPv6 address.', docs: 'ip' },
  join: {
    ...bare,
    title: 'Join',
    description: 'Parent and child relations between documents of one index.',
    placement: { rootOnly: true, asMultiField: false },
    docs: 'parent-join',
  },
  keyword: { ...leaf, title: 'Keyword', description: 'A text that is searched, sorted and aggregated as a whole.', docs: 'keyword' },
  nested: { ...container, title: 'Nested', description: 'Objects that are searched independently of one another.', docs: 'nested' },
  object: { ...container, title: 'Object', description: 'A JSON object with fields of its own.', docs: 'object' },
  percolator: { ...bare, title: 'Percolator', description: 'A query that documents are matched against.', docs: 'percolator' },
  rank_feature: {
    ...leaf,
    title: 'Rank feature',
    description: 'A number that boosts documents in queries.',
    docs: 'rank-feature',
  },
  rank_features: {
    ...leaf,
    title: 'Rank features',
    description: 'Several numbers that boost documents in queries.',
    docs: 'rank-features',
  },
  search_as_you_type: {
    ...leaf,
    title: 'Search-as-you-type',
    description: 'A text for suggestions that match within and at the start of words.',
    docs: 'search-as-you-type',
  },
  shape: {
    ...bare,
    title: 'Shape',
    description: 'A shape in a Cartesian plane.',
    engines: elasticsearch({ from: '7.4' }),
    docs: 'shape',
  },
  text: { ...leaf, title: 'Text', description: 'A text that is analyzed for full-text search.', docs: 'text' },
  token_count: { ...leaf, title: 'Token count', description: 'How many tokens a text has.', docs: 'token-count' },
  histogram: {
    ...leaf,
    title: 'Histogram',
    description: 'Numbers that were aggregated before they were indexed.',
    engines: elasticsearch({ from: '7.6' }),
    docs: 'histogram',
  },
  wildcard: {
    ...leaf,
    title: 'Wildcard',
    description: 'A text for searches with wildcards.',
    engines: both({ from: '7.9' }, { from: '2.15' }),
    docs: 'keyword',
  },
  point: {
    ...bare,
    title: 'Point',
    description: 'A point in a Cartesian plane.',
    engines: elasticsearch({ from: '7.8' }),
    docs: 'point',
  },
  version: {
    ...leaf,
    title: 'Version',
    description: 'A software version in the order of Semantic Versioning.',
    engines: both({ from: '7.10' }, { from: '3.2' }),
    isBeta: true,
    docs: 'version',
  },

  byte: { ...number, title: 'Byte', description: 'A signed integer of 8 bits.' },
  double: { ...number, title: 'Double', description: 'A floating-point number of 64 bits.' },
  float: { ...number, title: 'Float', description: 'A floating-point number of 32 bits.' },
  half_float: { ...number, title: 'Half float', description: 'A floating-point number of 16 bits.' },
  integer: { ...number, title: 'Integer', description: 'A signed integer of 32 bits.' },
  long: { ...number, title: 'Long', description: 'A signed integer of 64 bits.' },
  scaled_float: {
    ...number,
    title: 'Scaled float',
    description: 'A floating-point number, stored as a long with a fixed factor.',
    parameters: { scaling_factor: { isRequired: true } },
  },
  short: { ...number, title: 'Short', description: 'A signed integer of 16 bits.' },
  unsigned_long: {
    ...number,
    title: 'Unsigned long',
    description: 'An unsigned integer of 64 bits.',
    engines: both({ from: '7.10' }, { from: '2.8' }),
    docs: 'unsigned-long',
  },

  date_range: { ...range, title: 'Date range', description: 'A range of dates.' },
  double_range: { ...range, title: 'Double range', description: 'A range of floating-point numbers of 64 bits.' },
  float_range: { ...range, title: 'Float range', description: 'A range of floating-point numbers of 32 bits.' },
  integer_range: { ...range, title: 'Integer range', description: 'A range of integers of 32 bits.' },
  ip_range: { ...range, title: 'IP range', description: 'A range of IP addresses.' },
  long_range: { ...range, title: 'Long range', description: 'A range of integers of 64 bits.' },

  match_only_text: {
    ...leaf,
    title: 'Match-only text',
    description: 'A text without scoring and positions, for logs.',
    engines: both({ from: '7.14' }, { from: '2.12' }),
    docs: 'match-only-text',
  },
  passthrough: {
    ...container,
    title: 'Pass-through object',
    description: 'An object whose fields can be named without its own name.',
    engines: elasticsearch({ from: '8.13' }),
    docs: 'passthrough',
  },
  sparse_vector: {
    ...leaf,
    title: 'Sparse vector',
    description: 'Tokens with weights, for semantic search.',
    engines: elasticsearch({ from: '8.11' }),
    docs: 'sparse-vector',
  },
  aggregate_metric_double: {
    ...bare,
    title: 'Aggregate metric double',
    description: 'Metrics that were aggregated before they were indexed.',
    engines: elasticsearch({ from: '7.11' }),
    docs: 'aggregate-metric-double',
  },
  flat_object: {
    ...leaf,
    title: 'Flat object',
    description: 'A whole object as one field of keywords.',
    engines: opensearch({ from: '2.7' }),
    docs: 'flat-object',
  },
  knn_vector: {
    ...leaf,
    title: 'k-NN vector',
    description: 'A vector of numbers for similarity search.',
    engines: opensearch(),
    docs: 'knn-vector',
  },
  semantic_text: {
    ...leaf,
    title: 'Semantic text',
    description: 'A text whose embeddings are made by an inference endpoint.',
    engines: elasticsearch({ from: '8.15' }),
    docs: 'semantic-text',
  },
  counted_keyword: {
    ...leaf,
    title: 'Counted keyword',
    description: 'A keyword whose duplicates count in aggregations.',
    engines: elasticsearch({ from: '8.13' }),
    docs: 'keyword',
  },
  rank_vectors: {
    ...leaf,
    title: 'Rank vectors',
    description: 'Several vectors of one document, for late interaction ranking.',
    engines: elasticsearch({ from: '8.18' }),
    isBeta: true,
    docs: 'rank-vectors',
  },
  exponential_histogram: {
    ...leaf,
    title: 'Exponential histogram',
    description: 'A histogram whose buckets grow exponentially, as OpenTelemetry sends it.',
    engines: elasticsearch({ from: '9.3' }),
    isBeta: true,
    docs: 'exponential-histogram',
  },
  murmur3: { ...leaf, title: 'Murmur3 hash', description: 'The hash of a value; needs the mapper-murmur3 plugin.', docs: 'murmur3' },
  annotated_text: {
    ...leaf,
    title: 'Annotated text',
    description: 'A text with marked entities; needs the mapper-annotated-text plugin.',
    engines: both({ from: '6.5' }, {}),
    docs: 'annotated-text',
  },
  icu_collation_keyword: {
    ...leaf,
    title: 'ICU collation keyword',
    description: 'A keyword that sorts by the rules of a language; needs the analysis-icu plugin.',
    docs: 'icu-collation-keyword',
  },
  xy_point: { ...leaf, title: 'XY point', description: 'A point in a Cartesian plane.', engines: opensearch({ from: '2.4' }), docs: 'xy-point' },
  xy_shape: { ...bare, title: 'XY shape', description: 'A shape in a Cartesian plane.', engines: opensearch({ from: '2.4' }), docs: 'xy-shape' },
  semantic: {
    ...leaf,
    title: 'Semantic',
    description: 'A text whose embeddings are made by a machine learning model of the cluster.',
    engines: opensearch({ from: '3.1' }),
    docs: 'semantic',
  },
  string: {
    ...leaf,
    title: 'String (legacy)',
    description: 'A text or keyword in mappings of old; text and keyword took its place.',
    engines: elasticsearch({ until: '6.0' }),
    docs: 'string',
  },
};
