import {
  canHaveChildFields,
  childContainerOf,
  parametersOf,
  selectableTypes,
  type TargetEngine,
} from '#domain/catalogue';
import { isObject, type JsonObject, type JsonValue } from '#domain/json';
import { absencesOf } from './known-absences.ts';
import { minimalSample, parameterSample, SAMPLE_FIELDS, sampleValues } from './catalogue-samples.ts';
import { configurationSamples } from './configuration-samples.ts';
import type { Random } from './random.ts';
import { objectOf } from './values.ts';

/** Makes mappings and edits of them that an engine of a version should take, or nearly. */
export interface EngineMappings {
  mappings(random: Random): JsonObject;
  /** Breaks something, so that the engine may refuse it. */
  damaged(mappings: JsonObject, random: Random): JsonObject;
  /** Edits in one to three places, each valid by the catalogue where it stands alone. */
  edited(mappings: JsonObject, random: Random): JsonObject;
}

const NAMES = [
  'a',
  'b',
  'c',
  'host',
  'ip',
  'user',
  'raw',
  'text',
  'a b',
  'constructor',
  '__proto__',
  '💥',
  'a/b',
  'properties',
];
/** Objects nest so deep. */
const DEEPEST = 3;

/** With one chance in `of`. */
const chance = (random: Random, of: number) => random.below(of) === 0;

