import type { TargetEngine } from '#domain/catalogue';
import { deepEqual, formatJson, isObject, type JsonObject, type JsonValue } from '#domain/json';
import { absenceIn, labelsIn } from '../generate/known-absences.ts';
import type { Difference } from './difference.ts';
import type { KnownCase } from './known-case.ts';
import { isSamePoint } from '#domain/mapping';

/** What is compared, in the words of a report. */
export type Compared =
  | 'the engine takes what validation lets through'
  | 'validation lets through what the engine takes'
  | 'the engine tells the mapping that was sent'
  | 'the engine takes a change as it is classed'
  | 'a change gives the planned mapping'
  | 'a scratch index takes what the index takes'
  | 'templates compose as the engine composes them'
  | 'the sandbox takes what the engine takes'
  | 'the engine takes what the sandbox takes'
  | 'the sandbox answers as the engine does'
  | 'a document is taken as it is tried'
  | 'a document adds the fields that were told'
  | 'a document ignores the fields that were told';

/** A difference that is known, and why it stays. */
export interface Disagreement {
  readonly name: string;
  readonly of: readonly Compared[];
  readonly because: string;
  /** What it is about: one of these must fit. */
  readonly cases: readonly KnownCase[];
}

const TAKEN: readonly Compared[] = ['the engine takes what validation lets through'];
const CHANGED: readonly Compared[] = ['the engine takes a change as it is classed'];
const REFUSALS: readonly Compared[] = [...TAKEN, ...CHANGED, 'the engine takes what the sandbox takes'];
const ECHOES: readonly Compared[] = [
  'the sandbox answers as the engine does',
  'the engine tells the mapping that was sent',
  'a change gives the planned mapping',
];
const ELASTICSEARCH = { elasticsearch: { from: '7.17' } } as const;
const OPENSEARCH = { opensearch: { from: '2.0' } } as const;
const BOTH = { ...ELASTICSEARCH, ...OPENSEARCH } as const;

const isAbsent = (value: JsonValue | undefined) => value === undefined;
const is = (wanted: JsonValue) => (value: JsonValue | undefined) => value === wanted;
const hasOne = (definition: JsonObject, names: readonly string[]) =>
  names.some((name) => Object.hasOwn(definition, name));

