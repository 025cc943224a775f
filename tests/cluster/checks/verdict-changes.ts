import {
  CONFIGURATION,
  DERIVED_FIELD_TYPES,
  isKnownBy,
  parametersOf,
  RUNTIME_FIELD_TYPES,
  typeNames,
  type Parameter,
  type TargetEngine,
} from '#domain/catalogue';
import { deepEqual, formatJson, type JsonObject, type JsonValue } from '#domain/json';
import {
  minimalSample,
  parameterSample,
  sampleValues,
  SAMPLE_FIELDS,
} from '../../../src/fuzz/generate/catalogue-samples.ts';
import { computedSamples, configurationSamples } from '../../../src/fuzz/generate/configuration-samples.ts';

/** One change of a live mapping. */
export interface VerdictChange {
  readonly label: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Of the index, by whole names. */
  readonly settings?: JsonObject;
}

const KEYWORD: JsonObject = { type: 'keyword' };
const TEXT: JsonObject = { type: 'text' };

/** What all changes start from: something of each kind that a change can name or stand in. */
const START: JsonObject = {
  ...SAMPLE_FIELDS,
  tag: KEYWORD,
  title: { type: 'text', fields: { raw: KEYWORD } },
  place: { properties: { city: KEYWORD } },
  rows: { type: 'nested', properties: { cell: KEYWORD } },
  other_rows: { type: 'nested', properties: { cell: KEYWORD } },
  other: { type: 'alias', path: 'tag' },
};

const withFields = (fields: JsonObject, rest: JsonObject = {}): JsonObject => ({
  ...rest,
  properties: { ...START, ...fields },
});

/** A field that is added. */
const added = (label: string, fields: JsonObject, settings?: JsonObject): VerdictChange => ({
  label: `add ${label}`,
  before: withFields({}),
  after: withFields(fields),
  ...(settings !== undefined && { settings }),
});

/** A field that is there, and becomes something else. */
const changed = (label: string, before: JsonValue, after: JsonValue): VerdictChange => ({
  label: `change ${label}`,
  before: withFields({ f: before }),
  after: withFields({ f: after }),
});

/** A member of the mappings; undefined is one that is absent. */
const ofRoot = (label: string, before: JsonObject, after: JsonObject): VerdictChange => ({
  label: `mappings ${label}`,
  before: withFields({}, before),
  after: withFields({}, after),
});

const short = (value: JsonValue | undefined) => (value === undefined ? 'none' : formatJson(value).slice(0, 48));

/** Values of which no parameter of the kind takes one. */
function foreignValue({ editor }: Parameter): JsonValue | undefined {
  switch (editor.kind) {
    case 'toggle':
    case 'dynamic':
      return 'maybe';
    case 'number':
    case 'slider':
      return 'ten';
    case 'select':
      return 'no_such_option';
    case 'frequencyFilter':
    case 'interval':
    case 'relations':
    case 'metadata':
      return 'text';
    default:
      return undefined;
  }
}

function changesOfType(type: string, target: TargetEngine): readonly VerdictChange[] {
  const minimal = minimalSample(type).definition;
  const own = parametersOf(type, target);
  const changes: VerdictChange[] = [
    added(type, { f: minimal }),
    added(`${type} as multi-field`, { f: { type: 'text', fields: { sub: minimal } } }),
    added(`${type} in an object`, { place: { properties: { city: KEYWORD, f: minimal } } }),
    added(`${type} with a multi-field`, { f: { ...minimal, fields: { sub: KEYWORD } } }),
    added(`${type} with properties`, { f: { ...minimal, properties: { sub: KEYWORD } } }),
    added(`${type} with a parameter of nobody`, { f: { ...minimal, no_such: 1 } }),
    added(`${type} with null for a parameter`, { f: { ...minimal, meta: null } }),
    changed(`the type to ${type}`, { type: 'ip' }, minimal),
    changed(`the type from ${type}`, minimal, { type: 'ip' }),
  ];
  for (const parameter of own) {
    const { name } = parameter;
    const samples = sampleValues(type, parameter, target).map((value) => parameterSample(type, parameter, value));
    if (parameter.isRequired === true) {
      const { [name]: _, ...without } = minimal;
      changes.push(added(`${type} without ${name}`, { f: without }));
    }
    const foreign = foreignValue(parameter);
    if (foreign !== undefined)
      changes.push(added(`${type} with ${name}=${short(foreign)}`, { f: { ...minimal, [name]: foreign } }));
    for (const [at, { value, definition }] of samples.entries()) {
      changes.push(added(`${type} with ${name}=${short(value)}`, { f: definition }));
      const { [name]: _, ...without } = definition;
      const canBeAbsent = parameter.isRequired !== true || isKnownBy(parameter.takenWithout ?? {}, target);
      if (canBeAbsent && !deepEqual(without, definition)) {
        changes.push(changed(`${type}.${name} from none to ${short(value)}`, without, definition));
        changes.push(changed(`${type}.${name} from ${short(value)} to none`, definition, without));
      }
      const next = samples[(at + 1) % samples.length];
      if (next !== undefined && samples.length > 1)
        changes.push(
          changed(`${type}.${name} from ${short(value)} to ${short(next.value)}`, definition, next.definition),
        );
    }
  }
  return changes;
}

