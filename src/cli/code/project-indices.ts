import { join } from 'node:path';
import { formatAddress, type CodeIndex, type LiveIndex } from '#domain/code';
import { flatSettings } from '#domain/console';
import { namesByCall } from '#domain/index-operations';
import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import type { ClusterGateway } from '#domain/ports';
import { readObject } from '../../server/console/read-object.ts';
import { InputError } from '../errors.ts';
import { readIfThere } from './read-if-there.ts';

/**
 * Of the indices that files claim those that exist. A file may name its index by an alias of that index alone.
 * @throws InputError where a name is one of a data stream or of several indices, or two files are about one index
 * @throws ClusterError
 */
export async function readIndices(
  gateway: ClusterGateway,
  objects: readonly CodeIndex[],
  folder: string,
): Promise<ReadonlyMap<string, LiveIndex>> {
  const found = new Map<string, LiveIndex>();
  const bodies = new Map<string, JsonObject>();
  for (const names of namesByCall([...new Set(objects.map(({ name }) => name))], Infinity)) {
    const response = await readObject(gateway, {
      method: 'GET',
      path: [names.join(',')],
      query: { ignore_unavailable: true },
    });
    for (const [name, body] of Object.entries(response)) if (isObject(body)) bodies.set(name, body);
  }
  const fileOf = new Map<string, string>();
  const byName = objects.filter(({ name }) => bodies.has(name));
  for (const object of [...byName, ...objects.filter(({ name }) => !bodies.has(name))]) {
    const { name, file } = object;
    const wrong = (reason: string) => new InputError(join(folder, file), reason);
    const own = bodies.get(name);
    const behind = own === undefined ? behindName(name, bodies, wrong) : ([name, own] as const);
    if (behind === undefined) continue;
    const [index, body] = behind;
    const other = fileOf.get(index);
    if (other !== undefined) throw wrong(`${name} is an alias of ${index}, which has a file already: ${other}`);
    fileOf.set(index, file);
    found.set(name, { ...liveIndex(body), ...(index !== name && { index }) });
  }
  return found;
}

/** Of addresses such as `indices/products` the names of those indices that exist. @throws ClusterError */
export function existingIndices(gateway: ClusterGateway, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  return existingNames(
    gateway,
    addresses.flatMap((each) => (each.startsWith(INDICES) ? [each.slice(INDICES.length)] : [])),
  );
}

/** Of names of indices and aliases those that exist. @throws ClusterError */
export async function existingNames(gateway: ClusterGateway, names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const some of namesByCall(names, Infinity)) {
    const query = { ignore_unavailable: true, filter_path: '*.settings.index.uuid,*.aliases' };
    for (const [name, body] of Object.entries(
      await readObject(gateway, { method: 'GET', path: [some.join(',')], query }),
    ))
      for (const each of [name, ...(isObject(body) ? aliasesOf(body) : [])]) found.add(each);
  }
  return found;
}

const INDICES = formatAddress({ kind: 'index', name: '' });

/** One index, or the only one behind an alias; undefined where the cluster has none. @throws ClusterError */
export async function readIndex(gateway: ClusterGateway, name: string): Promise<LiveIndex | undefined> {
  const response = (await readIfThere(gateway, { method: 'GET', path: [name] })) ?? {};
  const own = objectMember(response, name);
  if (own !== undefined) return liveIndex(own);
  const [[index, body] = [], ...more] = Object.entries(response);
  return index === undefined || !isObject(body) || more.length > 0 ? undefined : { ...liveIndex(body), index };
}

/** The indices that a pattern means, by name, without backing indices. @throws ClusterError */
export async function indicesLike(
  gateway: ClusterGateway,
  pattern: string,
  { withHidden }: { readonly withHidden: boolean },
): Promise<readonly (readonly [string, LiveIndex])[]> {
  const response = await readIfThere(gateway, {
    method: 'GET',
    path: [pattern],
    query: { ignore_unavailable: true, expand_wildcards: withHidden ? 'all' : 'open,closed' },
  });
  return Object.entries(response ?? {})
    .flatMap(([name, body]) =>
      isObject(body) && member(body, 'data_stream') === undefined ? [[name, liveIndex(body)] as const] : [],
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Whether an index is one of the cluster or its plugins rather than of people. */
export function isHiddenIndex(name: string, { settings }: LiveIndex): boolean {
  return name.startsWith('.') || flatSettings(settings)['index.hidden'] === 'true';
}

function liveIndex(body: JsonObject): LiveIndex {
  return {
    mappings: objectMember(body, 'mappings') ?? {},
    settings: objectMember(body, 'settings') ?? {},
    aliases: objectMember(body, 'aliases') ?? {},
  };
}

/** The one index that a name stands for, and not by being its own; undefined where it stands for nothing. */
function behindName(
  name: string,
  bodies: ReadonlyMap<string, JsonObject>,
  wrong: (reason: string) => InputError,
): readonly [string, JsonObject] | undefined {
  const [stream] = [...bodies].find(([, body]) => member(body, 'data_stream') === name) ?? [];
  if (stream !== undefined)
    throw wrong(
      `${name} is a data stream: what its indices have comes from its index template, and files in indices are about one index each`,
    );
  const [first, ...more] = [...bodies].filter(([, body]) => aliasesOf(body).includes(name));
  if (more.length === 0) return first;
  const names = [first, ...more].map((each) => each?.[0]).join(', ');
  throw wrong(`${name} is an alias of ${names}: a file is about one index, so name it after that`);
}

function aliasesOf(body: JsonObject): readonly string[] {
  return Object.keys(objectMember(body, 'aliases') ?? {});
}