/** Every known disagreement; docs/engine-disagreements.md is made of it. */
export const DISAGREEMENTS: readonly Disagreement[] = [
  {
    name: 'not installed',
    of: REFUSALS,
    because: 'The engine lacks a plugin or a module. A full distribution of the same version accepts it.',
    cases: [{ engines: BOTH, is: isOfAbsence }],
  },
  {
    name: 'what the sandbox does not look into',
    of: ['the engine takes what the sandbox takes'],
    because:
      'The sandbox judges each parameter by itself, as an Elasticsearch 8.17. The editor warns where the target engine refuses.',
    cases: [{ engines: ELASTICSEARCH, is: ({ marks }) => marks?.includes('foreseen') === true }],
  },
  {
    name: 'objects where there are none',
    of: REFUSALS,
    because: 'Below "subobjects": false the engine makes fields with dots in their names of objects, as far as it can.',
    cases: [
      {
        engines: { elasticsearch: { from: '8.3' } },
        types: ['object'],
        parameters: ['dynamic', 'enabled', 'subobjects', 'synthetic_source_keep'],
        refusal:
          /^Object mapper \[(?<field>.+)\] was found in a context where subobjects is set to false\. Auto-flattening \[.+\] failed because the value of \[(?<parameter>\w+)\] /,
      },
    ],
  },
  {
    name: 'nested objects below flat ones',
    of: ['templates compose as the engine composes them'],
    because:
      'Elasticsearch 8.19 composes a nested object below one without subobjects, and refuses the same mapping when it is sent as one.',
    cases: [
      {
        engines: { elasticsearch: { from: '8.3', until: '9.0' } },
        types: ['nested'],
        parameters: [null],
        refusal: /^Tried to add nested object \[?(?<field>[^\]]+?)\]? to object \S+ which does not support subobjects/,
      },
    ],
  },
  {
    name: 'null for a parameter',
    of: ['validation lets through what the engine takes', 'the sandbox takes what the engine takes'],
    because:
      'Engines take null for a null value, and Elasticsearch for some other parameters, and forget it. An import says that it means nothing, and the sandbox refuses it.',
    cases: [
      {
        engines: BOTH,
        types: [
          ...'boolean byte date date_nanos double float geo_point half_float integer ip keyword long short'.split(' '),
        ],
        parameters: ['null_value'],
        beside: (definition) => definition['null_value'] === null,
        refusal: /^The (?<parameter>null_value) parameter on field (?<field>.+) is invalid\.$/,
      },
      ...[
        { types: ['text', 'keyword', 'flattened', 'dense_vector'], parameters: ['similarity'] },
        { types: ['text'], parameters: ['index_prefixes'] },
        { types: ['keyword'], parameters: ['normalizer'] },
        { types: ['dense_vector', 'sparse_vector'], parameters: ['index_options'] },
        { types: ['object', 'nested'], parameters: ['subobjects'] },
        {
          types: 'keyword boolean date date_nanos ip double long geo_point'.split(' '),
          parameters: ['script'],
        },
        {
          types: 'byte double float half_float integer long short geo_point'.split(' '),
          parameters: ['time_series_metric'],
        },
      ].map((each) => ({
        ...each,
        engines: ELASTICSEARCH,
        beside: (definition: JsonObject) => each.parameters.some((name) => definition[name] === null),
        refusal:
          /^(?:The (?<parameter>\w+) parameter on field (?<field>.+) is invalid\.|\[(?:\w+)\] on mapper \[.+\] of type \[\w+\] must not have a \[null\] value)$/,
      })),
    ],
  },
  {
    name: 'boosts that are none',
    of: ['validation lets through what the engine takes'],
    because:
      'OpenSearch takes anything for the boost of a type whose values have no relevance, and forgets it. An import says that it is none.',
    cases: [
      {
        engines: OPENSEARCH,
        types: 'byte completion double float half_float integer ip long rank_feature short unsigned_long'.split(' '),
        parameters: ['boost'],
        refusal: /^The (?<parameter>boost) parameter on field (?<field>.+) is invalid\.$/,
      },
    ],
  },
  {
    name: 'objects where there is text',
    of: ['validation lets through what the engine takes'],
    because: 'Elasticsearch takes an object for the target of copy_to, and names a field by what it prints.',
    cases: [
      {
        engines: ELASTICSEARCH,
        types: [...'binary boolean byte date double float integer ip keyword long short text'.split(' ')],
        parameters: ['copy_to'],
        beside: (definition) => isObject(definition['copy_to']),
        refusal: /^The (?<parameter>copy_to) parameter on field (?<field>.+) is invalid\.$/,
      },
    ],
  },
  {
    name: 'values that OpenSearch reads strictly',
    of: REFUSALS,
    because:
      'An import takes what any engine takes, as a number as the value of a constant keyword. OpenSearch wants text, and no compression of vectors that are not of floats.',
    cases: [
      {
        engines: OPENSEARCH,
        types: ['constant_keyword'],
        parameters: ['value'],
        beside: (definition) => typeof definition['value'] !== 'string',
        refusal: /^Field \[(?<field>.+)\] is expected to be a string value$/,
      },
      {
        engines: { opensearch: { until: '3.0' } },
        types: ['knn_vector'],
        parameters: ['compression_level', 'mode'],
        beside: (definition) => Object.hasOwn(definition, 'data_type') && definition['data_type'] !== 'float',
        refusal: /^Compression and mode cannot be used for non-float32 data type for field (?<field>.+)$/,
      },
    ],
  },
  {
    name: 'script errors of numbers that take no script',
    of: REFUSALS,
    because:
      'Elasticsearch takes the default of on_script_error on every number, and another value only where there can be a script.',
    cases: [
      {
        engines: ELASTICSEARCH,
        types: ['byte', 'float', 'half_float', 'integer', 'short'],
        parameters: ['on_script_error'],
        beside: (definition) => definition['on_script_error'] !== 'fail',
        refusal: /^Field \[(?<parameter>on_script_error)\] requires field \[script\] to be configured$/,
      },
    ],
  },
  {
    name: 'doc values of search_as_you_type',
    of: REFUSALS,
    because: 'OpenSearch tells "doc_values": false of it, and takes nothing else.',
    cases: [
      {
        engines: OPENSEARCH,
        types: ['search_as_you_type'],
        parameters: ['doc_values'],
        beside: (definition) => definition['doc_values'] !== false,
        refusal: /^Cannot set \[(?<parameter>doc_values)\] on field of type \[(?<type>search_as_you_type)\]$/,
      },
    ],
  },
  {
    name: 'filters of aliases',
    of: ['the engine takes what the sandbox takes'],
    because: 'The sandbox does not read the filter of an alias.',
    cases: [
      {
        engines: ELASTICSEARCH,
        types: ['ip'],
        parameters: [null],
        beside: (definition) => definition['null_value'] === undefined,
        refusal: /^'\d' is not an IP string literal\.$/,
      },
      {
        engines: ELASTICSEARCH,
        types: ['boolean'],
        parameters: [null],
        refusal: /^Can't parse boolean value \[\d\], expected \[true\] or \[false\]$/,
      },
      {
        engines: ELASTICSEARCH,
        types: ['binary'],
        parameters: [null],
        refusal: /^Binary fields do not support searching$/,
      },
      {
        engines: ELASTICSEARCH,
        types: ['geo_point', 'geo_shape'],
        parameters: [null],
        refusal: /^Geometry fields do not support exact searching, use dedicated geometry queries instead: \[.+\]$/,
      },
    ],
  },
  {
    name: 'vectors whose data fit no space',
    of: REFUSALS,
    because:
      'Whether a vector without a method has a structure, for which its space and its data have to go together, is said by the settings of the index, which are not compared. Before OpenSearch 3 only the plugin k-NN says what goes together.',
    cases: [
      {
        engines: OPENSEARCH,
        types: ['knn_vector'],
        parameters: ['data_type', 'space_type'],
        beside: (definition) => !Object.hasOwn(definition, 'method'),
        refusal: /^Space type \[\w+\] is not supported with \[\w+\] data type$/,
      },
      {
        engines: { opensearch: { until: '3.0' } },
        types: ['knn_vector'],
        parameters: ['data_type', 'space_type', 'method'],
        refusal: /^Space type \[\w+\] is not supported with \[\w+\] data type$/,
      },
    ],
  },
  {
    name: 'names of vectors',
    of: REFUSALS,
    because: 'The plugin k-NN makes file names of the names of fields, so it takes fewer of them than the engine.',
    cases: [
      {
        engines: OPENSEARCH,
        types: ['knn_vector'],
        parameters: [null],
        refusal:
          /^Vector field name must not include invalid characters of \[.*\]\. Provided field name=\[(?<field>.+)\] had a disallowed character/,
      },
    ],
  },
  {
    name: 'versions in objects',
    of: [...CHANGED, 'a change gives the planned mapping'],
    because:
      'OpenSearch 3.4 takes the update of a version field in an object for another field, by its whole name. We say that it needs a new index.',
    cases: [{ engines: { opensearch: { from: '3.0' } }, types: ['version'], parameters: [null] }],
  },
  {
    name: 'dots in names',
    of: [...ECHOES, ...CHANGED],
    because:
      'The engine tells a name with dots as objects, or objects below "subobjects": false as names with dots, and loses an alias in one of these. The document is kept as it was written.',
    cases: [{ engines: BOTH, is: ({ marks, refusal }) => refusal === undefined && marks?.includes('levels') === true }],
  },
  {
    name: 'points written otherwise',
    of: [...ECHOES, ...CHANGED],
    because:
      'The engine tells a point as an object of numbers, however it was written; OpenSearch takes another one for null.',
    cases: [
      {
        engines: BOTH,
        types: ['geo_point'],
        parameters: ['null_value'],
        is: ({ place }) => isSamePoint(place?.ours, place?.theirs),
      },
      {
        engines: OPENSEARCH,
        types: ['geo_point'],
        parameters: ['null_value'],
        impacts: ['new_index'],
        theirs: isAbsent,
      },
    ],
  },
  {
    name: 'places that are not indexed',
    of: [...ECHOES, ...CHANGED],
    because: 'OpenSearch takes "index": false on a point or a shape, and forgets it; of a shape doc_values as well.',
    cases: [
      {
        engines: OPENSEARCH,
        types: ['geo_point', 'geo_shape'],
        parameters: ['index'],
        ours: is(false),
        theirs: isAbsent,
      },
      { engines: OPENSEARCH, types: ['geo_shape'], parameters: ['doc_values'], ours: is(false), theirs: isAbsent },
    ],
  },
  {
    name: 'what is assumed anyway',
    of: [...ECHOES, ...CHANGED],
    because:
      'OpenSearch does not tell a value that it assumes, of these: what it is depends on the version or on other parameters.',
    cases: [
      {
        engines: OPENSEARCH,
        types: ['text', 'match_only_text', 'search_as_you_type'],
        parameters: ['search_analyzer', 'search_quote_analyzer'],
        theirs: isAbsent,
        ours: is('standard'),
        is: ({ place }) => place?.beside['analyzer'] === undefined,
      },
    ],
  },
  {
    name: 'prefix trees of shapes',
    of: [...ECHOES, ...CHANGED],
    because:
      'Options of prefix trees are legacy. OpenSearch tells the strategy where one of them is set, distances with a decimal, and forgets what is the default.',
    cases: [
      {
        engines: OPENSEARCH,
        types: ['geo_shape'],
        parameters: ['strategy'],
        ours: isAbsent,
        theirs: is('recursive'),
        is: ({ place }) =>
          hasOne(place?.beside ?? {}, ['tree', 'precision', 'tree_levels', 'distance_error_pct', 'points_only']),
      },
      {
        engines: OPENSEARCH,
        types: ['geo_shape'],
        parameters: ['precision'],
        is: ({ place }) => typeof place?.ours === 'string' && place.theirs === place.ours.replace(/^(\d+)m$/, '$1.0m'),
      },
      { engines: OPENSEARCH, types: ['geo_shape'], parameters: ['tree'], ours: is('quadtree'), theirs: isAbsent },
      {
        engines: OPENSEARCH,
        types: ['geo_shape'],
        parameters: ['distance_error_pct'],
        ours: is(0.025),
        theirs: isAbsent,
      },
    ],
  },
  {
    name: 'a field in two notations',
    of: ['templates compose as the engine composes them', 'the sandbox answers as the engine does'],
    because:
      'Parts have a field both as "o.a" and below "o". Elasticsearch takes either, by the order of its hash tables; ours takes the later.',
    cases: [
      {
        engines: ELASTICSEARCH,
        is: ({ marks, refusal }) => refusal === undefined && marks?.includes('two notations') === true,
      },
    ],
  },
  {
    name: 'numbers where there is text',
    of: [...ECHOES, ...CHANGED],
    because: 'Engines write out a value where they want text, and tell the text.',
    cases: [
      {
        engines: BOTH,
        parameters: ['copy_to'],
        is: ({ place }) => isWrittenOut(listed(place?.ours), listed(place?.theirs)),
      },
      {
        engines: BOTH,
        types: ['date', 'date_nanos', 'keyword', 'ip'],
        parameters: ['null_value', 'format'],
        is: ({ place }) => isWrittenOut(place?.ours, place?.theirs),
      },
    ],
  },
  {
    name: 'a source mode that is ignored',
    of: ECHOES,
    because: 'Elasticsearch 9 takes _source.mode and forgets it: the mode is a setting of the index now.',
    cases: [
      {
        engines: { elasticsearch: { from: '9.0' } },
        types: [null],
        parameters: ['_source'],
        is: ({ place }) => isObject(place?.ours) && 'mode' in place.ours && isRestOf(place.ours, place.theirs),
      },
    ],
  },
  {
    name: 'decimals that are read twice',
    of: ['a document is taken as it is tried'],
    because:
      'Where a field of 32 or 16 bits has read a decimal, engines can’t read it again as a whole number in a multi-field or a copy, and say that this should never happen.',
    cases: [
      {
        engines: { elasticsearch: { from: '9.0' }, opensearch: { from: '3.0' } },
        types: ['byte', 'short', 'integer', 'long', 'unsigned_long'],
        parameters: [null],
        refusal: /^Internal error: this code path should never get executed$/,
      },
    ],
  },
  {
    name: 'paths that are left over',
    of: ['a document is taken as it is tried'],
    because:
      'Where the settings of an index have OpenSearch leave out what a knn_vector can’t read, it forgets to leave the field, and refuses the document in the end.',
    cases: [
      {
        engines: { opensearch: { from: '3.0' } },
        types: ['knn_vector'],
        parameters: [null],
        refusal: /^found leftover path elements: .+$/,
      },
    ],
  },
  {
    name: 'text that is no base64',
    of: ['a document is taken as it is tried'],
    because:
      'Where the settings of an index have OpenSearch leave out what a binary field can’t decode, it has lost its place in the document, and calls the rest invalid JSON.',
    cases: [
      {
        engines: { opensearch: { from: '3.0' } },
        types: ['binary'],
        parameters: ['doc_values', 'store'],
        refusal: /^Unexpected character .+: was expecting comma to separate Object entries/,
      },
    ],
  },
  {
    name: 'vectors that are stored',
    of: ['the sandbox takes what the engine takes'],
    because:
      'Elasticsearch stores the weights of sparse vectors as of 9.2 where nothing is said; the sandbox speaks as an earlier one.',
    cases: [
      {
        engines: { elasticsearch: { from: '9.2' } },
        types: ['sparse_vector'],
        parameters: ['store'],
        refusal: /^Mapper for \[.+\] conflicts with existing mapper:/,
      },
    ],
  },
  {
    name: 'doc values of text',
    of: ['the sandbox takes what the engine takes'],
    because: 'Elasticsearch takes doc values on text as of 9.5; the sandbox speaks as an earlier one.',
    cases: [
      {
        engines: { elasticsearch: { from: '9.5' } },
        types: ['text'],
        parameters: ['doc_values'],
        refusal: /^unknown parameter \[doc_values\] on mapper \[.+\] of type \[text\]$/,
      },
    ],
  },
];

