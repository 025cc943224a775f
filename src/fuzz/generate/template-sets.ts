import type { TargetEngine } from '#domain/catalogue';
import type { JsonObject, JsonValue, MutableJsonObject } from '#domain/json';
import { randomFrom, type Random } from './random.ts';

/** A composable template and the components that it names. */
export interface TemplateSet {
  readonly body: JsonObject;
  readonly components: readonly string[];
}

/** Component templates that templates are made of, each a part that an engine may take. */
export function componentPool(seed: number, count: number, target: TargetEngine): readonly JsonObject[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => partFrom(random, target));
}

/** Templates over the components of a pool; names and places are few, so that parts meet. */
export function templateSets(
  seed: number,
  count: number,
  pool: ReadonlyMap<string, JsonObject>,
  target: TargetEngine,
): readonly TemplateSet[] {
  const random = randomFrom(seed);
  const names = [...pool.keys()].sort();
  return Array.from({ length: count }, () => {
    const components = [...new Set(Array.from({ length: random.below(5) }, () => random.pick(names)))];
    const template = partFrom(random, target);
    const parts = [template, ...components.map((name) => pool.get(name) ?? {})];
    const isInStream = parts.some(hasLifecycle);
    const isStream = chance(random, 8) || isInStream;
    return { components, body: { composed_of: components, template, ...(isStream && { data_stream: {} }) } };
  });
}

/** A template with its own components, each with a part that an engine may accept. */
export function templatePartsFrom(
  random: Random,
  target: TargetEngine,
): { readonly components: readonly JsonObject[]; readonly template: JsonObject; readonly isStream: boolean } {
  const components = Array.from({ length: random.below(5) }, () => partFrom(random, target));
  const template = partFrom(random, target);
  return { components, template, isStream: chance(random, 8) || [template, ...components].some(hasLifecycle) };
}

/** A lifecycle is taken of data streams only. */
const hasLifecycle = (part: JsonObject) => 'lifecycle' in part;

/** With one chance in `of`. */
const chance = (random: Random, of: number) => random.below(of) === 0;

function partFrom(random: Random, target: TargetEngine): JsonObject {
  const isElastic = target.distribution === 'elasticsearch';
  return {
    ...(!chance(random, 3) && { settings: settingsFrom(random) }),
    ...(!chance(random, 5) && { mappings: mappingsFrom(random, isElastic) }),
    ...(chance(random, 3) && { aliases: aliasesFrom(random) }),
    ...(isElastic && chance(random, 5) && { lifecycle: lifecycleFrom(random) }),
  };
}

/** Some of the entries, each with one chance in `of`. */
function some(random: Random, of: number, entries: readonly (() => readonly [string, JsonValue])[]): JsonObject {
  return Object.fromEntries(entries.flatMap((entry) => (chance(random, of) ? [entry()] : [])));
}

function settingsFrom(random: Random): JsonObject {
  const number = () => random.pick<JsonValue>([1, '2', 3]);
  return some(random, 3, [
    () => ['number_of_shards', number()],
    () => ['index.number_of_shards', number()],
    () => ['index', { number_of_replicas: number(), refresh_interval: random.pick<JsonValue>(['5s', '-1', null]) }],
    () => ['index.refresh_interval', random.pick<JsonValue>(['1s', null])],
    () => ['query.default_field', random.pick<JsonValue>([['a'], ['a', 'b'], ['c']])],
    () => ['codec', random.pick<JsonValue>(['default', 'best_compression', null])],
    () => [
      'analysis',
      {
        analyzer: {
          [random.pick(['x', 'y'])]: { type: 'custom', tokenizer: 'standard', position_increment_gap: random.below(3) },
        },
      },
    ],
    () => ['index.analysis.analyzer.x.tokenizer', 'standard'],
    () => ['index.hidden', random.pick<JsonValue>([true, 'false'])],
  ]);
}

function aliasesFrom(random: Random): JsonObject {
  const alias = (): JsonValue =>
    random.pick<JsonValue>([
      {},
      { filter: { term: { a: random.below(3) } } },
      { routing: 'r' },
      { is_write_index: true },
      { index_routing: '1', search_routing: '2' },
      { is_hidden: true },
    ]);
  return some(random, 2, [() => ['main', alias()], () => ['all', alias()], () => ['constructor', alias()]]);
}

function lifecycleFrom(random: Random): JsonObject {
  return some(random, 2, [
    () => ['data_retention', random.pick<JsonValue>(['7d', '30d', null])],
    () => ['enabled', random.pick<JsonValue>([true, false])],
  ]);
}

