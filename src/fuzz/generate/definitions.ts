import fc from 'fast-check';
import { spelled } from './literals.ts';
import { typeNames } from '#domain/catalogue';
import { draftStream } from '#domain/commands';
import {
  indexStream,
  LIVE_BODY_AT,
  LIVE_MAPPINGS_AT,
  liveDocument,
  liveTemplateDocument,
  templateStream,
} from '#domain/document';
import type { JsonObject, JsonValue } from '#domain/json';
import { minimalSample, parameterSamples } from './catalogue-samples.ts';
import { memberName } from './names.ts';
import { jsonNumber, jsonValue, objectOf } from './values.ts';
import { isPlainObject, walkFields } from './walk.ts';

/** Types that the catalogue has no entry for. */
const UNKNOWN_TYPES: readonly string[] = ['string', 'my_plugin_type', 'Text', 'constructor', '__proto__'];

/** Stands for a reference until the mappings are whole; see {@link withReferences}. */
const REFERENCE_MARK = '#reference:';

export function fieldType(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('keyword', 'text', 'long', 'date', 'ip', 'boolean') },
    { weight: 3, arbitrary: fc.constantFrom(...typeNames().filter((type) => type !== 'alias')) },
    { weight: 1, arbitrary: fc.constantFrom(...UNKNOWN_TYPES) },
  );
}

/** A parameter and its value; among them names that mean something elsewhere in a definition or in JavaScript. */
export function parameter(): fc.Arbitrary<readonly [string, JsonValue]> {
  return fc.oneof(
    fc.constantFrom<readonly [string, JsonValue]>(
      ['index', false],
      ['doc_values', false],
      ['norms', true],
      ['ignore_above', 256],
      ['ignore_above', 1024],
      ['format', 'epoch_millis'],
      ['dynamic', 'runtime'],
      ['enabled', false],
      ['meta', { unit: 'ms' }],
      ['name', 'not a name'],
      ['path', 'just_name'],
    ),
    fc.tuple(fc.constantFrom('null_value', 'scaling_factor', 'boost'), jsonNumber()),
    fc.tuple(
      memberName().filter((name) => !['type', 'properties', 'fields'].includes(name)),
      jsonValue(2),
    ),
  );
}

/** A reference as written in a definition: about half of them resolve to a field. */
function reference(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 200 }).map((pick) => `${REFERENCE_MARK}${pick}`) },
    { weight: 1, arbitrary: fc.constantFrom('no.such.field', 'a', 'a.b', '', '.', '__proto__.a') },
  );
}

const copyTo = (): fc.Arbitrary<readonly [string, JsonValue]> =>
  fc
    .oneof(reference(), fc.array(reference(), { maxLength: 3 }), fc.constant(null))
    .map((value) => ['copy_to', value] as const);

type Definitions = {
  definition: JsonValue;
  leaf: JsonObject;
  alias: JsonObject;
  holder: JsonObject;
  container: JsonObject;
};