/** Of mappings that have what an engine at hand is known to lack; a refusal that names a type names that one. */
function isOfAbsence({ refusal, sent }: Difference, target: TargetEngine): boolean {
  return refusal !== undefined && sent.some((mappings) => absenceIn(target, labelsIn(mappings), refusal) !== undefined);
}

const listed = (value: JsonValue | undefined): JsonValue | undefined =>
  value === undefined || Array.isArray(value) ? value : [value];

function isWrittenOut(ours: JsonValue | undefined, theirs: JsonValue | undefined): boolean {
  if (Array.isArray(ours) && Array.isArray(theirs))
    return (
      ours.length === theirs.length &&
      !deepEqual(ours, theirs) &&
      ours.every(
        (item: JsonValue, at) =>
          isWrittenOut(item, theirs[at] as JsonValue) || deepEqual(item, theirs[at] as JsonValue),
      )
    );
  return ours !== undefined && typeof ours !== 'string' && theirs === formatJson(ours);
}

/** Whether the engine returns a `_source` without its mode and otherwise unchanged. */
function isRestOf({ mode: _, ...rest }: JsonObject, theirs: JsonValue | undefined): boolean {
  return Object.keys(rest).length === 0 ? theirs === undefined : deepEqual(rest, theirs ?? null);
}