function changesOfMappings(target: TargetEngine): readonly VerdictChange[] {
  const changes: VerdictChange[] = [];
  const known = new Map(configurationSamples(target).map(({ key, values }) => [key, values]));
  for (const key of Object.keys(CONFIGURATION)) {
    const values = known.get(key) ?? [OF_OTHERS[key] ?? {}];
    for (const [at, value] of values.entries()) {
      changes.push(ofRoot(`${key} from none to ${short(value)}`, {}, { [key]: value }));
      changes.push(ofRoot(`${key} from ${short(value)} to none`, { [key]: value }, {}));
      const next = values[(at + 1) % values.length];
      if (next !== undefined && values.length > 1)
        changes.push(ofRoot(`${key} from ${short(value)} to ${short(next)}`, { [key]: value }, { [key]: next }));
    }
    changes.push(ofRoot(`${key} with a value of nobody`, {}, { [key]: 7 }));
  }
  for (const dynamic of ['runtime', 'strict_allow_templates', 'false_allow_templates', 'TRUE', 'no_such', null]) {
    changes.push(ofRoot(`dynamic ${short(dynamic)}`, {}, { dynamic }));
    changes.push(added(`an object with dynamic ${short(dynamic)}`, { f: { type: 'object', dynamic } }));
  }
  changes.push(ofRoot('of nobody', {}, { no_such: true }));
  changes.push(ofRoot('_data_stream_timestamp enabled', {}, { _data_stream_timestamp: { enabled: true } }));
  const timestamp = { '@timestamp': { type: 'date' } };
  changes.push({
    label: 'mappings _data_stream_timestamp enabled beside a time',
    before: withFields(timestamp),
    after: withFields(timestamp, { _data_stream_timestamp: { enabled: true } }),
  });
  changes.push({
    label: 'mappings _data_stream_timestamp disabled again',
    before: withFields(timestamp, { _data_stream_timestamp: { enabled: true } }),
    after: withFields(timestamp, { _data_stream_timestamp: { enabled: false } }),
  });
  changes.push(ofRoot('_field_names enabled', {}, { _field_names: { enabled: true } }));
  changes.push(ofRoot('_field_names not enabled', {}, { _field_names: { enabled: false } }));
  changes.push(ofRoot('_meta emptied', { _meta: { a: 1 } }, { _meta: {} }));
  changes.push(ofRoot('_source with a member of nobody', {}, { _source: { no_such: true } }));
  changes.push(ofRoot('_routing with a member of nobody', {}, { _routing: { no_such: true } }));
  changes.push(ofRoot('_size enabled', {}, { _size: { enabled: true } }));
  changes.push(ofRoot('properties of another kind', {}, { properties: [] }));
  return changes;
}

/** Of keys that the target does not know. */
const OF_OTHERS: Readonly<Record<string, JsonValue>> = {
  _field_names: { enabled: true },
  disable_objects: true,
  subobjects: false,
  _doc_count: {},
  include_in_all: false,
  analyzer: 'standard',
  index_analyzer: 'standard',
  search_analyzer: 'standard',
  date_formats: ['yyyy'],
};

