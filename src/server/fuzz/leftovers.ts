import { isObject, member, parseJson, type JsonValue } from '#domain/json';
import { ClusterError, type ClusterAnswer, type ClusterGateway } from '#domain/ports';
import { FUZZ_PREFIX } from './engine-choice.ts';

/** Objects of another run that are younger than this may be in use, in ms; no case keeps its own for as long. */
const IN_USE_MS = 60_000;
/** What names of indices and templates of a run begin with, and when they were made. */
const OWN_NAME = new RegExp(`^${FUZZ_PREFIX}(\\d+)-\\d+-([0-9a-z]+)-`);

/**
 * Removes what killed runs have left on a cluster: what has the seed, and what is older than a case of another run can
 * be.
 * @throws ClusterError where the cluster does not say what it has
 */
export async function removeLeftovers(gateway: ClusterGateway, seed: number, nowMs = Date.now()): Promise<number> {
  const isLeft = (name: string) => {
    const [, ofSeed, madeAt] = OWN_NAME.exec(name) ?? [];
    if (ofSeed === undefined || madeAt === undefined) return false;
    return Number(ofSeed) === seed || nowMs - Number.parseInt(madeAt, 36) > IN_USE_MS;
  };
  let removed = 0;
  for (const { list, namesIn, path } of KINDS) {
    const query = path === '' ? { expand_wildcards: 'all' } : {};
    const found = await unlessMissing(gateway.send({ method: 'GET', path: [...list], query }));
    for (const name of found === undefined ? [] : namesIn(parseJson(found.body)).filter(isLeft)) {
      await unlessMissing(gateway.send({ method: 'DELETE', path: path === '' ? [name] : [path, name] }));
      removed++;
    }
  }
  return removed;
}

/**
 * Undefined for a 404: engines return it for a pattern without matches, and another client may have deleted the object
 * first.
 */
async function unlessMissing(sending: Promise<ClusterAnswer>): Promise<ClusterAnswer | undefined> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof ClusterError && error.status === 404) return undefined;
    throw error;
  }
}

/** Index templates go before the components that they name. */
const KINDS: readonly {
  readonly list: readonly string[];
  readonly namesIn: (body: JsonValue) => readonly string[];
  /** Of the call that removes one. */
  readonly path: string;
}[] = [
  { list: [`${FUZZ_PREFIX}*`, '_alias'], namesIn: (body) => (isObject(body) ? Object.keys(body) : []), path: '' },
  {
    list: ['_index_template', `${FUZZ_PREFIX}*`],
    namesIn: namesOf('index_templates'),
    path: '_index_template',
  },
  {
    list: ['_component_template', `${FUZZ_PREFIX}*`],
    namesIn: namesOf('component_templates'),
    path: '_component_template',
  },
  {
    list: ['_template', `${FUZZ_PREFIX}*`],
    namesIn: (body) => (isObject(body) ? Object.keys(body) : []),
    path: '_template',
  },
];

function namesOf(list: string): (body: JsonValue) => readonly string[] {
  return (body) => {
    const templates = isObject(body) ? member(body, list) : undefined;
    return Array.isArray(templates)
      ? (templates as readonly { readonly name?: string }[]).flatMap(({ name }) => name ?? [])
      : [];
  };
}