export function engineMappings(target: TargetEngine): EngineMappings {
  const offered = selectableTypes(target, { isRoot: true, isMultiField: false });
  const inFields = selectableTypes(target, { isRoot: false, isMultiField: true });
  // What the engines at hand lack is tried now and then: a full engine has it.
  const isPresent = (type: string) => absencesOf(target, type).length === 0;
  const leaves = offered.filter((type) => !canHaveChildFields(type));
  const below = selectableTypes(target, { isRoot: false, isMultiField: false }).filter((type) => leaves.includes(type));
  const present = below.filter(isPresent);
  const multiFields = inFields.filter(isPresent);
  const configuration = configurationSamples(target).filter(({ key, values }) => values.length > 0 && isPresent(key));

  const typeOfLeaf = (random: Random) =>
    chance(random, 40)
      ? random.pick(leaves)
      : chance(random, 3)
        ? random.pick(['keyword', 'text', 'long', 'date', 'ip'])
        : random.pick(present);

  function leaf(random: Random, type = typeOfLeaf(random)): JsonObject {
    const parameters = parametersOf(type, target);
    let definition = minimalSample(type).definition;
    for (let count = random.below(3); count > 0 && parameters.length > 0; count--)
      definition = { ...definition, ...sampled(type, random) };
    if (childContainerOf(type) === 'fields' && chance(random, 5)) {
      const fields = Array.from({ length: 1 + random.below(2) }, () => {
        const name = random.pick(['raw', 'text', 'a b']);
        return [name, leafOfMultiField(random)] as const;
      });
      definition = { ...definition, fields: objectOf(fields) };
    }
    return definition;
  }

  function leafOfMultiField(random: Random): JsonObject {
    // Copied from a field itself.
    const { fields: _, copy_to: __, ...definition } = leaf(random, random.pick(multiFields));
    return definition;
  }

  /** A definition of a type with one more parameter. */
  function sampled(type: string, random: Random): JsonObject {
    const all = parametersOf(type, target);
    const likely = all.filter(({ name }) => isPresent(`${type}.${name}`));
    const parameter = random.pick(likely.length === 0 || chance(random, 40) ? all : likely);
    return parameterSample(type, parameter, random.pick(sampleValues(type, parameter, target))).definition;
  }

  function field(random: Random, depth: number): JsonObject {
    if (depth >= DEEPEST || !chance(random, 4)) return leaf(random);
    const type = chance(random, 4) ? 'nested' : 'object';
    const parameters = parametersOf(type, target);
    return {
      ...((type === 'nested' || chance(random, 2)) && { type }),
      ...(chance(random, 3) && parameters.length > 0 && { ...sampled(type, random), type }),
      properties: fields(random, depth + 1),
    };
  }

  function fields(random: Random, depth: number): JsonObject {
    const count = depth === 0 ? 1 + random.below(5) : 1 + random.below(3);
    return objectOf(Array.from({ length: count }, () => [random.pick(NAMES), field(random, depth)] as const));
  }

  function mappings(random: Random): JsonObject {
    const chosen = configuration.filter(() => chance(random, 12));
    return {
      ...objectOf(chosen.map(({ key, values }) => [key, random.pick(values)] as const)),
      ...(target.distribution === 'elasticsearch' && chance(random, 8) && { runtime: { r: { type: 'keyword' } } }),
      ...(chance(random, 8) && { dynamic_templates: [{ first: { match: 'a*', mapping: { type: 'keyword' } } }] }),
      properties: { ...SAMPLE_FIELDS, ...fields(random, 0) },
    };
  }

  /** Rewrites one field, chosen among those of all depths. */
  function atAField(whole: JsonObject, random: Random, rewrite: (field: JsonObject) => JsonValue): JsonObject {
    const properties = isObject(whole['properties']) ? whole['properties'] : {};
    const names = Object.keys(properties);
    if (names.length === 0) return whole;
    const name = random.pick(names);
    const found = properties[name];
    const isDeeper = isObject(found) && isObject(found['properties']) && !chance(random, 3);
    const wanted = isDeeper ? atAField(found, random, rewrite) : rewrite(isObject(found) ? found : {});
    return { ...whole, properties: withMember(properties, name, wanted) };
  }

  /** Adds a field to the root or an object. */
  function withField(whole: JsonObject, random: Random, added: JsonValue, name = random.pick(NAMES)): JsonObject {
    const properties = isObject(whole['properties']) ? whole['properties'] : {};
    const inner = Object.entries(properties).filter(([, each]) => isObject(each) && isObject(each['properties']));
    if (inner.length === 0 || chance(random, 2)) return { ...whole, properties: withMember(properties, name, added) };
    const [at, object] = random.pick(inner);
    return { ...whole, properties: withMember(properties, at, withField(object as JsonObject, random, added, name)) };
  }

  const typeIn = (definition: JsonObject) => (typeof definition['type'] === 'string' ? definition['type'] : 'object');

  const damages: readonly ((whole: JsonObject, random: Random) => JsonObject)[] = [
    // A parameter of another type, or of none.
    (whole, random) => atAField(whole, random, (found) => ({ ...leaf(random), ...found })),
    (whole, random) =>
      atAField(whole, random, (found) => ({ ...found, [random.pick(['no_such', 'boost', 'path', 'dims'])]: 1 })),
    // A value of another parameter.
    (whole, random) =>
      atAField(whole, random, (found) => {
        const names = Object.keys(found).filter((name) => !['type', 'properties', 'fields'].includes(name));
        if (names.length === 0) return { ...found, meta: { a: 1 } };
        const odd: readonly JsonValue[] = [null, 'x', -1, 1.5, true, {}, ['x'], '', 2 ** 40];
        return withMember(found, random.pick(names), random.pick(odd));
      }),
    (whole, random) =>
      atAField(whole, random, (found) => ({ ...found, type: random.pick(['string', 'Text', 'no_such', ...leaves]) })),
    (whole, random) =>
      atAField(whole, random, (found) => ({
        ...found,
        fields: { raw: { type: random.pick(['keyword', 'object', 'nested']) } },
      })),
    (whole, random) => atAField(whole, random, (found) => ({ ...found, properties: { x: { type: 'keyword' } } })),
    (whole, random) =>
      atAField(whole, random, () => random.pick<JsonValue>([{}, 'keyword', null, { type: 7 }, { enabled: false }])),
    (whole, random) =>
      withField(whole, random, { type: 'keyword' }, random.pick(['', ' ', '.', 'a.', 'a..b', 'a.b', 'host.ip', '_id'])),
    (whole, random) =>
      withField(
        whole,
        random,
        { type: 'alias', path: random.pick(['a', 'nowhere', 'host', 'sample_target']) },
        'alias',
      ),
    (whole, random) =>
      withMember(
        whole,
        random.pick(['no_such', 'dynamic', '_source', 'date_detection', '_routing', 'dynamic_templates', '_meta']),
        random.pick<JsonValue>([1, 'x', {}, [], { a: 1 }]),
      ),
  ];

  const edits: readonly ((whole: JsonObject, random: Random) => JsonObject)[] = [
    (whole, random) => withField(whole, random, field(random, 1)),
    (whole, random) => withField(whole, random, leaf(random)),
    (whole, random) => atAField(whole, random, (found) => withParameter(found, random)),
    (whole, random) => atAField(whole, random, (found) => withParameter(found, random)),
    (whole, random) => atAField(whole, random, (found) => withParameter(found, random)),
    (whole, random) => atAField(whole, random, (found) => withoutSome(found, random)),
    (whole, random) =>
      atAField(whole, random, (found) =>
        childContainerOf(typeIn(found)) === 'fields'
          ? {
              ...found,
              fields: { ...(isObject(found['fields']) ? found['fields'] : {}), more: leafOfMultiField(random) },
            }
          : found,
      ),
    (whole, random) => atAField(whole, random, (found) => (canHaveChildFields(typeIn(found)) ? found : leaf(random))),
    (whole, random) => {
      const { key, values } = random.pick(configuration);
      return withMember(whole, key, random.pick(values));
    },
  ];

  function withParameter(found: JsonObject, random: Random): JsonObject {
    const type = typeIn(found);
    if (parametersOf(type, target).length === 0) return found;
    return { ...sampled(type, random), ...found, ...parameterOnly(sampled(type, random)) };
  }

  return {
    mappings,
    damaged: (whole, random) => random.pick(damages)(whole, random),
    edited(whole, random) {
      let edited = whole;
      for (let count = 1 + random.below(3); count > 0; count--) edited = random.pick(edits)(edited, random);
      return edited;
    },
  };
}

function parameterOnly({ type: _, ...parameters }: JsonObject): JsonObject {
  return parameters;
}

/** Without one of its parameters. */
function withoutSome(found: JsonObject, random: Random): JsonObject {
  const names = Object.keys(found).filter((name) => !['type', 'properties', 'fields'].includes(name));
  if (names.length === 0) return found;
  const gone = random.pick(names);
  return objectOf(Object.entries(found).filter(([name]) => name !== gone));
}

function withMember(object: JsonObject, name: string, value: JsonValue): JsonObject {
  return objectOf([...Object.entries(object), [name, value]]);
}
