/** Why a shard copy became unassigned, by the engine's term (`UnassignedInfo.Reason` of Elasticsearch 9 and OpenSearch 3). */
const REASONS: Readonly<Record<string, string>> = {
  INDEX_CREATED: 'the index was created',
  CLUSTER_RECOVERED: 'the cluster was restarted',
  INDEX_REOPENED: 'the index was reopened',
  INDEX_CLOSED: 'the index was closed',
  DANGLING_INDEX_IMPORTED: 'a dangling index was imported',
  NEW_INDEX_RESTORED: 'the index was restored from a snapshot',
  EXISTING_INDEX_RESTORED: 'the index was restored over a closed one',
  REPLICA_ADDED: 'a replica was added',
  ALLOCATION_FAILED: 'its allocation failed',
  NODE_LEFT: 'its node left the cluster',
  NODE_RESTARTING: 'its node is restarting',
  NODE_REPLACED: 'its node is being replaced',
  REROUTE_CANCELLED: 'its allocation was cancelled',
  REINITIALIZED: 'it was reinitialized',
  REALLOCATED_REPLICA: 'a better location was found',
  PRIMARY_FAILED: 'the primary failed while it was being copied',
  FORCED_EMPTY_PRIMARY: 'an empty primary was forced',
  MANUAL_ALLOCATION: 'it was allocated by hand',
};

/** What a rule of allocation demands, by the engine's name of the rule, and what to do. The engine's own words stand below. */
const RULES: Readonly<Record<string, string>> = {
  same_shard: 'Each copy of a shard needs a node of its own. Add nodes, or set fewer replicas.',
  disk_threshold: 'The disk is too full. Free up space or add nodes.',
  filter: 'Allocation settings exclude the node. Check index.routing.allocation and cluster.routing.allocation.',
  data_tier:
    'No node of the preferred data tier is available. Check index.routing.allocation.include._tier_preference.',
  enable: 'Allocation is switched off. Check cluster.routing.allocation.enable.',
  max_retry: 'Allocation failed too often. Fix the cause, then reroute with retry_failed.',
  awareness: 'Allocation awareness allows no further copy in this zone.',
  shards_limit: 'The limit of shards per node is reached. Check total_shards_per_node.',
  replica_after_primary_active: 'Replicas wait until their primary is active.',
  throttling: 'The node is recovering other shards. The shard will be allocated afterwards.',
  node_version: 'The node runs an older version than the node with the primary.',
  restore_in_progress: 'The shard could not be restored from the snapshot. Restore the index again.',
};

/** "the index was created"; undefined for a reason of a newer engine. */
export function reasonLabel(reason: string | undefined): string | undefined {
  return reason === undefined || !Object.hasOwn(REASONS, reason) ? undefined : REASONS[reason];
}

/** A rule and what to do about it, in a sentence; its own name where it is not known here. */
export function ruleLabel(decider: string): string {
  return (Object.hasOwn(RULES, decider) ? RULES[decider] : undefined) ?? `Rule ${decider}`;
}
