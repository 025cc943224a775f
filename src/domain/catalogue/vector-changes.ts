import { deepEqual, isObject, member, numberFrom, type JsonObject, type JsonValue } from '../json/value.ts';
import { elasticsearch, isKnownBy, type Engines } from './engines.ts';
import type { LiveLimit } from './types.ts';

const GRAPHS_OF_FLAT: readonly string[] = ['hnsw', 'int8_hnsw', 'int4_hnsw', 'bbq_hnsw'];

/** What the index of a live vector can become, by what it is. Measured on Elasticsearch 9.5, each way. */
const BECOMES: Readonly<Record<string, readonly string[]>> = {
  flat: ['int8_flat', 'int4_flat', 'bbq_flat', ...GRAPHS_OF_FLAT, 'bbq_disk'],
  int8_flat: ['int4_flat', 'bbq_flat', ...GRAPHS_OF_FLAT],
  int4_flat: ['bbq_flat', ...GRAPHS_OF_FLAT],
  bbq_flat: ['bbq_hnsw'],
  hnsw: ['int8_hnsw', 'int4_hnsw', 'bbq_hnsw'],
  int8_hnsw: ['int4_hnsw', 'bbq_hnsw'],
  int4_hnsw: ['bbq_hnsw'],
};

/** Since when one can become another, where it is later than the parameter. */
const SINCE: Engines = elasticsearch({ from: '8.15' });
const SINCE_BBQ: Engines = elasticsearch({ from: '9.0' });

/** What an engine assumes of a graph. */
const DEFAULT_M = 16;
/**
 * What an engine makes of a vector that says none: which of these follows from its version and the number of
 * dimensions.
 */
const DEFAULTS: readonly string[] = ['int8_hnsw', 'bbq_hnsw'];
/** Members that may change with the type; what else there is has to stay. */
const FREE_MEMBERS: readonly string[] = ['type', 'm', 'ef_construction'];

/** The index of a dense vector can become a more compressed one or one of a graph, with no fewer links in the graph. */
export const onlyMoreCompressed: LiveLimit = (before, after, target) => {
  const from = isObject(before) ? before : {};
  if (!isObject(after)) return 'Vector index options can’t be removed on a live index.';
  const [was, wanted] = [member(from, 'type'), member(after, 'type')];
  if (typeof wanted !== 'string') return 'A vector index has a type.';
  const start = typeof was === 'string' ? [was] : DEFAULTS;
  const isPossible = start.every(
    (type) => type === wanted || (Object.hasOwn(BECOMES, type) && BECOMES[type]?.includes(wanted) === true),
  );
  const engines = wanted.startsWith('bbq') ? SINCE_BBQ : SINCE;
  if (!isPossible || !isKnownBy(engines, target))
    return `A vector index can’t become ${wanted} from ${start.join(' or ')} on a live index.`;
  if (linksOf(after) < linksOf(from)) return 'The links of a vector index (m) can’t become fewer on a live index.';
  return deepEqual(restOf(from), restOf(after))
    ? null
    : 'Only the type, m and ef_construction of a vector index can be changed on a live index.';
};

function linksOf(options: JsonObject): number {
  const m = member(options, 'm');
  return m === undefined ? DEFAULT_M : numberFrom(m);
}

const restOf = (options: JsonObject): JsonValue =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !FREE_MEMBERS.includes(name)));
