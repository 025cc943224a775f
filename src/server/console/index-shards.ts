import { mostUrgentShard, type Allocation, type Shard, type ShardCopy } from '#domain/console';
import { formatJson, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { asString, isRefused, objectsIn, read } from './calls.ts';
import type { ConsoleContext, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { target } from './names.ts';
import { memberOfIndex } from './one-index.ts';
import { readObject } from './read-object.ts';

export const indexShards: HandlersOf<'shards.get' | 'allocation.get'> = {
  'shards.get': async ({ params: { name } }, context) => ({ shards: await readShards(context, name) }),

  'allocation.get': async ({ params: { name } }, context) => {
    const urgent = mostUrgentShard(await readShards(context, name));
    if (urgent === null) return {};
    const response = await readObject(context.cluster.gateway, {
      method: 'POST',
      path: ['_cluster', 'allocation', 'explain'],
      body: formatJson({ index: name, shard: urgent.shard, primary: urgent.isPrimary }),
      isReading: true,
      signal: context.signal,
    });
    return { allocation: allocationOf(response, urgent) };
  },
};

/** Engines wait this long for an index that they do not have, instead of refusing the call. */
const TIMEOUT = '1s';

/** @throws RequestError where there is no such index, or the name is that of an alias or a data stream */
async function readShards(context: ConsoleContext, name: string): Promise<Shard[]> {
  const indices = objectMember(await readHealth(context, target(name)), 'indices') ?? {};
  const shards = objectMember(await memberOfIndex(context, indices, name), 'shards') ?? {};
  return Object.keys(shards)
    .map((number) => shardOf(Number(number), objectMember(shards, number) ?? {}))
    .sort((a, b) => a.shard - b.shard);
}

async function readHealth(context: ConsoleContext, name: string): Promise<JsonObject> {
  try {
    return await read(context, ['_cluster', 'health', name], { level: 'shards', timeout: TIMEOUT });
  } catch (error) {
    if (isRefused(error, 408)) throw new RequestError(404, `Index "${name}" does not exist.`, { name, indices: [] });
    throw error;
  }
}

function shardOf(shard: number, counts: JsonObject): Shard {
  return {
    shard,
    isPrimaryActive: member(counts, 'primary_active') === true,
    active: countOf(member(counts, 'active_shards')),
    initializing: countOf(member(counts, 'initializing_shards')),
    unassigned: countOf(member(counts, 'unassigned_shards')),
  };
}

function countOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/** The engine's answer about an unassigned copy. */
export function allocationOf(response: JsonObject, { shard, isPrimary }: ShardCopy): Allocation {
  const info = objectMember(response, 'unassigned_info') ?? {};
  const texts = {
    reason: asString(member(info, 'reason')),
    since: asString(member(info, 'at')),
    details: asString(member(info, 'details')),
    explanation: asString(member(response, 'allocate_explanation')),
  };
  return {
    shard,
    isPrimary,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    causes: causesOf(objectsIn(member(response, 'node_allocation_decisions'))),
  };
}

/**
 * What keeps the shard from the nodes: each rule once, with the explanation for the first node, however many nodes
 * there are.
 */
function causesOf(decisions: readonly JsonObject[]): Allocation['causes'] {
  const causes = new Map<string, Allocation['causes'][number]>();
  for (const decision of decisions) {
    for (const rule of objectsIn(member(decision, 'deciders'))) {
      const decider = asString(member(rule, 'decider')) ?? '';
      const cause = causes.get(decider);
      if (cause !== undefined) cause.nodes += 1;
      else causes.set(decider, { decider, explanation: asString(member(rule, 'explanation')) ?? '', nodes: 1 });
    }
  }
  return [...causes.values()];
}
