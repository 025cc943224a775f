import type { Feature } from '#domain/console';
import { formatJson, isObject, member, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, type ClusterCall } from '#domain/ports';
import { parsePlain, readObject } from './read-object.ts';
import type { ConsoleContext } from './context.ts';
import { RequestError } from './errors.ts';
import { target } from './names.ts';
import { textOfBody } from './request-body.ts';

/** What a cluster answers to a reading call; cancelled when the caller goes. */
export async function read(
  context: ConsoleContext,
  path: readonly string[],
  query?: NonNullable<ClusterCall['query']>,
): Promise<JsonObject> {
  return readObject(context.cluster.gateway, {
    method: 'GET',
    path,
    ...(query !== undefined && { query }),
    signal: context.signal,
  });
}

/** The rows of a `_cat` endpoint, whose values are all text. */
export async function readTable(
  context: Pick<ConsoleContext, 'signal'> & { readonly cluster: Pick<ConsoleContext['cluster'], 'gateway'> },
  path: readonly string[],
  columns: string,
): Promise<readonly Readonly<Record<string, string | null | undefined>>[]> {
  const call: ClusterCall = { method: 'GET', path, query: { format: 'json', h: columns }, signal: context.signal };
  const rows = parsePlain((await context.cluster.gateway.send(call)).body, call);
  return Array.isArray(rows) ? (rows as Readonly<Record<string, string | null>>[]) : [];
}

/** The uuid that an index has now; undefined where the table has no row of this name. @throws ClusterError */
export async function uuidOf(
  context: Parameters<typeof readTable>[0],
  name: string,
): Promise<string | null | undefined> {
  const rows = await readTable(context, ['_cat', 'indices', target(name)], 'index,uuid');
  return rows.find((row) => row['index'] === name)?.['uuid'];
}

/** Whether what a path names exists. */
export async function exists(context: Parameters<typeof readTable>[0], path: readonly string[]): Promise<boolean> {
  try {
    await context.cluster.gateway.send({ method: 'HEAD', path, signal: context.signal });
    return true;
  } catch (error) {
    if (isRefused(error, 404)) return false;
    throw error;
  }
}

type WritingCall = Pick<ClusterCall, 'method' | 'path' | 'query' | 'body'>;

/** Sends what changes something. Not cancelled when the caller goes: then nobody could say what has happened. */
export async function write(context: ConsoleContext, call: WritingCall): Promise<{ acknowledged: boolean }> {
  return { acknowledged: member(await readObject(context.cluster.gateway, call), 'acknowledged') === true };
}

/** What an engine answers where it has made an index. */
interface WrittenIndex {
  readonly acknowledged: boolean;
  readonly shardsStarted?: false;
  readonly index?: string;
  readonly storedOtherwise?: string[];
}

/**
 * Sends what makes an index; an engine waits for its primary shards, and says where not all have started. `name` is the
 * expected one, where the engine resolves it.
 */
export async function writeIndex(context: ConsoleContext, call: WritingCall, name?: string): Promise<WrittenIndex> {
  const response = await readObject(context.cluster.gateway, call);
  const index = asString(member(response, 'index'));
  const isOther = name !== undefined && index !== undefined && index !== name;
  return {
    ...(isOther && { index, storedOtherwise: [`The cluster named the index ${index}, by its own clock.`] }),
    acknowledged: member(response, 'acknowledged') === true,
    ...(member(response, 'shards_acknowledged') === false && { shardsStarted: false as const }),
  };
}

/**
 * The JSON text of the input or a part of it. A contract calls it unknown; the dispatcher has parsed it, bigints and
 * hostile keys included.
 */
export function bodyText(value: unknown): string {
  return textOfBody(value) ?? formatJson(value as JsonValue);
}

/** The objects in a list. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function asString(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Whether the cluster itself refused a call, with this status where one is named. */
export function isRefused(error: unknown, status?: number): boolean {
  return (
    error instanceof ClusterError && error.fault === 'refused' && (status === undefined || error.status === status)
  );
}

export async function hasFeature(context: ConsoleContext, feature: Feature): Promise<boolean> {
  return (await context.cluster.capabilities()).features[feature]?.has === true;
}

/**
 * Whether the cluster has a feature, where its absence means that there is nothing to read.
 * @throws ClusterError where the cluster did not say
 */
export async function isOffered(context: ConsoleContext, feature: Feature): Promise<boolean> {
  const { has = false, unknown, reason = '' } = (await context.cluster.capabilities()).features[feature] ?? {};
  if (unknown === undefined) return has;
  throw new ClusterError('forbidden', reason, { status: 403, reason, request: { method: 'GET', path: '/' } });
}

/** @throws RequestError with the reason where the cluster lacks it */
export async function requireFeature(context: ConsoleContext, feature: Feature): Promise<void> {
  const support = (await context.cluster.capabilities()).features[feature];
  if (support?.has === true) return;
  throw new RequestError(400, support?.reason ?? `Not supported by this cluster: ${feature.replaceAll('_', ' ')}.`, {
    feature,
  });
}