function mappingsFrom(random: Random, isElastic: boolean): JsonObject {
  const members: readonly (() => readonly [string, JsonValue])[] = [
    () => ['dynamic', random.pick<JsonValue>([true, false, 'strict', 'false'])],
    () => ['date_detection', random.pick<JsonValue>([true, false])],
    () => ['numeric_detection', random.pick<JsonValue>([true, false])],
    () => ['dynamic_date_formats', random.pick<JsonValue>([['yyyy'], ['MM', 'yyyy'], ['dd']])],
    () => ['_meta', metaFrom(random)],
    () => [
      '_source',
      random.pick<JsonValue>([
        { includes: ['a*'] },
        { excludes: ['b'] },
        { includes: ['c'], excludes: ['b', 'o.x'] },
        { enabled: true },
      ]),
    ],
    () => ['dynamic_templates', templatesFrom(random)],
    ...(isElastic ? [() => ['runtime', runtimeFrom(random)] as const] : []),
    ...(isElastic ? [() => ['_routing', { required: random.pick([true, false]) }] as const] : []),
  ];
  const mappings = some(random, 6, members);
  const isFlat = isElastic && chance(random, 25);
  return {
    ...mappings,
    ...(isFlat && { subobjects: false }),
    ...(!chance(random, 8) && { properties: fieldsFrom(random, isElastic, 0, isFlat) }),
  };
}

function metaFrom(random: Random): JsonObject {
  return some(random, 2, [
    () => ['owner', random.pick<JsonValue>(['me', 'you', 1])],
    () => ['list', random.pick<JsonValue>([[1, 2], [2, 3], [1], []])],
    () => ['deep', random.pick<JsonValue>([{ x: 1 }, { y: { z: [1] } }, { y: { z: [2], w: null } }, 'flat'])],
    () => ['named', random.pick<JsonValue>([[{ a: { x: 1 } }], [{ b: {} }, { a: { y: 2 } }]])],
  ]);
}

function templatesFrom(random: Random): readonly JsonValue[] {
  const names = ['first', 'second', 'third'].filter(() => chance(random, 2));
  return names.map((name) => ({
    [name]: random.pick<JsonObject>([
      { match_mapping_type: 'string', mapping: { type: 'keyword' } },
      { match: 'a*', mapping: { type: 'keyword', ignore_above: 5 } },
      { match: 'a*', unmatch: 'ab*', mapping: { type: 'long', index: false } },
      { path_match: 'o.*', mapping: { type: 'text', fields: { raw: { type: 'keyword' } } } },
    ]),
  }));
}

function runtimeFrom(random: Random): JsonObject {
  const types = ['keyword', 'long', 'ip'];
  return some(random, 2, [() => ['r', { type: random.pick(types) }], () => ['s', { type: random.pick(types) }]]);
}

/** Objects nest so deep. */
const DEEPEST = 3;

function fieldsFrom(random: Random, isElastic: boolean, depth: number, isFlat: boolean): JsonObject {
  const fields: MutableJsonObject = {};
  for (let count = 1 + random.below(4); count > 0; count--) {
    const isDotted = !isFlat && chance(random, 6);
    const name = isDotted ? random.pick(['o.a', 'o.x', 'n.a', 'o.n.a']) : random.pick(['a', 'b', 'c', 'o', 'n', 'x']);
    fields[name] =
      !isFlat && !isDotted && depth < DEEPEST && ['o', 'n'].includes(name)
        ? objectFrom(random, isElastic, depth, name)
        : leafFrom(random);
  }
  return fields;
}

function objectFrom(random: Random, isElastic: boolean, depth: number, name: string): JsonObject {
  // Seldom what others are not: on some engines that ends the composition.
  const isNested = name === 'n' ? !chance(random, 12) : chance(random, 20);
  if (chance(random, 25)) return leafFrom(random);
  const isFlat = isElastic && !isNested && chance(random, 12);
  return {
    ...(isNested ? { type: 'nested' } : chance(random, 3) && { type: 'object' }),
    ...(chance(random, 3) && { dynamic: random.pick<JsonValue>([true, false, 'strict']) }),
    ...(!isNested && chance(random, 8) && { enabled: random.pick([true, false]) }),
    ...(isNested && chance(random, 3) && { include_in_root: true }),
    ...(isFlat && { subobjects: false }),
    properties: fieldsFrom(random, isElastic, depth + 1, isFlat),
  };
}

function leafFrom(random: Random): JsonObject {
  return random.pick<JsonObject>([
    { type: 'keyword' },
    { type: 'keyword', ignore_above: 20, fields: { text: { type: 'text' } } },
    { type: 'keyword', doc_values: false, meta: { unit: 'x' } },
    { type: 'text', norms: false },
    { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 9 }, more: { type: 'keyword' } } },
    { type: 'long', index: false },
    { type: 'date', format: 'yyyy' },
    { type: 'ip', ignore_malformed: true },
  ]);
}
