import { join } from 'node:path';
import { formatAddress, type CodeIndex, type LiveIndex } from '#domain/code';
import { flatSettings } from '#domain/console';
import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import type { ClusterGateway } from '#domain/ports';
import { readObject } from '../../server/console/read-object.ts';
import { InputError } from '../errors.ts';
import { readIfThere } from './read-if-there.ts';

/** How long the names in one address may be together: engines take 4,096 bytes for the first line of a request. */
const MAX_NAMES_LENGTH = 3_000;

/**
 * Of the indices that files claim those that exist.
 * @throws InputError where a name is one of an alias or a data stream
 * @throws ClusterError
 */
export async function readIndices(
  gateway: ClusterGateway,
  objects: readonly CodeIndex[],
  folder: string,
): Promise<ReadonlyMap<string, LiveIndex>> {
  const found = new Map<string, LiveIndex>();
  const others = new Map<string, JsonObject>();
  const claimed = new Set(objects.map(({ name }) => name));
  for (const names of joinedNames([...claimed])) {
    const response = await readObject(gateway, {
      method: 'GET',
      path: [names],
      query: { ignore_unavailable: true },
    });
    for (const [name, body] of Object.entries(response))
      if (isObject(body)) {
        if (claimed.has(name)) found.set(name, liveIndex(body));
        else others.set(name, body);
      }
  }
  for (const { name, file } of objects.filter((each) => !found.has(each.name))) {
    const reason = standInReason(name, others);
    if (reason !== undefined) throw new InputError(join(folder, file), reason);
  }
  return found;
}

/** Of addresses such as `indices/products` the names of those indices that exist. @throws ClusterError */
export async function existingIndices(
  gateway: ClusterGateway,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = addresses.flatMap((each) => (each.startsWith(INDICES) ? [each.slice(INDICES.length)] : []));
  const found = new Set<string>();
  for (const joined of joinedNames(names)) {
    const query = { ignore_unavailable: true, filter_path: '*.settings.index.uuid' };
    for (const name of Object.keys(await readObject(gateway, { method: 'GET', path: [joined], query })))
      found.add(name);
  }
  return found;
}

const INDICES = formatAddress({ kind: 'index', name: '' });

/** One index; undefined where the cluster has none of the name. @throws ClusterError */
export async function readIndex(gateway: ClusterGateway, name: string): Promise<LiveIndex | undefined> {
  const response = await readIfThere(gateway, { method: 'GET', path: [name] });
  const body = objectMember(response ?? {}, name);
  return body && liveIndex(body);
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

/** Why no file can be about a name that refers to other indices; undefined where it does not. */
function standInReason(name: string, others: ReadonlyMap<string, JsonObject>): string | undefined {
  const [stream] = [...others].find(([, body]) => member(body, 'data_stream') === name) ?? [];
  if (stream !== undefined)
    return `${name} is a data stream: what its indices have comes from its index template, and files in indices are about one index each`;
  const behind = [...others].filter(([, body]) => Object.hasOwn(objectMember(body, 'aliases') ?? {}, name));
  return behind.length === 0
    ? undefined
    : `${name} is an alias of ${behind.map(([index]) => index).join(', ')}: name the file after the index`;
}

/** Names with commas between them, as many as fit into one address. */
function joinedNames(names: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const name of names) {
    const last = joined.at(-1);
    const longer = last === undefined ? name : `${last},${name}`;
    if (last !== undefined && encodeURIComponent(longer).length <= MAX_NAMES_LENGTH) joined[joined.length - 1] = longer;
    else joined.push(name);
  }
  return joined;
}
