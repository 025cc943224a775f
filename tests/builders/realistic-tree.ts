import type { JsonObject, JsonValue } from '#domain/json';
import { randomFrom, type Random } from '../../src/fuzz/generate/random.ts';

export interface RealisticTree {
  /** Fields and multi-fields, exactly. At least 100. */
  readonly fields: number;
  /** The share of fields that are aliases to other fields; 0 unless given. */
  readonly aliasShare?: number;
  /** Whether each alias stands among other fields, rather than in an object of aliases. */
  readonly areAliasesScattered?: boolean;
  readonly seed?: number;
}

/** The root member that holds half of all fields. */
export const HALF_NAME = 'integration';

/** Levels of fields below the mappings, multi-fields included. */
const LEVELS = 5;
/** Of all fields, as in the mappings that the large integrations ship: 1,200 of 50,000. */
const ROOT_SHARE = 0.024;
/** The most fields that an object holds, by the level that it stands on. */
const OBJECT_SIZES: readonly number[] = [0, 400, 90, 24];

const WORDS: readonly string[] = [
  'action',
  'address',
  'agent',
  'architecture',
  'as',
  'asset',
  'bytes',
  'category',
  'certificate',
  'client',
  'cloud',
  'code',
  'container',
  'count',
  'created',
  'data',
  'dataset',
  'destination',
  'device',
  'direction',
  'dns',
  'domain',
  'duration',
  'ecs',
  'email',
  'end',
  'error',
  'event',
  'exit_code',
  'extension',
  'file',
  'full',
  'geo',
  'group',
  'hash',
  'header',
  'host',
  'http',
  'id',
  'image',
  'ingested',
  'interface',
  'ip',
  'kind',
  'labels',
  'level',
  'location',
  'log',
  'mac',
  'message',
  'method',
  'model',
  'name',
  'namespace',
  'network',
  'observer',
  'organization',
  'os',
  'outcome',
  'package',
  'parent',
  'path',
  'pid',
  'platform',
  'port',
  'process',
  'protocol',
  'provider',
  'query',
  'reason',
  'region',
  'registry',
  'related',
  'request',
  'response',
  'risk',
  'rule',
  'score',
  'sequence',
  'server',
  'service',
  'session',
  'severity',
  'source',
  'start',
  'status',
  'tags',
  'target',
  'threat',
  'timestamp',
  'tls',
  'trace',
  'transaction',
  'type',
  'uid',
  'url',
  'user',
  'version',
  'vlan',
  'vulnerability',
  'x509',
];

type Definition = { [name: string]: JsonValue };
type Container = { [name: string]: Definition };

/** A field that can become an alias, or the target of one. */
interface Leaf {
  readonly container: Container;
  readonly name: string;
  readonly path: string;
}

interface Builder {
  readonly random: Random;
  readonly leaves: Leaf[];
}

/**
 * The mappings of a large real index, invented: types and parameters in the shares of ECS, {@link LEVELS} levels, half of
 * the fields below {@link HALF_NAME}. Deterministic.
 */
export function realisticMappings({
  fields,
  aliasShare = 0,
  areAliasesScattered = false,
  seed = 1,
}: RealisticTree): JsonObject {
  const builder: Builder = { random: randomFrom(seed), leaves: [] };
  const half: Container = {};
  const properties: Container = { [HALF_NAME]: { properties: half } };
  const below = Math.floor(fields / 2);
  fill(builder, half, { budget: below, level: 1, path: `${HALF_NAME}.` });
  const roots = Math.max(12, Math.round(fields * ROOT_SHARE)) - 1;
  fillRoot(builder, properties, roots, fields - 1 - below);
  makeAliases(builder, Math.round(fields * aliasShare), areAliasesScattered);
  return {
    dynamic: false,
    date_detection: false,
    _meta: { version: '8.11.0' },
    dynamic_templates: [
      { strings_as_keyword: { match_mapping_type: 'string', mapping: { type: 'keyword', ignore_above: 1024 } } },
    ],
    properties,
  };
}

/** As many members as the root is to have; the objects among them share what is left. */
function fillRoot(builder: Builder, root: Container, members: number, budget: number): void {
  const objects = Math.max(1, Math.floor(members / 3));
  let left = budget - members;
  for (let index = 0; index < members; index++) {
    const objectsLeft = objects - Math.floor((index * objects) / members);
    const isObject = Math.floor(((index + 1) * objects) / members) > Math.floor((index * objects) / members);
    if (!isObject) {
      addLeaf(builder, root, { budget: 1, level: 0, path: '' });
      continue;
    }
    const share =
      objectsLeft <= 1 ? left : Math.min(left, Math.round((left / objectsLeft) * (0.5 + builder.random.next())));
    left -= share;
    addObject(builder, root, { budget: share + 1, level: 0, path: '' }, share);
  }
}

interface Place {
  /** Fields to make. */
  readonly budget: number;
  /** Of the members made here, from 0. */
  readonly level: number;
  /** Dotted, with a dot at its end. */
  readonly path: string;
}

function fill(builder: Builder, container: Container, { budget, level, path }: Place): void {
  let left = budget;
  while (left > 0) {
    const size = OBJECT_SIZES[level] ?? 0;
    const place = { budget: left, level, path };
    if (left > 1 && size > 0 && builder.random.next() < 0.25) {
      left -= addObject(builder, container, place, Math.min(left - 1, 1 + builder.random.below(size)));
    } else {
      left -= addLeaf(builder, container, place);
    }
  }
}

