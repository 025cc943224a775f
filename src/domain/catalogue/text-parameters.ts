import type { AnalyzerEditor } from './editors.ts';
import { both, elasticsearch, EVERYWHERE, opensearch, type TargetEngine } from './engines.ts';
import { onlyOff } from './live-limits.ts';
import { MESSAGES, NOTES } from './messages.ts';
import {
  ANALYZERS,
  INDEX_DEFAULT,
  INDEX_OPTIONS,
  LANGUAGE_ANALYZERS,
  SHINGLE_SIZES,
  SIMILARITIES,
  TERM_VECTORS,
} from './options.ts';
import { isObject, member, numberFrom, type JsonValue } from '../json/value.ts';
import { always, choice, name, pages, section, toggle, wholeNumber } from './parameter-parts.ts';
import { analyzerName, frequencyFilter, interval, noSpaces } from './rules.ts';
import type { ParameterContext, ParameterEntries } from './types.ts';
import {
  asContexts,
  between,
  booleanLike,
  either,
  integerFrom,
  isFalse,
  LARGEST_INTEGER,
  numberLike,
  object,
  objectOf,
  oneOf,
  oneOrMore,
  text,
} from './values.ts';

export const ANALYZER_EDITOR: AnalyzerEditor = { kind: 'analyzer', options: ANALYZERS, languages: LANGUAGE_ANALYZERS };
/** While one analyzer serves for both. */
export const WITH_SEARCH_ANALYZER = {
  sameFor: 'search_analyzer',
  labelOfBoth: NOTES.indexAndSearchAnalyzer,
} as const;
/** The form allows more than engines do: {@link prefixesRefusal} is the message for the rest. */
const PREFIXES = {
  min: 0,
  max: 20,
  low: 'min_chars',
  high: 'max_chars',
  defaults: { min_chars: 2, max_chars: 5 },
} as const;
const judgePrefixes = interval(PREFIXES);
const prefixLength = between(PREFIXES.min, PREFIXES.max);
const arePrefixes = objectOf({ min_chars: prefixLength, max_chars: prefixLength });

/** The message for a length that the form allows and every engine refuses; null for others. */
function prefixesRefusal(value: JsonValue | undefined): string | null {
  const [low, high] = isObject(value) ? [member(value, PREFIXES.low), member(value, PREFIXES.high)] : [];
  if (numberFrom(low) < 1) return MESSAGES.prefixesTooShort;
  return numberFrom(high) > 19 ? MESSAGES.prefixesTooLong : null;
}

/** A value that engines refuse where the field is not indexed, or has no positions. */
const needsIndex = (value: JsonValue, { parameters }: ParameterContext) =>
  !isFalse(value) && isFalse(member(parameters, 'index')) ? MESSAGES.indexNeeded : null;
const needsPositions = (value: JsonValue, context: ParameterContext) =>
  !isFalse(value) && positionsAreMissing(context) ? MESSAGES.positionsRequired : null;

/** What OpenSearch takes below 0 and Elasticsearch refuses. Measured on 3.4 and 9.5. */
const negativeRefusal = (value: JsonValue, { distribution }: TargetEngine) =>
  distribution === 'elasticsearch' && numberFrom(value) < 0 ? MESSAGES.negative : null;

function positionsAreMissing({ parameters }: ParameterContext): boolean {
  const options = Object.hasOwn(parameters, 'index_options') ? parameters['index_options'] : 'positions';
  const index = Object.hasOwn(parameters, 'index') ? parameters['index'] : true;
  return isFalse(index) || (options !== 'positions' && options !== 'offsets');
}

/** Engines tell the analyzer of the index as `default` where another one stands beside it. */
const asAnalyzer = (value: JsonValue): JsonValue => (value === 'default' ? INDEX_DEFAULT : value);

