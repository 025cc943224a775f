import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
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

/** Flat settings of one index by its own name; undefined where there is no such index. */
export async function settingsOf(context: Reader, index: string): Promise<JsonObject | undefined> {
  const response = await readIfThere(context, {
    method: 'GET',
    path: [index, '_settings'],
    query: { flat_settings: true },
  });
  const found = response === undefined ? undefined : objectMember(response, index);
  return found === undefined ? undefined : (objectMember(found, 'settings') ?? {});
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

export async function countOf(context: Reader, index: string): Promise<number> {
  return Number(member(await context.read({ method: 'GET', path: [index, '_count'] }), 'count'));
}

/** @throws RequestError where a name is taken, by an index, an alias or a data stream */
export async function requireFree(context: Reader, name: string): Promise<void> {
  if ((await readIfThere(context, { method: 'GET', path: [name, '_settings'] })) === undefined) return;
  throw new RequestError(409, `The name "${name}" is already in use on the cluster.`, { index: name });
}

/**
 * Tells one state of an index' documents from another: the newest sequence number of each shard, which every write and deletion raises. Where the
 * engine does not say them, the newest one that a document has, and how many documents there are.
 */
export async function writeMark(context: Reader, index: string): Promise<JsonObject> {
  const stats = await context.read({ method: 'GET', path: [index, '_stats'], query: { level: 'shards' } });
  const shards = objectMember(objectMember(objectMember(stats, 'indices') ?? {}, index) ?? {}, 'shards');
  if (shards !== undefined) {
    const numbers = Object.entries(shards).map(([shard, copies]): [string, JsonValue] => [shard, newestIn(copies)]);
    return Object.fromEntries(numbers);
  }
  const newest = await context.read({
    method: 'POST',
    path: [index, '_search'],
    body: JSON.stringify({ size: 1, sort: [{ _seq_no: 'desc' }] }),
  });
  const hits = member(objectMember(newest, 'hits') ?? {}, 'hits');
  const [hit] = Array.isArray(hits) ? (hits as readonly JsonValue[]) : [];
  const sort = isObject(hit) ? member(hit, 'sort') : undefined;
  return { documents: await countOf(context, index), newest: sort ?? null };
}

function newestIn(copies: JsonValue): number {
  const numbers = (Array.isArray(copies) ? (copies as readonly JsonValue[]) : [])
    .filter(isObject)
    .map((copy) => Number(member(objectMember(copy, 'seq_no') ?? {}, 'max_seq_no') ?? -1));
  return Math.max(-1, ...numbers);
}
