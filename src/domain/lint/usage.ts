import { clusterMappings } from '../document/live-document.ts';
import { bodyAt, newestFirst } from '../history/time-travel.ts';
import { isArray, isObject, member, numberFrom, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';

/** What a field may have on disk, in the words of Elasticsearch. */
export const STRUCTURES = [
  'inverted_index',
  'doc_values',
  'points',
  'norms',
  'stored_fields',
  'term_vectors',
  'knn_vectors',
] as const;
export type Structure = (typeof STRUCTURES)[number];

/** How often a field was used, and what of it on disk. */
export interface FieldUses {
  readonly any: number;
  readonly structures: ReadonlySet<Structure>;
}

/** How often each field was used, by its path. */
export type FieldUsage = ReadonlyMap<string, FieldUses>;

/**
 * The usage of fields by index, in the response of `GET INDEX/_field_usage_stats` of Elasticsearch 7.15 and later. Why
 * it can't be used otherwise: shards that did not answer may have used any field.
 */
export function usageIn(response: JsonValue): ReadonlyMap<string, FieldUsage> | { readonly reason: string } {
  if (!isObject(response)) return { reason: NOT_USAGE };
  const failed = Number(member(objectMember(response, '_shards') ?? {}, 'failed') ?? 0);
  if (failed !== 0) return { reason: `the usage of shards is missing: ${String(failed)}` };
  const indices = Object.entries(response).filter(([name]) => name !== '_shards');
  const usage = new Map<string, FieldUsage>();
  for (const [name, index] of indices) {
    const shards = isObject(index) ? member(index, 'shards') : undefined;
    if (!isArray(shards)) return { reason: NOT_USAGE };
    const counts = new Map<string, FieldUses>();
    for (const shard of shards) countInto(counts, isObject(shard) ? shard : {});
    usage.set(name, counts);
  }
  return usage.size === 0 ? { reason: NOT_USAGE } : usage;
}

/**
 * The latest time, in epoch ms, since which uses are counted on every copy of a shard; undefined where one does not say
 * so.
 */
export function countedSince(response: JsonObject): number | undefined {
  const times = Object.entries(response).flatMap(([name, index]) => {
    const shards = name === '_shards' || !isObject(index) ? undefined : member(index, 'shards');
    return isArray(shards)
      ? shards.map((shard) => (isObject(shard) ? member(shard, 'tracking_started_at_millis') : null))
      : [];
  });
  const known = times.filter((time) => typeof time === 'number');
  return known.length === 0 || known.length < times.length ? undefined : Math.max(...known);
}

/**
 * The mappings of a live index as the cluster has them, and as it was known to have them when the counts began; the
 * first ones that are known where its log is younger. What is not in both was not there all the time. Cost: the events
 * since.
 */
export function countedMappings(state: DocumentState, since: number | undefined): readonly JsonObject[] {
  let version = state.history.version;
  for (const node of newestFirst(state.history)) {
    version = node.version;
    if (since !== undefined && Date.parse(node.event.at) <= since) break;
  }
  return [clusterMappings(state.body), clusterMappings(bodyAt(state, version))];
}

const NOT_USAGE = 'it is not the response of GET INDEX/_field_usage_stats';

function countInto(counts: Map<string, FieldUses>, shard: JsonObject): void {
  const fields = objectMember(objectMember(shard, 'stats') ?? {}, 'fields') ?? {};
  for (const [path, uses] of Object.entries(fields)) addUses(counts, path, usesIn(isObject(uses) ? uses : {}));
}

/** A count that can't be read is a use: nothing is called unused by mistake. */
function usesIn(uses: JsonObject): FieldUses {
  const count = numberFrom(member(uses, 'any'));
  const any = Number.isFinite(count) ? count : 1;
  return { any, structures: new Set(any === 0 ? [] : STRUCTURES.filter((each) => isUsed(member(uses, each)))) };
}

/** Of the inverted index each part is counted; of everything else the whole. */
function isUsed(count: JsonValue | undefined): boolean {
  return isObject(count) ? Object.values(count).some(isUsed) : numberFrom(count) !== 0;
}

function addUses(counts: Map<string, FieldUses>, path: string, uses: FieldUses): void {
  const before = counts.get(path);
  counts.set(path, {
    any: (before?.any ?? 0) + uses.any,
    structures: new Set([...(before?.structures ?? []), ...uses.structures]),
  });
}

/** The usage of an index; of all of them together where it is not named. */
export function usageOf(usage: ReadonlyMap<string, FieldUsage>, index: string | undefined): FieldUsage | undefined {
  if (index !== undefined) return usage.get(index);
  const all = new Map<string, FieldUses>();
  for (const counts of usage.values()) for (const [path, uses] of counts) addUses(all, path, uses);
  return all;
}