/** How text is analyzed, indexed and scored. */
export const TEXT_PARAMETERS = {
  index: {
    ...toggle,
    title: 'Searchable',
    description: 'Whether the field can be searched. Without it, values are still in _source and doc values.',
    defaultValue: true,
    isAdvanced: false,
    // "analyzed", "not_analyzed" and "no" are what Elasticsearch took before 5.0.
    accepts: either(booleanLike, oneOf('analyzed', 'not_analyzed', 'no')),
    docs: pages('mapping-index', 'index-parameter'),
  },
  index_options: {
    ...section,
    ...choice(INDEX_OPTIONS),
    title: 'Index options',
    section: 'index',
    description: 'What the index stores for searching and highlighting.',
    defaultValue: 'positions',
    assumes: 'positions',
    isAdvanced: false,
    docs: pages('index-options', 'index-options'),
  },
  analyzer: {
    ...always,
    title: 'Analyzers',
    label: NOTES.indexAnalyzer,
    description: 'Splits text into terms at index time, and at search time unless a search analyzer is set.',
    editor: { ...ANALYZER_EDITOR, ...WITH_SEARCH_ANALYZER },
    defaultValue: INDEX_DEFAULT,
    accepts: text,
    readAs: asAnalyzer,
    validate: analyzerName,
    docs: pages('analyzer', 'analyzer'),
  },
  search_analyzer: {
    ...always,
    title: 'Search analyzer',
    section: 'analyzer',
    description: 'Splits search text into terms.',
    editor: ANALYZER_EDITOR,
    defaultValue: INDEX_DEFAULT,
    follows: ['analyzer'],
    liveChange: 'updatable',
    accepts: text,
    readAs: asAnalyzer,
    validate: analyzerName,
    docs: pages('search-analyzer'),
  },
  search_quote_analyzer: {
    ...always,
    title: 'Search quote analyzer',
    section: 'analyzer',
    description: 'Splits search phrases into terms, including stop words.',
    editor: ANALYZER_EDITOR,
    defaultValue: INDEX_DEFAULT,
    follows: ['search_analyzer', 'analyzer'],
    liveChange: 'updatable',
    accepts: text,
    readAs: asAnalyzer,
    validate: analyzerName,
    docs: pages('analyzer'),
  },
  normalizer: {
    ...section,
    ...name(MESSAGES.normalizerRequired),
    editor: { kind: 'text', definedIn: 'analysis.normalizer' },
    title: 'Normalizer',
    description: 'Normalizes values before indexing, e.g. to lowercase.',
    docs: pages('normalizer', 'normalizer'),
  },
  norms: {
    ...toggle,
    title: 'Use norms',
    description: 'Stores field lengths for scoring. Can be disabled on a live index, but not re-enabled.',
    defaultValue: true,
    liveChange: 'updatable',
    liveLimit: onlyOff('Norms'),
    // An object, before Elasticsearch 5.0.
    accepts: either(booleanLike, objectOf({ enabled: booleanLike, loading: text })),
    docs: pages('norms', 'norms'),
  },
  similarity: {
    ...section,
    ...choice(SIMILARITIES),
    editor: { kind: 'select', options: SIMILARITIES, definedIn: 'similarity' },
    title: 'Set similarity',
    description: 'The algorithm that scores matches.',
    defaultValue: 'BM25',
    // Or one that the settings of the index define.
    accepts: text,
    validate: noSpaces,
    docs: pages('similarity', 'similarity'),
  },
  term_vector: {
    ...section,
    ...choice(TERM_VECTORS),
    title: 'Set term vector',
    description: 'Stores the terms of each document, e.g. for fast highlighting of long text.',
    defaultValue: 'no',
    assumes: 'no',
    warning: (value) => (value === 'with_positions_offsets' ? NOTES.positionsAndOffsets : null),
    docs: pages('term-vector', 'term-vector'),
  },
  position_increment_gap: {
    ...section,
    // OpenSearch takes -1 for the gap of the analyzer, and tells nothing of it.
    ...wholeNumber(MESSAGES.positionGapRequired, 0, 200, -1),
    title: 'Set position increment gap',
    description: 'The gap between two values of a field, so that phrases don’t match across values.',
    defaultValue: 100,
    assumes: 100,
    refusal: (value, context, target) => needsPositions(value, context) ?? negativeRefusal(value, target),
    obstacle: (context) =>
      positionsAreMissing(context) ? { title: MESSAGES.positionsNotEnabled, message: MESSAGES.positionsNeeded } : null,
    docs: pages('position-increment-gap'),
  },
  index_prefixes: {
    ...section,
    title: 'Set index prefixes',
    description: 'Indexes term prefixes for faster prefix searches.',
    engines: both({ from: '6.3' }),
    editor: { kind: 'interval', min: PREFIXES.min, max: PREFIXES.max, low: PREFIXES.low, high: PREFIXES.high },
    defaultValue: PREFIXES.defaults,
    accepts: (value) => arePrefixes(value) && judgePrefixes(value, { type: '', parameters: {} }) === null,
    refusal: (value, context) => needsIndex(value, context) ?? prefixesRefusal(value),
    validate: judgePrefixes,
    warning: prefixesRefusal,
    docs: pages('index-prefixes'),
  },
  index_phrases: {
    ...toggle,
    title: 'Index phrases',
    description: 'Indexes pairs of words for faster phrase searches. Increases index size.',
    refusal: needsPositions,
    engines: both({ from: '6.4' }),
    defaultValue: false,
    docs: pages('index-phrases'),
  },
  fielddata: {
    ...toggle,
    title: 'Fielddata',
    description: 'Loads terms into memory for sorting and aggregations. Uses a lot of memory.',
    defaultValue: false,
    liveChange: 'updatable',
    accepts: either(booleanLike, object),
    refusal: needsIndex,
    docs: pages('text'),
  },
  fielddata_frequency_filter: {
    ...section,
    title: 'Fielddata frequency filter',
    section: 'fielddata',
    description: 'Loads only terms within a range of document frequencies, as percentages or absolute counts.',
    editor: {
      kind: 'frequencyFilter',
      percentage: { min: 0.01, max: 1 },
      absolute: { min: 2, max: 5 },
      minSegmentSize: 50,
    },
    defaultValue: { min: 0.01, max: 1, min_segment_size: 50 },
    liveChange: 'updatable',
    accepts: objectOf({ min: numberLike, max: numberLike, min_segment_size: integerFrom() }),
    validate: frequencyFilter,
    docs: pages('text'),
  },
  eager_global_ordinals: {
    ...toggle,
    title: 'Build global ordinals at index time',
    description: 'Speeds up the first aggregation after a refresh and slows down refreshes.',
    defaultValue: false,
    liveChange: 'updatable',
    docs: pages('eager-global-ordinals', 'eager-global-ordinals'),
  },
  split_queries_on_whitespace: {
    ...toggle,
    title: 'Split queries on whitespace',
    description: 'Splits full-text queries on whitespace.',
    engines: both({ from: '6.4' }),
    defaultValue: false,
    liveChange: 'updatable',
    docs: pages('keyword'),
  },
  ignore_above: {
    ...section,
    ...wholeNumber(MESSAGES.lengthLimitRequired, 0, undefined, -LARGEST_INTEGER - 1),
    title: 'Set length limit',
    description:
      'Longer values aren’t indexed (still in _source). No limit by default; a term is at most 32,766 bytes.',
    help: '8,191 is safe for any characters (32,766 bytes).',
    defaultValue: 8191,
    refusal: (value, _context, target) => negativeRefusal(value, target),
    liveChange: 'updatable',
    docs: pages('ignore-above', 'ignore-above'),
  },
  max_shingle_size: {
    ...section,
    ...choice(SHINGLE_SIZES),
    title: 'Set max shingle size',
    description: 'The largest number of words indexed together. Larger values match better and increase index size.',
    defaultValue: 3,
    assumes: 3,
    accepts: oneOf(2, 3, 4, '2', '3', '4'),
    docs: pages('search-as-you-type'),
  },
  max_input_length: {
    ...section,
    ...wholeNumber(MESSAGES.maxInputLengthRequired, 1),
    title: 'Set max input length',
    description: 'Longer suggestions are truncated to this length.',
    defaultValue: 50,
    assumes: 50,
    liveChange: 'updatable',
    docs: pages('completion'),
  },
  preserve_separators: {
    ...toggle,
    title: 'Preserve separators',
    description: 'Preserves separators, so that "foof" doesn’t suggest "Foo Fighters".',
    defaultValue: true,
    docs: pages('completion'),
  },
  preserve_position_increments: {
    ...toggle,
    title: 'Preserve position increments',
    description: 'Preserves the positions of removed stop words.',
    defaultValue: true,
    docs: pages('completion'),
  },
  contexts: {
    ...always,
    title: 'Contexts',
    description: 'Categories and locations that filter suggestions, as a list of objects.',
    editor: { kind: 'json' },
    isAdvanced: true,
    accepts: oneOrMore(object),
    readAs: asContexts,
    docs: pages('completion'),
  },
  enable_position_increments: {
    ...toggle,
    title: 'Enable position increments',
    description: 'Whether to count tokens that the analyzer removes.',
    defaultValue: true,
    docs: pages('token-count'),
  },
  use_similarity: {
    ...toggle,
    title: 'Use similarity in term queries',
    description: 'Scores term queries with the field’s similarity instead of a constant score.',
    engines: opensearch({ from: '3.0' }),
    defaultValue: false,
    liveChange: 'updatable',
  },
  include_in_all: {
    ...toggle,
    title: 'Include in _all',
    description: 'Whether the field is included in _all.',
    engines: elasticsearch({ until: '6.0' }),
    defaultValue: true,
  },
  boost: {
    ...section,
    title: 'Set boost level',
    description: 'Multiplies the score of matches in this field. Prefer boosting at query time.',
    engines: { elasticsearch: { until: '8.0' }, opensearch: EVERYWHERE.opensearch ?? {} },
    editor: { kind: 'slider', min: 1, max: 20 },
    defaultValue: 1,
    assumes: 1,
    liveChange: 'updatable',
    accepts: numberLike,
    validate: (value) => (value !== undefined && !(numberLike(value) && Number(value) >= 0) ? MESSAGES.negative : null),
    docs: pages('mapping-boost', 'boost'),
  },
} as const satisfies ParameterEntries;
