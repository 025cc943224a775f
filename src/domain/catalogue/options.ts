import { formatJson } from '../json/text.ts';
import { deepEqual, type JsonValue } from '../json/value.ts';
import type { Option } from './editors.ts';
import { elasticsearch, isKnownBy, opensearch, type Engines, type TargetEngine } from './engines.ts';

const named = (entries: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(entries).map(([value, label]) => ({ value, label }));
/** The options, those that fewer engines take with these engines. */
const withEngines = (options: readonly Option[], engines: Readonly<Record<string, Engines>>): readonly Option[] =>
  options.map((option) => {
    const { value } = option;
    const known = engines[typeof value === 'string' ? value : formatJson(value)];
    return known === undefined ? option : { ...option, engines: known };
  });
const plain = (words: string): readonly Option[] => words.split(' ').map((word) => ({ value: word, label: word }));

export const INDEX_OPTIONS = named({
  docs: 'Doc numbers',
  freqs: 'Term frequencies',
  positions: 'Positions',
  offsets: 'Offsets',
});
/** What `keyword` and `flattened` allow: they have no positions. */
export const KEYWORD_INDEX_OPTIONS = INDEX_OPTIONS.slice(0, 2);

/** The placeholder for "the index's default analyzer": shown, never written. */
export const INDEX_DEFAULT = 'index_default';
/** Stands for one of {@link LANGUAGE_ANALYZERS}, which a second list asks for. */
export const LANGUAGE_OPTION = 'language';
/** Stands for one of the analyzers in the settings of the index, where it has some. */
export const CUSTOM_OPTION: Option = { value: 'custom', label: 'Custom analyzer' };

export const ANALYZERS = named({
  [INDEX_DEFAULT]: 'Index default',
  standard: 'Standard',
  simple: 'Simple',
  whitespace: 'Whitespace',
  stop: 'Stop',
  keyword: 'Keyword',
  pattern: 'Pattern',
  fingerprint: 'Fingerprint',
  [LANGUAGE_OPTION]: 'Language',
});

const LANGUAGES: readonly Option[] = (
  'arabic armenian basque bengali brazilian bulgarian catalan cjk czech danish dutch english estonian finnish french galician german greek hindi ' +
  'hungarian indonesian irish italian latvian lithuanian norwegian persian portuguese romanian russian serbian sorani spanish swedish thai turkish'
)
  .split(' ')
  .map((value) => ({ value, label: value === 'cjk' ? 'CJK' : value.charAt(0).toUpperCase() + value.slice(1) }));

/** For types that do not fall back on the index's default. */
export const NAMED_ANALYZERS = ANALYZERS.filter(({ value }) => value !== INDEX_DEFAULT);

/** Serbian came with Elasticsearch 8.12; OpenSearch has none. */
export const LANGUAGE_ANALYZERS = withEngines(LANGUAGES, {
  estonian: { elasticsearch: { from: '7.6' }, opensearch: {} },
  serbian: elasticsearch({ from: '8.12' }),
});

export const SIMILARITIES = named({ BM25: 'Okapi BM25', boolean: 'Boolean' });
export const VECTOR_SIMILARITIES = withEngines(plain('l2_norm dot_product cosine max_inner_product'), {
  max_inner_product: elasticsearch({ from: '8.11' }),
});

export const TERM_VECTORS = named({
  no: 'No',
  yes: 'Yes',
  with_positions: 'With positions',
  with_offsets: 'With offsets',
  with_positions_offsets: 'With positions and offsets',
  with_positions_payloads: 'With positions and payloads',
  with_positions_offsets_payloads: 'With positions, offsets, and payloads',
});

export const ORIENTATIONS = named({ ccw: 'Counterclockwise', cw: 'Clockwise' });
/** All names of an orientation, in lower case; engines tell another one than they were sent. */
export const ORIENTATION_NAMES: ReadonlyMap<string, 'ccw' | 'cw'> = new Map([
  ['right', 'ccw'],
  ['counterclockwise', 'ccw'],
  ['ccw', 'ccw'],
  ['left', 'cw'],
  ['clockwise', 'cw'],
  ['cw', 'cw'],
]);

/** Each boolean behind the string that engines read as the same value. */
export const BOOLEAN_NULL_VALUES: readonly Option[] = [
  { value: 'true', label: '"true"' },
  { value: true, label: 'true' },
  { value: 'false', label: '"false"' },
  { value: false, label: 'false' },
];

const FORMATS_WITHOUT_STRICT =
  'epoch_millis epoch_second basic_date basic_date_time basic_date_time_no_millis basic_ordinal_date basic_ordinal_date_time ' +
  'basic_ordinal_date_time_no_millis basic_time basic_time_no_millis basic_t_time basic_t_time_no_millis';
const FORMATS_WITH_STRICT =
  'date_optional_time basic_week_date basic_week_date_time basic_week_date_time_no_millis date date_hour date_hour_minute date_hour_minute_second ' +
  'date_hour_minute_second_fraction date_hour_minute_second_millis date_time date_time_no_millis hour hour_minute hour_minute_second ' +
  'hour_minute_second_fraction hour_minute_second_millis ordinal_date ordinal_date_time ordinal_date_time_no_millis time time_no_millis t_time ' +
  't_time_no_millis week_date week_date_time week_date_time_no_millis weekyear weekyear_week weekyear_week_day year year_month year_month_day';

/** Built-in date formats: those without a strict variant, then each of the others behind its `strict_` variant. */
export const DATE_FORMATS: readonly Option[] = [
  ...plain(FORMATS_WITHOUT_STRICT),
  ...plain(FORMATS_WITH_STRICT).flatMap(({ label }) => plain(`strict_${label} ${label}`)),
];
export const FORMAT_SEPARATOR = '||';

export const SHINGLE_SIZES: readonly Option[] = [2, 3, 4].map((value) => ({ value, label: String(value) }));
export const SCRIPT_ERRORS = named({ fail: 'Reject the document', continue: 'Continue without the value' });
export const SOURCE_KEEP = named({ none: 'None', arrays: 'Arrays', all: 'All' });
export const LEAF_ARRAYS = named({ lossy: 'Lossy', exact: 'Exact' });
export const TIME_SERIES_METRICS = named({ gauge: 'Gauge', counter: 'Counter' });
export const ELEMENT_TYPES = withEngines(plain('float bfloat16 byte bit'), {
  bfloat16: elasticsearch({ from: '9.3' }),
  bit: elasticsearch({ from: '8.15' }),
});
export const VECTOR_INDEX_TYPES: readonly string[] =
  'hnsw int8_hnsw int4_hnsw bbq_hnsw bbq_disk flat int8_flat int4_flat bbq_flat'.split(' ');
/** `l1` and `linf` went with the engine nmslib in OpenSearch 3.0. */
export const KNN_SPACE_TYPES = plain('l2 cosinesimil innerproduct hamming');
/** Distances that only some algorithms or versions of the engine take, which forms do not offer. */
export const KNN_OTHER_SPACE_TYPES = plain('l1 linf hammingbit');
export const KNN_DATA_TYPES = withEngines(plain('float byte binary'), { binary: opensearch({ from: '2.16' }) });
export const KNN_MODES = named({ in_memory: 'In memory', on_disk: 'On disk' });
export const KNN_COMPRESSIONS = plain('1x 2x 4x 8x 16x 32x');

/** One choice of a list as a form shows it for a target. */
export interface OfferedOption extends Option {
  /** The target does not take it; it is there because the document has it. */
  readonly isUnknown: boolean;
}

/** The options that a target takes, and the one that a document has although the target does not. */
export function offeredOptions(
  options: readonly Option[],
  target: TargetEngine,
  value?: JsonValue,
): readonly OfferedOption[] {
  return options
    .map((option) => ({ ...option, isUnknown: option.engines !== undefined && !isKnownBy(option.engines, target) }))
    .filter(({ isUnknown, value: own }) => !isUnknown || (value !== undefined && deepEqual(own, value)));
}
