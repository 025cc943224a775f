import type { Shard } from './shard-entities.ts';

/** The shard copies of an index, counted. */
export interface ShardCounts {
  readonly primaries: number;
  readonly activePrimaries: number;
  readonly replicas: number;
  readonly activeReplicas: number;
  readonly initializing: number;
  readonly unassigned: number;
}

/**
 * Whether no node has the primary: a primary that is not active is either unassigned or initializing, and its replicas
 * wait for it.
 */
function isPrimaryUnassigned({ isPrimaryActive, initializing, unassigned }: Shard): boolean {
  return !isPrimaryActive && initializing === 0 && unassigned > 0;
}

export function countShards(shards: readonly Shard[]): ShardCounts {
  const sum = (count: (shard: Shard) => number) => shards.reduce((total, shard) => total + count(shard), 0);
  const activePrimaries = sum(({ isPrimaryActive }) => (isPrimaryActive ? 1 : 0));
  return {
    primaries: shards.length,
    activePrimaries,
    replicas: sum(({ active, initializing, unassigned }) => Math.max(0, active + initializing + unassigned - 1)),
    activeReplicas: sum(({ active }) => active) - activePrimaries,
    initializing: sum(({ initializing }) => initializing),
    unassigned: sum(({ unassigned }) => unassigned),
  };
}

/** One copy of a shard, as engines are asked about it. */
export interface ShardCopy {
  readonly shard: number;
  readonly isPrimary: boolean;
}

/**
 * The unassigned copy that matters most: a primary before replicas, whose data is elsewhere. Null where every copy has
 * a node.
 */
export function mostUrgentShard(shards: readonly Shard[]): ShardCopy | null {
  const primary = shards.find(isPrimaryUnassigned);
  if (primary !== undefined) return { shard: primary.shard, isPrimary: true };
  const replica = shards.find(({ unassigned }) => unassigned > 0);
  return replica === undefined ? null : { shard: replica.shard, isPrimary: false };
}
