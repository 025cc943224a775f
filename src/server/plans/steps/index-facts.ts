import { deepEqual, isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import type { PlannedCall } from '#domain/plan';
import { isRefused } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import type { StepContext } from './step-context.ts';

type Reader = Pick<StepContext, 'read'>;

/** A text, number or switch as its text; empty for what is none of them. */
export function wordOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null || typeof value === 'object') return '';
  return String(value);
}

/** What a call reads; undefined where the cluster has nothing of that name. */
export async function readIfThere(context: Reader, call: PlannedCall): Promise<JsonObject | undefined> {
  try {
    return await context.read(call);
  } catch (error) {
    if (isRefused(error, 404)) return undefined;
    throw error;
  }
}

/** Settings in an engine's response about an index; a null setting is not set. */
function settingsIn(found: JsonObject): JsonObject {
  const settings = Object.entries(objectMember(found, 'settings') ?? {});
  // OpenSearch keeps a null that a resize was given.
  return Object.fromEntries(settings.filter(([, value]) => value !== null));
}

/** Flat settings of one index by its own name; undefined where there is no such index. */
export async function settingsOf(context: Reader, index: string): Promise<JsonObject | undefined> {
  const response = await readIfThere(context, {
    method: 'GET',
    path: [index, '_settings'],
    query: { flat_settings: true },
  });
  const found = response === undefined ? undefined : objectMember(response, index);
  return found === undefined ? undefined : settingsIn(found);
}

/** @throws RequestError where there is no such index */
export async function requireSettings(context: Reader, index: string): Promise<JsonObject> {
  const settings = await settingsOf(context, index);
  if (settings === undefined) throw new RequestError(409, `Index "${index}" does not exist.`, { index });
  return settings;
}

export async function uuidOf(context: Reader, index: string): Promise<string | undefined> {
  const settings = await settingsOf(context, index);
  const uuid = settings === undefined ? undefined : member(settings, 'index.uuid');
  return typeof uuid === 'string' ? uuid : undefined;
}

/** Aliases by name; undefined where there is no such index. */
export async function aliasesOf(context: Reader, index: string): Promise<JsonObject | undefined> {
  const response = await readIfThere(context, { method: 'GET', path: [index, '_alias'] });
  const found = response === undefined ? undefined : objectMember(response, index);
  return found === undefined ? undefined : (objectMember(found, 'aliases') ?? {});
}

/**
 * Aliases and flat settings of several indices, in one request.
 * @throws RequestError where one of them does not exist
 */
export async function indicesNow(
  context: Reader,
  indices: readonly string[],
): Promise<ReadonlyMap<string, { readonly aliases: JsonObject; readonly settings: JsonObject }>> {
  const names = [...new Set(indices)];
  const response = await readIfThere(context, {
    method: 'GET',
    path: [names.join(',')],
    query: { flat_settings: true, filter_path: '*.aliases,*.settings' },
  });
  // One that is missing, or is an alias, is named.
  for (const name of names)
    if (response === undefined || !Object.hasOwn(response, name)) await requireSettings(context, name);
  return new Map(
    names.map((name) => {
      const found = objectMember(response ?? {}, name) ?? {};
      return [name, { aliases: objectMember(found, 'aliases') ?? {}, settings: settingsIn(found) }];
    }),
  );
}

/** Mappings as the engine writes them; undefined where there is no such index. */
export async function mappingsOf(context: Reader, index: string): Promise<JsonObject | undefined> {
  const response = await readIfThere(context, { method: 'GET', path: [index, '_mapping'] });
  const found = response === undefined ? undefined : objectMember(response, index);
  return found === undefined ? undefined : (objectMember(found, 'mappings') ?? {});
}

export async function countDocuments(context: Reader, index: string): Promise<number> {
  return Number(member(await context.read({ method: 'GET', path: [index, '_count'] }), 'count'));
}

/** @throws RequestError where a name is taken, by an index, an alias or a data stream */
export async function requireFree(context: Reader, name: string): Promise<void> {
  if ((await readIfThere(context, { method: 'GET', path: [name, '_settings'] })) === undefined) return;
  throw new RequestError(409, `The name "${name}" is already in use on the cluster.`, { index: name });
}

/**
 * Tells one state of an index' documents from another: the newest sequence number of each shard, which every write and
 * deletion raises. Where the engine does not say them, the newest one that a document has, and how many documents there
 * are.
 */
export async function writeMark(context: Reader, index: string): Promise<JsonObject> {
  const [mark] = await writeMarks(context, [index]);
  return mark ?? {};
}

/**
 * The {@link writeMark} of each of several indices, in one request where the engine says sequence numbers; else of one
 * after another.
 */
export async function writeMarks(context: Reader, indices: readonly string[]): Promise<readonly JsonObject[]> {
  const path = [indices.join(','), '_stats'];
  const stats = objectMember(await context.read({ method: 'GET', path, query: { level: 'shards' } }), 'indices') ?? {};
  const marks: JsonObject[] = [];
  for (const index of indices) {
    const shards = objectMember(objectMember(stats, index) ?? {}, 'shards');
    if (shards === undefined) marks.push(await documentMark(context, index));
    else {
      const numbers = Object.entries(shards).map(([shard, copies]): [string, JsonValue] => [shard, newestIn(copies)]);
      marks.push(Object.fromEntries(numbers));
    }
  }
  return marks;
}

async function documentMark(context: Reader, index: string): Promise<JsonObject> {
  const newest = await context.read({
    method: 'POST',
    path: [index, '_search'],
    body: JSON.stringify({ size: 1, sort: [{ _seq_no: 'desc' }] }),
  });
  const hits = member(objectMember(newest, 'hits') ?? {}, 'hits');
  const [hit] = isArray(hits) ? hits : [];
  const sort = isObject(hit) ? member(hit, 'sort') : undefined;
  return { documents: await countDocuments(context, index), newest: sort ?? null };
}

/** How many writes lie between two marks of an index; at least 1 where they differ. */
export function writesBetween(before: JsonObject, after: JsonObject): number {
  if (deepEqual(before, after)) return 0;
  const raised = Object.entries(after).map(([name, value]) =>
    name === 'documents' ? 0 : Math.max(0, numberIn(value) - numberIn(member(before, name))),
  );
  return Math.max(
    1,
    raised.reduce((sum, count) => sum + count, 0),
  );
}

/** A sequence number as marks have it: as itself, or as the only value of a sort; -1 before the first write. */
function numberIn(value: JsonValue | undefined): number {
  const [number]: readonly (JsonValue | undefined)[] = isArray(value) ? value : [value];
  return typeof number === 'number' ? number : -1;
}

function newestIn(copies: JsonValue): number {
  const numbers = (isArray(copies) ? copies : [])
    .filter(isObject)
    .map((copy) => Number(member(objectMember(copy, 'seq_no') ?? {}, 'max_seq_no') ?? -1));
  return Math.max(-1, ...numbers);
}
