import { canHaveChildFields, isKnownBy, selectableTypes, type TargetEngine } from '#domain/catalogue';
import { tryDocument } from '#domain/documents';
import { formatJson, isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { minimalSample } from './catalogue-samples.ts';
import { anyValue, valueFor } from './document-values.ts';
import { engineMappings } from './engine-mappings.ts';
import { absencesOf } from './known-absences.ts';
import type { Random } from './random.ts';
import { objectOf } from './values.ts';

/** An index, and documents that are put into it one after the other. */
export type DocumentsCase = {
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  readonly documents: readonly JsonObject[];
};

/** Whether a value is a case, as one that was made smaller may not be. */
export function isDocumentsCase(value: JsonValue): boolean {
  if (!isObject(value)) return false;
  const { settings, mappings, documents } = value;
  return isObject(settings) && isObject(mappings) && isArray(documents) && documents.every(isObject);
}

/** Documents of a case: enough to see what the first ones add. */
const MAX_DOCUMENTS = 12;
/** A value that a field would refuse is made again so often in a document that should be taken. */
const MAX_TRIES = 6;

const chance = (random: Random, of: number) => random.below(of) === 0;

const NAMES = [
  'a',
  'b',
  'c',
  'd',
  'host',
  'name',
  'a b',
  'price_x',
  'constructor',
  '__proto__',
  '💥',
  'long_count',
  'ip',
];
const ODD_NAMES = [
  '',
  ' ',
  '.',
  '..',
  'a.',
  '.a',
  'a..b',
  'a. .b',
  '_id',
  '_source',
  '_routing',
  '_type',
  '_size',
  '_doc_count',
  '_field_names',
  '_ignored',
  '_version',
  '_seq_no',
  '_primary_term',
  '_index',
  '_meta',
];

const FORMATS = [
  'epoch_second',
  'basic_date',
  'yyyy-MM-dd',
  'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd',
  'dd/MM/yyyy',
  'dd MMM yyyy',
  'date_optional_time',
  'strict_date',
  'strict_date_time',
  'date_hour_minute_second',
  'strict_date_optional_time||epoch_second',
  'year',
  'yyyy-MM-dd HH:mm:ss',
  "yyyy-MM-dd'T'HH:mm:ssX",
  'strict_year_month',
];

/** Makes indices of one engine, and documents that they take, refuse or are changed by. */
export function documentCases(target: TargetEngine): (random: Random) => DocumentsCase {
  const isElastic = target.distribution === 'elasticsearch';
  const made = engineMappings(target);
  const types = selectableTypes(target, { isRoot: true, isMultiField: false }).filter(
    (type) => !canHaveChildFields(type) && type !== 'alias' && absencesOf(target, type).length === 0,
  );
  const inFields = selectableTypes(target, { isRoot: false, isMultiField: true }).filter((type) =>
    types.includes(type),
  );
  const dynamics: readonly JsonValue[] = isElastic
    ? [true, true, false, 'strict', 'runtime']
    : [true, true, false, 'strict', 'strict_allow_templates'];

  function leaf(random: Random): JsonObject {
    const type = chance(random, 2)
      ? random.pick(types)
      : random.pick(['keyword', 'text', 'long', 'date', 'ip', 'float', 'integer', 'boolean']);
    return { ...definitionOf(type), ...parametersFor(type, random) };
  }

  function definitionOf(type: string): JsonObject {
    // Only this method needs no native library, without which the engine at hand ends.
    if (type === 'knn_vector')
      return { type, dimension: 3, method: { name: 'hnsw', engine: 'lucene', space_type: 'l2' } };
    if (type === 'dense_vector') return { type, dims: 3 };
    return minimalSample(type).definition;
  }

  function parametersFor(type: string, random: Random): JsonObject {
    const isNumber = ['byte', 'short', 'integer', 'long', 'float', 'half_float', 'double', 'scaled_float'].includes(
      type,
    );
    const isDate = type === 'date' || type === 'date_nanos' || type === 'date_range';
    const canBeMalformed =
      isNumber || type === 'date' || type === 'date_nanos' || type === 'ip' || type === 'geo_point';
    return {
      ...(canBeMalformed && chance(random, 4) && { ignore_malformed: true }),
      ...(isNumber && chance(random, 6) && { coerce: false }),
      ...(isNumber && chance(random, 8) && { null_value: 1 }),
      ...(type === 'boolean' && chance(random, 6) && { null_value: true }),
      ...(type === 'keyword' && chance(random, 3) && { ignore_above: random.pick([3, 256]) }),
      ...(type === 'keyword' && chance(random, 8) && { null_value: 'nothing' }),
      ...(type === 'keyword' && chance(random, 8) && { index: false, doc_values: false }),
      ...(type === 'binary' && chance(random, 2) && { doc_values: true }),
      ...(type === 'geo_point' && chance(random, 6) && { ignore_z_value: false }),
      ...(isDate && chance(random, 2) && { format: random.pick(FORMATS) }),
      ...(inFields.includes(type) &&
        chance(random, 5) &&
        type !== 'geo_point' && {
          fields: { raw: { ...definitionOf(random.pick(['keyword', 'long', 'text', 'date'])) } },
        }),
      ...(['keyword', 'long', 'text', 'date', 'ip'].includes(type) &&
        chance(random, 8) && { copy_to: random.pick(['sample_target', 'b', 'new', 'host.name', 'a']) }),
    };
  }

  function field(random: Random, depth: number): JsonObject {
    if (depth > 2 || !chance(random, 4)) return leaf(random);
    const type = random.pick(['object', 'object', 'nested']);
    return {
      ...((type === 'nested' || chance(random, 2)) && { type }),
      ...(chance(random, 4) && { dynamic: random.pick(dynamics) }),
      ...(chance(random, 10) && type === 'object' && { enabled: false }),
      ...(isElastic && chance(random, 12) && type === 'object' && { subobjects: false, type }),
      properties: fields(random, depth + 1),
    };
  }

  function fields(random: Random, depth: number): JsonObject {
    const count = 1 + random.below(depth === 0 ? 5 : 3);
    return objectOf(Array.from({ length: count }, () => [random.pick(NAMES), field(random, depth)] as const));
  }

  function templates(random: Random): JsonValue {
    const conditions: readonly JsonObject[] = [
      { match_mapping_type: 'string' },
      { match_mapping_type: 'long' },
      { match_mapping_type: 'double' },
      { match_mapping_type: 'object' },
      { match_mapping_type: 'boolean' },
      { match_mapping_type: 'date' },
      { match_mapping_type: '*' },
      { match: 'a*' },
      { match: '*', unmatch: 'b*' },
      { path_match: 'host.*', path_unmatch: '*.a' },
      { match: '^long_.*$', match_pattern: 'regex' },
      { match: '[a-c]+', match_pattern: 'regex' },
      { match: 'price_x', match_mapping_type: 'string' },
    ];
    const results: readonly JsonObject[] = [
      { type: 'keyword' },
      { type: 'keyword', ignore_above: 5 },
      { type: 'text' },
      { type: '{dynamic_type}', index: false },
      { type: '{dynamic_type}' },
      { index: false },
      { type: 'long' },
      { type: 'ip', ignore_malformed: true },
      { type: 'date' },
      { type: 'object', enabled: false },
      { type: 'nested' },
      { type: 'geo_point' },
      { type: 'double', copy_to: 'all_{name}' },
    ];
    return Array.from({ length: 1 + random.below(3) }, (_, at) => ({
      [`t${at}`]: {
        ...random.pick(conditions),
        ...(isElastic && chance(random, 8) ? { runtime: {} } : { mapping: random.pick(results) }),
      },
    }));
  }

  function mappings(random: Random): JsonObject {
    // Of the kind that the other targets make, with parameters of every type.
    if (chance(random, 4)) return withoutTraps(made.mappings(random));
    return {
      ...(chance(random, 3) && { dynamic: random.pick(dynamics) }),
      ...(chance(random, 8) && { date_detection: false }),
      ...(chance(random, 8) && { numeric_detection: true }),
      ...(chance(random, 10) && {
        dynamic_date_formats: [random.pick(FORMATS.filter((each) => !each.includes('epoch')))],
      }),
      ...(chance(random, 3) && { dynamic_templates: templates(random) }),
      ...(isElastic && chance(random, 12) && { subobjects: false }),
      ...(isElastic && chance(random, 12) && { runtime: { d: { type: 'keyword' }, 'host.name': { type: 'long' } } }),
      properties: {
        sample_target: { type: 'text' },
        ...fields(random, 0),
        ...(chance(random, 12) && { other: { type: 'alias', path: 'sample_target' } }),
      },
    };
  }

  function settings(random: Random): JsonObject {
    return {
      ...(chance(random, 10) && { 'mapping.coerce': false }),
      ...(chance(random, 8) && { 'mapping.ignore_malformed': true }),
      ...(chance(random, 12) && { 'mapping.total_fields.limit': random.pick([12, 20]) }),
      ...(isElastic &&
        chance(random, 12) && {
          'mapping.total_fields.limit': random.pick([10, 15]),
          'mapping.total_fields.ignore_dynamic_beyond_limit': true,
        }),
      ...(chance(random, 15) && { 'mapping.depth.limit': random.pick([3, 4]) }),
      ...(chance(random, 20) && { 'mapping.nested_objects.limit': 2 }),
      ...(chance(random, 20) && { 'mapping.field_name_length.limit': 8 }),
    };
  }

  function document(random: Random, holder: JsonObject, depth: number, isCareful: boolean): JsonObject {
    const properties = objectMember(holder, 'properties') ?? {};
    const members: (readonly [string, JsonValue])[] = [];
    for (const name of Object.keys(properties)) {
      const definition = member(properties, name);
      if (!isObject(definition) || !chance(random, 2)) continue;
      members.push([name, valueOf(random, definition, depth, isCareful)]);
    }
    // Of a name that the mappings may not have.
    for (let count = random.below(3); count > 0; count--) {
      const name = chance(random, 30)
        ? random.pick(ODD_NAMES)
        : chance(random, 6)
          ? `${random.pick(NAMES)}.${random.pick(NAMES)}`
          : random.pick([...NAMES, 'other', 'new', 'more']);
      members.push([name, anyValue(random)]);
    }
    return objectOf(members);
  }

  function valueOf(random: Random, definition: JsonObject, depth: number, isCareful: boolean): JsonValue {
    const type = member(definition, 'type');
    const leafType = type === undefined ? undefined : typeof type === 'string' ? type : formatJson(type);
    if (leafType !== undefined && !canHaveChildFields(leafType))
      return leafValue(random, leafType, definition, isCareful);
    if (depth > 4 || (!isCareful && chance(random, 10))) return anyValue(random);
    if (chance(random, 5))
      return Array.from({ length: random.below(4) }, () => document(random, definition, depth + 1, isCareful));
    return document(random, definition, depth + 1, isCareful);
  }

  function leafValue(random: Random, type: string, definition: JsonObject, isCareful: boolean): JsonValue {
    let value = valueFor(type, definition, random);
    for (let tries = 0; isCareful && tries < MAX_TRIES && isRefused(definition, value); tries++)
      value = valueFor(type, definition, random);
    return value;
  }

  function isRefused(definition: JsonObject, value: JsonValue): boolean {
    const { copy_to: _, ...alone } = definition;
    return tryDocument({ mappings: { properties: { f: alone } }, engine: target }, { f: value }).outcome === 'refused';
  }

  return (random) => {
    const made = mappings(random);
    const plain: DocumentsCase = {
      settings: settings(random),
      mappings: made,
      documents: Array.from({ length: 1 + random.below(MAX_DOCUMENTS) }, () =>
        document(random, made, 0, !chance(random, 3)),
      ),
    };
    return isKnownBy(HAS_LOGS, target) && chance(random, 6) ? inLogs(plain, random) : plain;
  };
}

/** Engines whose indices of logs are compared: what older ones make of them is not measured. */
const HAS_LOGS = { elasticsearch: { from: '8.17' } };
const TIMES = ['2026-06-01T12:00:00Z', '2026-01-01', 1_780_272_000_000, 'noon', ['2026-01-01', '2026-01-02'], null];

/** The same case in an index of logs, where most documents have the time that it asks for. */
function inLogs({ settings, mappings, documents }: DocumentsCase, random: Random): DocumentsCase {
  return {
    settings: { ...settings, mode: 'logsdb' },
    mappings,
    documents: documents.map((document) => ({
      ...document,
      ...(!chance(random, 8) && {
        '@timestamp': chance(random, 4) ? random.pick<JsonValue>(TIMES) : '2026-06-01T00:00:00Z',
      }),
    })),
  };
}

/** Vectors of the engine at hand only by the method that it has. */
function withoutTraps(mappings: JsonObject): JsonObject {
  const clean = (value: JsonValue): JsonValue => {
    if (!isObject(value)) return value;
    const isTrap = member(value, 'type') === 'knn_vector';
    return objectOf(
      Object.entries(value)
        .flatMap(([name, each]): readonly (readonly [string, JsonValue])[] =>
          isTrap && !['type', 'dimension'].includes(name) ? [] : [[name, clean(each)]],
        )
        .concat(isTrap ? [['method', { name: 'hnsw', engine: 'lucene', space_type: 'l2' }]] : []),
    );
  };
  const cleaned = clean(mappings);
  return isObject(cleaned) ? cleaned : {};
}