function computedChanges(target: TargetEngine): readonly VerdictChange[] {
  const containers = { runtime: RUNTIME_FIELD_TYPES, derived: DERIVED_FIELD_TYPES };
  return (['runtime', 'derived'] as const).flatMap((container) => {
    const script = { source: 'emit(1)' };
    const samples = computedSamples(container, target);
    const types = Object.keys(containers[container]);
    const of = (label: string, definition: JsonValue, name = 'computed') =>
      ofRoot(`${container} ${label}`, {}, { [container]: { [name]: definition } });
    return [
      ...samples.map(({ type, isMinimal, definition }) => of(`${type} ${isMinimal ? 'least' : 'most'}`, definition)),
      ...types.flatMap((type) => [of(`${type} alone`, { type }), of(`${type} with a script`, { type, script })]),
      of('of no type', { script }),
      of('of an unknown type', { type: 'no_such', script }),
      of('of the type integer', { type: 'integer', script }),
      of('with a parameter of nobody', { type: 'keyword', no_such: 1 }),
      of('that is no object', 'keyword'),
      of('by the name of a field', { type: 'keyword' }, 'tag'),
      of('by an empty name', { type: 'keyword' }, ''),
      ofRoot(`${container} empty`, {}, { [container]: {} }),
      ofRoot(
        `${container} another type`,
        { [container]: { c: { type: 'keyword', script } } },
        { [container]: { c: { type: 'long', script } } },
      ),
      ofRoot(`${container} taken away`, { [container]: { c: { type: 'keyword', script } } }, {}),
      ofRoot(
        `${container} without a script, another type`,
        { [container]: { c: { type: 'keyword' } } },
        { [container]: { c: { type: 'long' } } },
      ),
      ofRoot(`${container} without a script, taken away`, { [container]: { c: { type: 'keyword' } } }, {}),
    ];
  });
}

function templateChanges(): readonly VerdictChange[] {
  const of = (label: string, ...templates: readonly JsonValue[]) =>
    ofRoot(`dynamic_templates ${label}`, {}, { dynamic_templates: templates });
  const mapping = KEYWORD;
  return [
    of('by a name', { a: { match: 'a*', mapping } }),
    of('by a path', { a: { path_match: 'a.*', path_unmatch: '*.b', mapping } }),
    of('by a type', { a: { match_mapping_type: 'string', mapping } }),
    of('by a type of nobody', { a: { match_mapping_type: 'no_such', mapping } }),
    of('by every type', { a: { match_mapping_type: '*', mapping: { type: '{dynamic_type}' } } }),
    of('by a pattern', { a: { match: '^a', match_pattern: 'regex', mapping } }),
    of('by a pattern that is none', { a: { match: '*a', match_pattern: 'regex', mapping } }),
    of('by a kind of pattern of nobody', { a: { match: 'a', match_pattern: 'no_such', mapping } }),
    of('by a list of names', { a: { match: ['a*', 'b*'], mapping } }),
    of('without a condition', { a: { mapping } }),
    of('without a mapping', { a: { match: 'a*' } }),
    of('with a mapping that is empty', { a: { match: 'a*', mapping: {} } }),
    of('with a mapping that is no object', { a: { match: 'a*', mapping: 'keyword' } }),
    of('with an unknown type', { a: { match: 'a*', mapping: { type: 'no_such' } } }),
    of('with an unknown parameter', { a: { match: 'a*', mapping: { type: 'keyword', no_such: 1 } } }),
    of('with a runtime field', { a: { match: 'a*', runtime: {} } }),
    of('with a runtime field of a type', { a: { match: 'a*', runtime: { type: 'keyword' } } }),
    of('with both', { a: { match: 'a*', runtime: {}, mapping } }),
    of('with a member of nobody', { a: { match: 'a*', no_such: 1, mapping } }),
    of('twice by a name', { a: { match: 'a*', mapping } }, { a: { match: 'b*', mapping } }),
    of('with two names', { a: { match: 'a*', mapping }, b: { match: 'b*', mapping } }),
    of('that are no objects', 'a'),
    of('that is empty', {}),
    of('with an object', { a: { match: 'a*', mapping: { type: 'object' } } }),
    of('with a nested object', { a: { match: 'a*', mapping: { type: 'nested' } } }),
    ofRoot('dynamic_templates as an object', {}, { dynamic_templates: { a: { match: 'a*', mapping } } }),
    ofRoot(
      'dynamic_templates replaced',
      { dynamic_templates: [{ a: { match: 'a*', mapping } }] },
      { dynamic_templates: [{ b: { match: 'b*', mapping } }] },
    ),
    ofRoot('dynamic_templates taken away', { dynamic_templates: [{ a: { match: 'a*', mapping } }] }, {}),
  ];
}

