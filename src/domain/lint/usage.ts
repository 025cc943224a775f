import { clusterMappings } from '../document/live-document.ts';
import { bodyAt, newestFirst } from '../history/time-travel.ts';
import { isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';

/** How often each field was used, by its path. */
export type FieldUsage = ReadonlyMap<string, number>;

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
    const counts = new Map<string, number>();
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

function countInto(counts: Map<string, number>, shard: JsonObject): void {
  const fields = objectMember(objectMember(shard, 'stats') ?? {}, 'fields') ?? {};
  for (const [path, uses] of Object.entries(fields)) {
    const any = isObject(uses) ? Number(member(uses, 'any')) : Number.NaN;
    // A count that can't be read is a use: nothing is called unused by mistake.
    counts.set(path, (counts.get(path) ?? 0) + (Number.isFinite(any) ? any : 1));
  }
}

/** The usage of an index; of all of them together where it is not named. */
export function usageOf(usage: ReadonlyMap<string, FieldUsage>, index: string | undefined): FieldUsage | undefined {
  if (index !== undefined) return usage.get(index);
  const all = new Map<string, number>();
  for (const counts of usage.values()) for (const [path, count] of counts) all.set(path, (all.get(path) ?? 0) + count);
  return all;
}