/** Adds an object with `below` fields in it; gives how many fields that makes. */
function addObject(builder: Builder, container: Container, { level, path }: Place, below: number): number {
  const name = unusedName(builder, container);
  const properties: Container = {};
  const kind = builder.random.below(10);
  container[name] =
    kind === 0 ? { type: 'nested', properties } : kind < 3 ? { type: 'object', properties } : { properties };
  fill(builder, properties, { budget: below, level: level + 1, path: `${path}${name}.` });
  return below + 1;
}

/** Adds a field, with a multi-field where its type is likely to have one and the budget allows it. */
function addLeaf(builder: Builder, container: Container, { budget, level, path }: Place): number {
  const { random } = builder;
  const name = unusedName(builder, container);
  const definition = leafDefinition(random);
  container[name] = definition;
  builder.leaves.push({ container, name, path: `${path}${name}` });
  const wantsMultiField = definition['type'] === 'text' || definition['type'] === 'wildcard' || random.below(12) === 0;
  if (!wantsMultiField || budget < 2 || level + 1 >= LEVELS || definition['type'] === 'flattened') return 1;
  const multiField: JsonValue =
    definition['type'] === 'text'
      ? { keyword: { type: 'keyword', ignore_above: 256 } }
      : { text: { type: 'match_only_text' } };
  definition['fields'] = multiField;
  return 2;
}

function leafDefinition(random: Random): Definition {
  const share = random.below(100);
  if (share < 48) return { type: 'keyword', ignore_above: 1024 };
  if (share < 60) return { type: 'long' };
  if (share < 67) return { type: 'date' };
  if (share < 74) return { type: 'text', norms: false };
  if (share < 78) return { type: 'ip' };
  if (share < 82) return { type: 'boolean' };
  if (share < 85) return { type: 'float' };
  if (share < 88) return { type: 'wildcard' };
  if (share < 90) return { type: 'scaled_float', scaling_factor: 1000 };
  if (share < 92) return { type: 'geo_point' };
  if (share < 94) return { type: 'flattened' };
  if (share < 96) return { type: 'match_only_text' };
  if (share < 98) return { type: 'keyword', index: false, doc_values: false, ignore_above: 1024 };
  return { type: 'date', format: 'strict_date_optional_time||epoch_millis' };
}

function unusedName({ random }: Builder, container: Container): string {
  const word = random.pick(WORDS);
  if (!Object.hasOwn(container, word)) return word;
  for (;;) {
    const name = `${word}_${random.pick(WORDS)}_${random.below(1000)}`;
    if (!Object.hasOwn(container, name)) return name;
  }
}

/** The fewest leaves of an object that becomes an object of aliases. */
const LEAST_ALIASES = 5;

/**
 * Turns leaves into aliases to other leaves: whole objects of them, as shippers leave them behind when they rename the
 * fields of a module, or each in another place.
 */
function makeAliases({ random, leaves }: Builder, count: number, areScattered: boolean): void {
  const plain = leaves.filter(({ container, name }) => !Object.hasOwn(container[name] ?? {}, 'fields'));
  const wanted = Math.min(count, plain.length >> 1);
  const groups = areScattered ? plain.map((leaf) => [leaf]) : leavesOfModules(plain);
  const chosen: (readonly Leaf[])[] = [];
  let left = wanted;
  for (const group of spreadOut(groups, Math.ceil((wanted / averageSize(groups)) * 1.1))) {
    chosen.push(group.slice(0, left));
    left -= Math.min(left, group.length);
    if (left === 0) break;
  }
  const aliases = new Set(chosen.flat());
  const targets = plain.filter((leaf) => !aliases.has(leaf));
  const isInHalf = ({ path }: Leaf) => path.startsWith(`${HALF_NAME}.`);
  const sides = [targets.filter(isInHalf), targets.filter((leaf) => !isInHalf(leaf))] as const;
  chosen.forEach((group, turn) => {
    const side = sides[turn % 2 === 0 ? 0 : 1];
    // The new names of a module stand side by side, as the old ones do.
    const first = random.below(side.length - group.length);
    group.forEach(
      ({ container, name }, index) => (container[name] = { type: 'alias', path: (side[first + index] as Leaf).path }),
    );
  });
}

/** The leaves of each object below the root: that is where the aliases of real mappings stand. */
function leavesOfModules(leaves: readonly Leaf[]): readonly (readonly Leaf[])[] {
  const modules = new Map<Container, Leaf[]>();
  for (const leaf of leaves) {
    if (leaf.path.split('.').length !== 2) continue;
    const module = modules.get(leaf.container);
    if (module === undefined) modules.set(leaf.container, [leaf]);
    else module.push(leaf);
  }
  return [...modules.values()].filter(
    (module) => module.length >= LEAST_ALIASES && module.length <= 10 * LEAST_ALIASES,
  );
}

/** About `count` of the items from the whole list, then the others. */
function spreadOut<T>(items: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, Math.floor(items.length / Math.max(1, count)));
  return [...items.filter((_, index) => index % step === 0), ...items.filter((_, index) => index % step !== 0)];
}

function averageSize(groups: readonly (readonly Leaf[])[]): number {
  return groups.reduce((sum, { length }) => sum + length, 0) / Math.max(1, groups.length);
}