function definitions(maxDepth: number): fc.LetrecValue<Definitions> {
  return fc.letrec<Definitions>((tie) => ({
    leaf: fc
      .record({
        type: fieldType(),
        parameters: fc.array(fc.oneof({ weight: 5, arbitrary: parameter() }, { weight: 1, arbitrary: copyTo() }), {
          maxLength: 2,
        }),
      })
      .map(({ type, parameters }) => objectOf([['type', type], ...parameters])),
    alias: reference().map((path) => ({ type: 'alias', path })),
    holder: fc
      .record({
        type: fc.oneof(
          fc.constantFrom<JsonValue | undefined>(undefined, 'object', 'nested', 'text', 'keyword'),
          fieldType(),
          fc.constantFrom('alias', 7),
        ),
        target: reference(),
        parameters: fc.array(parameter(), { maxLength: 1 }),
        properties: fc.option(tie('container'), { nil: undefined }),
        fields: fc.option(tie('container'), { nil: undefined, freq: 2 }),
        odd: fc.option(
          fc.tuple(
            fc.constantFrom('properties', 'fields'),
            fc.constantFrom<JsonValue>(null, 'x', 0, [], [{ type: 'keyword' }]),
          ),
          { nil: undefined, freq: 20 },
        ),
      })
      .map(({ type, target, parameters, properties, fields, odd }) =>
        objectOf([
          ...(type === undefined ? [] : [['type', type] as const]),
          ...parameters,
          ...(type === 'alias' ? [['path', target] as const] : []),
          ...(odd === undefined ? [] : [odd]),
          ...(properties === undefined ? [] : [['properties', properties] as const]),
          ...(fields === undefined ? [] : [['fields', fields] as const]),
        ]),
      ),
    container: fc.array(fc.tuple(memberName(), tie('definition')), { maxLength: 4 }).map(objectOf),
    definition: fc.oneof(
      { maxDepth },
      { weight: 10, arbitrary: tie('leaf') },
      { weight: 3, arbitrary: tie('alias') },
      { weight: 6, arbitrary: tie('holder') },
      { weight: 1, arbitrary: fc.constantFrom<JsonValue>('keyword', 3, null, true, ['x'], {}, { enabled: false }) },
    ),
  }));
}

/** Every parameter of every type of the catalogue, with each of its values. */
const SAMPLES: readonly JsonObject[] = typeNames().flatMap((type) => [
  minimalSample(type).definition,
  ...parameterSamples(type).map(({ definition }) => definition),
]);

/** A definition by the catalogue: what some engine takes. */
function catalogueDefinition(): fc.Arbitrary<JsonObject> {
  return fc.constantFrom(...SAMPLES);
}

/** A definition that a command may carry: an object with a type or properties. References in it lead nowhere yet. */
export function commandDefinition(): fc.Arbitrary<JsonObject> {
  const { leaf, alias, holder } = definitions(1);
  const typed = holder.map((definition) =>
    isPlainObject(definition['properties']) ? definition : { ...definition, type: 'text' },
  );
  return fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 1, arbitrary: alias },
    { weight: 2, arbitrary: typed },
    { weight: 4, arbitrary: catalogueDefinition() },
  );
}

const runtimeDefinition = (): fc.Arbitrary<JsonObject> =>
  fc.record(
    {
      type: fc.constantFrom('keyword', 'long', 'ip', 'composite'),
      script: fc.record({ source: fc.constantFrom('emit(1)', "emit('a')") }),
    },
    { requiredKeys: ['type'] },
  );

/** One in ten is no definition. */
const runtimeMember = (): fc.Arbitrary<JsonValue> =>
  fc.oneof<fc.WeightedArbitrary<JsonValue>[]>(
    { weight: 9, arbitrary: runtimeDefinition() },
    { weight: 1, arbitrary: fc.constantFrom<JsonValue>('long', null, 1) },
  );

/** A mappings object: fields of every kind that a body may hold, and configuration beside them. */
export function mappings(): fc.Arbitrary<JsonObject> {
  const { container } = definitions(3);
  return fc
    .record({
      properties: fc.oneof({ weight: 12, arbitrary: container }, { weight: 1, arbitrary: fc.constant(undefined) }),
      dynamic: fc.option(fc.constantFrom<JsonValue>(true, false, 'strict', 'runtime'), { nil: undefined, freq: 2 }),
      meta: fc.option(jsonValue(2), { nil: undefined, freq: 4 }),
      runtime: fc.option(fc.array(fc.tuple(memberName(), runtimeMember()), { maxLength: 2 }).map(objectOf), {
        nil: undefined,
        freq: 3,
      }),
      templates: fc.option(fc.array(fc.record({ strings: fc.record({ match: memberName() }) }), { maxLength: 2 }), {
        nil: undefined,
        freq: 3,
      }),
    })
    .map(({ properties, dynamic, meta, runtime, templates }) =>
      objectOf([
        ...(dynamic === undefined ? [] : [['dynamic', dynamic] as const]),
        ...(meta === undefined ? [] : [['_meta', meta] as const]),
        ...(properties === undefined ? [] : [['properties', properties] as const]),
        ...(runtime === undefined ? [] : [['runtime', runtime] as const]),
        ...(templates === undefined ? [] : [['dynamic_templates', templates] as const]),
      ]),
    )
    .map(withReferences);
}