const NAMES: readonly string[] = [
  '', ' ', '  ', '.', '..', '.a', 'a.', 'a..b', 'a. .b', ' a', 'a ', 'a b', 'a.b.c', 'tag.x', 'title.x', 'title.raw', 'place.city', 'place.x', 'rows.x', 'other.x',
  '_id', '_source', '_routing', '_index', '_field_names', '_type', '_seq_no', '_version', '_doc_count', '_size', '_tier', '_ignored', '_nested_path', '_data_stream_timestamp', '_ignored_source', '_index_mode', '_meta', '_x', '_id.x',
  'properties', 'fields', 'type', '__proto__', 'constructor', '*', 'a*', 'a,b', 'a#b', 'a/b', '💥', 'x'.repeat(300), '@timestamp',
]; // oxfmt-ignore

function namedChanges(): readonly VerdictChange[] {
  const shown = (name: string) => formatJson(name.slice(0, 20));
  const own = (name: string, definition: JsonValue): JsonObject => Object.fromEntries([[name, definition]]);
  return NAMES.flatMap((name) => [
    added(`a field named ${shown(name)}`, own(name, KEYWORD)),
    added(`an object named ${shown(name)}`, own(name, { properties: { x: KEYWORD } })),
    added(`a field in an object named ${shown(name)}`, {
      place: { properties: { city: KEYWORD, ...own(name, KEYWORD) } },
    }),
    added(`a multi-field named ${shown(name)}`, { f: { type: 'text', fields: own(name, KEYWORD) } }),
  ]);
}

