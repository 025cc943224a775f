/** What a block of an engine stops, and how to get rid of it, in words. */
interface BlockWords {
  /** Follows the index or the cluster that has it: `is closed`. */
  readonly what: string;
  readonly next: string;
  /** Set on the whole cluster, whatever index a call is about. */
  readonly isOfCluster?: true;
  /** The cluster is not ready at the moment: the block goes by itself. */
  readonly isPassing?: true;
}

const ASK_TO_REMOVE = 'Ask a cluster administrator to remove the block.';

/**
 * The blocks by the number that engines give them (`IndexMetadata`, `Metadata`, `NoMasterBlockService` and
 * `GatewayService` of Elasticsearch 6 to 9 and OpenSearch 1 to 3).
 */
const BLOCKS: Readonly<Record<number, BlockWords>> = {
  1: { what: 'has not recovered its state yet', next: 'Try again later.', isOfCluster: true, isPassing: true },
  2: { what: 'has no elected master node', next: 'Try again later.', isOfCluster: true, isPassing: true },
  4: { what: 'is closed', next: 'Open the index first.' },
  5: { what: 'is read-only (index.blocks.read_only)', next: 'Remove the block first.' },
  6: { what: 'is read-only (cluster.blocks.read_only)', next: ASK_TO_REMOVE, isOfCluster: true },
  7: { what: 'does not allow reads (index.blocks.read)', next: 'Remove the block first.' },
  8: { what: 'does not allow writes (index.blocks.write)', next: 'Remove the block first.' },
  9: { what: 'does not show or change its metadata (index.blocks.metadata)', next: 'Remove the block first.' },
  10: {
    what: 'does not create indices (cluster.blocks.create_index)',
    next: 'OpenSearch sets this while the disks of all nodes are nearly full: free up disk space, or ask a cluster administrator to remove the block.',
    isOfCluster: true,
  },
  12: {
    what: 'refuses writes, since a disk was over the flood-stage watermark (index.blocks.read_only_allow_delete)',
    next: 'Free up disk space: OpenSearch and Elasticsearch 7.4 or later then remove the block. If it stays, remove it in the settings of the index.',
  },
  13: {
    what: 'can only be read and its indices deleted (cluster.blocks.read_only_allow_delete)',
    next: ASK_TO_REMOVE,
    isOfCluster: true,
  },
};

/** A block that a refusal names. */
interface EngineBlock {
  readonly id: number;
  /** The index that has it; undefined where the cluster has it, or where the engine names none (Elasticsearch 6). */
  readonly index?: string;
  /** How the engine writes its status: `FORBIDDEN`, `TOO_MANY_REQUESTS`, `SERVICE_UNAVAILABLE`. */
  readonly status: string;
}

/** `index [logs] blocked by: [` and `blocked by: [`; an index name may hold brackets. */
const OWNER = /(?:index \[(?<index>.+?)\] )?blocked by: \[/g;
/** Separated by commas; by `];[` in Elasticsearch 6. */
const BLOCK = /(?:^|, |\];\[)(?<status>[A-Z_]+)\/(?<id>\d+)\//g;

/** The blocks in the reason of a `cluster_block_exception`, in its order; none where it names them in another way. */
export function blocksIn(reason: string): readonly EngineBlock[] {
  const owners = [...reason.matchAll(OWNER)];
  return owners.flatMap((owner, at) => {
    const list = reason.slice(owner.index + owner[0].length, owners[at + 1]?.index);
    const index = owner.groups?.['index'];
    return [...list.matchAll(BLOCK)].map(({ groups }) => ({
      id: Number(groups?.['id']),
      status: groups?.['status'] ?? '',
      ...(index !== undefined && { index }),
    }));
  });
}

/** Whether a block goes by itself within seconds, as while a cluster starts. A full disk does not. */
export function isPassingBlock({ id, status }: EngineBlock): boolean {
  const known = BLOCKS[id];
  return known === undefined ? status === 'SERVICE_UNAVAILABLE' : known.isPassing === true;
}

/** Whether the cluster as a whole has a block, so that calls about other indices meet it, too. */
export function isClusterBlock({ id, index }: EngineBlock): boolean {
  const known = BLOCKS[id];
  return known === undefined ? index === undefined : known.isOfCluster === true;
}

/** How many names a sentence lists. */
const MAX_NAMES = 3;

/**
 * What blocks a call and what to do next: a sentence on each, for each kind of block. Undefined for a reason with a
 * block that is not known here: then the engine's own words say more. `cluster` names the cluster: `Cluster "prod"`.
 */
export function blockSentences(
  reason: string,
  cluster: string,
): { readonly what: string; readonly next: string } | undefined {
  const blocks = blocksIn(reason);
  const ids = [...new Set(blocks.map(({ id }) => id))];
  const words = ids.flatMap((id) => BLOCKS[id] ?? []);
  if (ids.length === 0 || words.length < ids.length) return undefined;
  const what = ids.map((id, at) => {
    const { isOfCluster, what: predicate = '' } = words[at] ?? {};
    const names = blocks.flatMap(({ id: of, index }) => (of === id && index !== undefined ? [index] : []));
    return isOfCluster === true ? `${cluster} ${predicate}.` : `${subjectOf(names, cluster)} ${predicate}.`;
  });
  return { what: what.join(' '), next: [...new Set(words.map(({ next }) => next))].join(' ') };
}

/** The subject is singular, as the predicates are. */
function subjectOf(names: readonly string[], cluster: string): string {
  const where = `${cluster.charAt(0).toLowerCase()}${cluster.slice(1)}`;
  if (names.length === 0) return `An index of ${where}`;
  if (names.length === 1) return `Index "${names[0] ?? ''}" of ${where}`;
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return `Each of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''} of ${where}`;
}