/** Turns each mark for a reference into the path of a field of these mappings, or into one that leads nowhere. */
function withReferences(whole: JsonObject): JsonObject {
  const paths = walkFields(whole).map(({ path }) => path.join('.'));
  const resolve = (value: JsonValue): JsonValue => {
    if (typeof value === 'string' && value.startsWith(REFERENCE_MARK)) {
      return paths.length === 0
        ? 'nowhere'
        : (paths[Number(value.slice(REFERENCE_MARK.length)) % paths.length] as string);
    }
    if (Array.isArray(value)) return value.map(resolve);
    return isPlainObject(value)
      ? objectOf(Object.entries(value).map(([name, item]) => [name, resolve(item)] as const))
      : value;
  };
  return resolve(whole) as JsonObject;
}

export interface GeneratedBody {
  readonly body: JsonObject;
  readonly mappingsAt: string;
}

/** The stream that a document of this kind has: it says where its mappings are. */
export function streamOf({ mappingsAt }: GeneratedBody): string {
  if (mappingsAt === LIVE_MAPPINGS_AT) return indexStream({ cluster: 'fuzz', name: 'fuzz', uuid: 'uuid' });
  return mappingsAt.startsWith(`${LIVE_BODY_AT}/`)
    ? templateStream({ kind: 'index_template', cluster: 'fuzz', name: 'fuzz' })
    : draftStream('fuzz');
}

/**
 * A body of each kind that an engine takes, with the place of its mappings, which may not be there yet; and that of a
 * live index' mapping.
 */
export function body(): fc.Arbitrary<GeneratedBody> {
  const kinds: readonly ((inner: JsonObject) => GeneratedBody)[] = [
    (inner) => ({ body: inner, mappingsAt: '' }),
    (inner) => ({
      body: { index_patterns: ['logs-*'], template: { settings: { number_of_shards: 1 }, mappings: inner } },
      mappingsAt: '/template/mappings',
    }),
    (inner) => ({ body: { index_patterns: ['x'], mappings: { _doc: inner } }, mappingsAt: '/mappings/_doc' }),
    (inner) => ({ body: { order: 1, mappings: { 'a/b~c': inner } }, mappingsAt: '/mappings/a~1b~0c' }),
    (inner) => ({ body: { template: { mappings: inner }, version: 3 }, mappingsAt: '/template/mappings' }),
    () => ({ body: { index_patterns: ['logs-*'], composed_of: [] }, mappingsAt: '/template/mappings' }),
    () => ({ body: {}, mappingsAt: '' }),
    (inner) => ({ body: liveDocument(inner), mappingsAt: LIVE_MAPPINGS_AT }),
    (inner) => ({
      body: liveTemplateDocument({ index_patterns: ['logs-*'], template: { mappings: inner }, composed_of: ['a'] }),
      mappingsAt: `${LIVE_BODY_AT}/template/mappings`,
    }),
  ];
  const weights = [8, 3, 2, 1, 1, 1, 1, 4, 3];
  return fc
    .record({
      inner: fc.tuple(mappings(), fc.nat()).map(([inner, seed]) => spelled(inner, seed)),
      kind: fc.oneof(
        ...kinds.map((kind, index) => ({ weight: weights[index] as number, arbitrary: fc.constant(kind) })),
      ),
    })
    .map(({ inner, kind }) => kind(inner));
}