const filled = (count: number, definition: JsonValue): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${at}`, definition]));

function deep(levels: number, type = 'object'): JsonObject {
  let definition: JsonObject = KEYWORD;
  for (let level = 1; level < levels; level++) definition = { type, properties: { a: definition } };
  return definition;
}

function limitChanges(): readonly VerdictChange[] {
  const of = (label: string, settings: JsonObject, fields: JsonObject, before: JsonObject = {}): VerdictChange => ({
    label: `limit ${label}`,
    before: withFields(before),
    after: withFields({ ...before, ...fields }),
    settings,
  });
  const limit = (name: string, value: number): JsonObject => ({ [`index.mapping.${name}.limit`]: value });
  /** Fields, objects and multi-fields of the start. */
  const counted = 11;
  return [
    of('of fields, just not reached', {}, filled(1000 - counted - 1, KEYWORD)),
    of('of fields, reached', {}, filled(1000 - counted, KEYWORD)),
    of('of fields, passed by one', {}, filled(1000 - counted + 1, KEYWORD)),
    of('of fields, passed by far', {}, filled(1200, KEYWORD)),
    of('of fields, passed by multi-fields', {}, filled(500, { type: 'text', fields: { raw: KEYWORD } })),
    of('of fields, passed by aliases', {}, filled(1000, { type: 'alias', path: 'tag' })),
    of('of fields of a setting, reached', limit('total_fields', 20), filled(20 - counted, KEYWORD)),
    of('of fields of a setting, passed', limit('total_fields', 20), filled(20 - counted + 1, KEYWORD)),
    of('of fields of a setting, far above', limit('total_fields', 2000), filled(1500, KEYWORD)),
    of('of fields of a setting, changed at it', limit('total_fields', counted + 1), { f: { type: 'keyword', ignore_above: 5 } }, { f: KEYWORD }),
    of('of depth, reached', {}, { f: deep(20) }),
    of('of depth, passed', {}, { f: deep(21) }),
    of('of depth, passed by nested', {}, { f: deep(21, 'nested') }),
    of('of depth, passed by dots', {}, { [Array.from({ length: 22 }, () => 'a').join('.')]: KEYWORD }),
    of('of depth of a setting, passed', limit('depth', 3), { f: deep(4) }),
    of('of depth of a setting, reached', limit('depth', 3), { f: deep(3) }),
    of('of nested objects, reached', {}, filled(48, { type: 'nested' })),
    of('of nested objects, passed', {}, filled(49, { type: 'nested' })),
    of('of nested objects of a setting, passed', limit('nested_fields', 2), { f: { type: 'nested' } }),
    of('of the length of names, reached', limit('field_name_length', 14), { ['x'.repeat(14)]: KEYWORD }),
    of('of the length of names, passed', limit('field_name_length', 14), { ['x'.repeat(15)]: KEYWORD }),
    of('of the length of names, a path', limit('field_name_length', 14), { place: { properties: { city: KEYWORD, 'a.b.c.d.e.f.g.h': KEYWORD } } }),
    of('of the length of names, passed by a multi-field', limit('field_name_length', 14), { f: { type: 'text', fields: { ['x'.repeat(15)]: KEYWORD } } }),
    of('of the length of names, passed by an object', limit('field_name_length', 14), { ['x'.repeat(15)]: { properties: { a: KEYWORD } } }),
    of('of the length of names, passed by an alias', limit('field_name_length', 14), { ['x'.repeat(15)]: { type: 'alias', path: 'tag' } }),
    of('of metadata, reached', {}, { f: { type: 'keyword', meta: { a: '1', b: '2', c: '3', d: '4', e: '5' } } }),
    of('of metadata, passed', {}, { f: { type: 'keyword', meta: { a: '1', b: '2', c: '3', d: '4', e: '5', f: '6' } } }),
    of('of the length of metadata, passed', {}, { f: { type: 'keyword', meta: { a: 'x'.repeat(51) } } }),
    of('of the names of metadata, passed', {}, { f: { type: 'keyword', meta: { ['x'.repeat(21)]: 'a' } } }),
  ]; // oxfmt-ignore
}

function targetChanges(): readonly VerdictChange[] {
  const paths = [
    'tag',
    'title',
    'title.raw',
    'place',
    'place.city',
    'rows',
    'rows.cell',
    'nowhere',
    'f',
    'other',
    '',
    '_id',
    'tag.x',
    'sample_target',
  ];
  return [
    ...paths.flatMap((path) => [
      added(`an alias of ${short(path)}`, { f: { type: 'alias', path } }),
      added(`a copy to ${short(path)}`, { f: { type: 'keyword', copy_to: path } }),
      added(`a copy to a list of ${short(path)}`, { f: { type: 'keyword', copy_to: [path] } }),
      added(`an alias in a nested object of ${short(path)}`, { rows: { type: 'nested', properties: { cell: KEYWORD, f: { type: 'alias', path } } } }),
      added(`a copy from a nested object to ${short(path)}`, { rows: { type: 'nested', properties: { cell: KEYWORD, f: { type: 'keyword', copy_to: path } } } }),
      added(`an alias in an object of ${short(path)}`, { place: { properties: { city: KEYWORD, f: { type: 'alias', path } } } }),
    ]),
    added('an alias of a field beside it', { f: { type: 'alias', path: 'g' }, g: KEYWORD }),
    added('an alias of a field of the type alias beside it', { f: { type: 'alias', path: 'g' }, g: { type: 'alias', path: 'tag' } }),
    added('a copy between nested objects', { rows: { type: 'nested', properties: { cell: KEYWORD, f: { type: 'keyword', copy_to: 'other_rows.cell' } } } }),
    added('a copy within a nested object', { rows: { type: 'nested', properties: { cell: KEYWORD, f: { type: 'keyword', copy_to: 'rows.cell' } } } }),
    added('a copy to several', { f: { type: 'keyword', copy_to: ['tag', 'title', 'nowhere'] } }),
    added('a copy in a multi-field', { f: { type: 'text', fields: { raw: { type: 'keyword', copy_to: 'tag' } } } }),
    added('an alias in a multi-field', { f: { type: 'text', fields: { raw: { type: 'alias', path: 'tag' } } } }),
    added('multi-fields in a multi-field', { f: { type: 'text', fields: { raw: { type: 'keyword', fields: { more: TEXT } } } } }),
    added('multi-fields that are no object', { f: { type: 'text', fields: 'raw' } }),
    added('empty multi-fields', { f: { type: 'text', fields: {} } }),
    added('a multi-field without a type', { f: { type: 'text', fields: { raw: {} } } }),
    added('properties that are no object', { f: { type: 'object', properties: 'x' } }),
    added('a field that is no object', { f: 'keyword' }),
    added('a field that is null', { f: null }),
    added('an empty field', { f: {} }),
    added('a field without a type', { f: { index: false } }),
    added('a field with a type that is none', { f: { type: 7 } }),
    added('a field with an empty type', { f: { type: '' } }),
    added('a field of an unknown type', { f: { type: 'no_such' } }),
    added('a field of a type in capitals', { f: { type: 'Keyword' } }),
    added('an object by members alone', { f: { dynamic: 'strict' } }),
    added('an object with empty properties', { f: { properties: {} } }),
    added('an object that is not enabled', { f: { enabled: false, properties: { a: KEYWORD } } }),
    added('an unknown type in an object that is not enabled', { f: { enabled: false, properties: { a: { type: 'no_such' } } } }),
    added('an analyzer of nobody', { f: { type: 'text', analyzer: 'no_such' } }),
    added('a normalizer of nobody', { f: { type: 'keyword', normalizer: 'no_such' } }),
    added('a similarity of nobody', { f: { type: 'text', similarity: 'no_such' } }),
    added('a search analyzer without an analyzer', { f: { type: 'text', search_analyzer: 'simple' } }),
    added('positions without an index', { f: { type: 'text', index: false, index_prefixes: {} } }),
    added('phrases without positions', { f: { type: 'text', index_options: 'docs', index_phrases: true } }),
    added('a gap without positions', { f: { type: 'text', index_options: 'docs', position_increment_gap: 5 } }),
    added('norms without an index', { f: { type: 'text', index: false, norms: true } }),
    added('vectors without an index', { f: { type: 'text', index: false, term_vector: 'yes' } }),
    added('fielddata without an index', { f: { type: 'text', index: false, fielddata: true } }),
    added('a null value with a script', { f: { type: 'long', null_value: 1, script: { source: 'emit(1)' } } }),
    added('a format of nobody', { f: { type: 'date', format: 'no_such_format' } }),
    added('a null value that is no date', { f: { type: 'date', null_value: 'no date' } }),
    added('a null value that is no address', { f: { type: 'ip', null_value: 'no address' } }),
    added('a null value that is no number', { f: { type: 'long', null_value: 'ten' } }),
    added('a null value that is too big', { f: { type: 'byte', null_value: 1000 } }),
    added('a negative limit of length', { f: { type: 'keyword', ignore_above: -1 } }),
    added('a negative boost', { f: { type: 'keyword', boost: -1 } }),
    added('a scaling factor of 0', { f: { type: 'scaled_float', scaling_factor: 0 } }),
    added('a second join', { f: { type: 'join', relations: { a: 'b' } }, g: { type: 'join', relations: { c: 'd' } } }),
    {
      label: 'add a join beside one that is there',
      before: withFields({ f: { type: 'join', relations: { a: 'b' } } }),
      after: withFields({ f: { type: 'join', relations: { a: 'b' } }, g: { type: 'join', relations: { c: 'd' } } }),
    },
    added('a join in an object', { place: { properties: { city: KEYWORD, j: { type: 'join', relations: { a: 'b' } } } } }),
    added('a join without a relation', { f: { type: 'join', relations: {} } }),
    added('a join of a parent with itself', { f: { type: 'join', relations: { a: 'a' } } }),
    added('a join of a child with two parents', { f: { type: 'join', relations: { a: 'c', b: 'c' } } }),
    changed('a join by a child', { type: 'join', relations: { a: 'b' } }, { type: 'join', relations: { a: ['b', 'c'] } }),
    changed('a join by a parent', { type: 'join', relations: { a: 'b' } }, { type: 'join', relations: { a: 'b', c: 'd' } }),
    changed('a join without a child', { type: 'join', relations: { a: ['b', 'c'] } }, { type: 'join', relations: { a: 'b' } }),
    changed('an object to nested', { properties: { a: KEYWORD } }, { type: 'nested', properties: { a: KEYWORD } }),
    changed('nested to an object', { type: 'nested', properties: { a: KEYWORD } }, { properties: { a: KEYWORD } }),
    changed('an alias to another field', { type: 'alias', path: 'tag' }, { type: 'alias', path: 'title' }),
    changed('an alias to nowhere', { type: 'alias', path: 'tag' }, { type: 'alias', path: 'nowhere' }),
    changed('an alias to a field', { type: 'alias', path: 'tag' }, KEYWORD),
    changed('a field to an alias', KEYWORD, { type: 'alias', path: 'tag' }),
    changed('a copy to another field', { type: 'keyword', copy_to: 'tag' }, { type: 'keyword', copy_to: 'title' }),
    changed('a copy to an object', { type: 'keyword', copy_to: 'tag' }, { type: 'keyword', copy_to: 'place' }),
    changed('a field, taken away', KEYWORD, {}),
    { label: 'remove a field', before: withFields({ f: KEYWORD }), after: withFields({}) },
    { label: 'rename a field', before: withFields({ f: KEYWORD }), after: withFields({ g: KEYWORD }) },
    changed('multi-fields by one', { type: 'text', fields: { a: KEYWORD } }, { type: 'text', fields: { a: KEYWORD, b: KEYWORD } }),
    changed('multi-fields without one', { type: 'text', fields: { a: KEYWORD, b: KEYWORD } }, { type: 'text', fields: { a: KEYWORD } }),
    changed('a multi-field to another type', { type: 'text', fields: { a: KEYWORD } }, { type: 'text', fields: { a: TEXT } }),
    changed('an object by a field', { properties: { a: KEYWORD } }, { properties: { a: KEYWORD, b: TEXT } }),
    changed('an object without subobjects by a field with dots', { subobjects: false, properties: { a: KEYWORD } }, { subobjects: false, properties: { a: KEYWORD, 'b.c': TEXT } }),
    changed('an object without subobjects by an object', { subobjects: false, properties: { a: KEYWORD } }, { subobjects: false, properties: { a: KEYWORD, b: { properties: { c: TEXT } } } }),
    changed('an object without subobjects by a nested object', { subobjects: false, properties: { a: KEYWORD } }, { subobjects: false, properties: { a: KEYWORD, b: { type: 'nested' } } }),
    changed('vector options hnsw to int8_hnsw', { type: 'dense_vector', dims: 8, index_options: { type: 'hnsw' } }, { type: 'dense_vector', dims: 8, index_options: { type: 'int8_hnsw' } }),
  ]; // oxfmt-ignore
}

const VECTOR_KINDS = [
  'flat',
  'int8_flat',
  'int4_flat',
  'bbq_flat',
  'hnsw',
  'int8_hnsw',
  'int4_hnsw',
  'bbq_hnsw',
  'bbq_disk',
];

/** Each way from one kind of index of vectors to another. */
function vectorChanges(): readonly VerdictChange[] {
  const vector = (options: JsonObject | undefined): JsonObject => ({
    type: 'dense_vector',
    dims: 64,
    ...(options !== undefined && { index_options: options }),
  });
  const ways = VECTOR_KINDS.flatMap((from) =>
    VECTOR_KINDS.filter((to) => to !== from).map((to) =>
      changed(`dense_vector.index_options from ${from} to ${to}`, vector({ type: from }), vector({ type: to })),
    ),
  );
  const hnsw = (more: JsonObject): JsonObject => vector({ type: 'hnsw', ...more });
  return [
    ...ways,
    ...VECTOR_KINDS.map((to) =>
      changed(`dense_vector.index_options from none to ${to}`, vector(undefined), vector({ type: to })),
    ),
    changed('dense_vector.index_options with more of m', hnsw({ m: 16 }), hnsw({ m: 32 })),
    changed('dense_vector.index_options with less of m', hnsw({ m: 16 }), hnsw({ m: 8 })),
    changed(
      'dense_vector.index_options with another ef_construction',
      hnsw({ m: 16, ef_construction: 100 }),
      hnsw({ m: 16, ef_construction: 200 }),
    ),
    changed(
      'dense_vector.index_options to int8_hnsw with less of m',
      hnsw({ m: 16 }),
      vector({ type: 'int8_hnsw', m: 8 }),
    ),
    changed(
      'dense_vector.index_options to int8_hnsw with more of m',
      hnsw({ m: 16 }),
      vector({ type: 'int8_hnsw', m: 32 }),
    ),
  ];
}

/** Every change of a live mapping that follows from the catalogue for a target, and those of its names, limits and targets. */
export function verdictChanges(target: TargetEngine): readonly VerdictChange[] {
  return [
    ...typeNames().flatMap((type) => changesOfType(type, target)),
    ...vectorChanges(),
    ...changesOfMappings(target),
    ...computedChanges(target),
    ...templateChanges(),
    ...namedChanges(),
    ...limitChanges(),
    ...targetChanges(),
  ];
}
