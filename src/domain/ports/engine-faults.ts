import { blocksIn, isClusterBlock, isPassingBlock } from './engine-blocks.ts';
import { isReadingCall, type ClusterCall, type ClusterFault } from './cluster-gateway.ts';

/** The faults that an answer of a cluster can be. */
export type AnsweredFault = Extract<ClusterFault, 'refused' | 'unauthorized' | 'forbidden' | 'overloaded' | 'failed'>;

/** An error as an engine, or what is in front of it, has answered it. */
interface AnsweredError {
  readonly status: number;
  /** It is a page or a text, which no engine answers. */
  readonly isPage?: boolean;
  /** Undefined where it was not an engine that answered, or an answer without a body (HEAD). */
  readonly type?: string | undefined;
  /** The type of its first root cause, which says more where the type itself is a wrapper. */
  readonly rootType?: string | undefined;
  readonly reason?: string | undefined;
  /** Of a circuit breaker. */
  readonly durability?: string | undefined;
}

/** What an error means for the call that met it. */
export interface EngineVerdict {
  /** `refused`, `forbidden` and `overloaded`: nothing was done. After `failed` a change may have been made. */
  readonly fault: AnsweredFault;
  /** Whether the same call may get through some moments later: any call, one that changes nothing, or none. */
  readonly again: 'any' | 'reading' | 'none';
  /** Whether it is about a name in the call, so that the same call for another name may be taken. */
  readonly isOfName: boolean;
  /** What is so; follows the name of the cluster. */
  readonly what?: string;
  /** A sentence on what to do next. */
  readonly next?: string;
}

interface TypeEntry extends EngineVerdict {
  /** The status without which the type means something else. */
  readonly status?: number;
  /** Reading calls are judged by the status. */
  readonly isOfWrites?: true;
}

const REFUSED: EngineVerdict = { fault: 'refused', again: 'none', isOfName: true };
const BUSY: EngineVerdict = { fault: 'overloaded', again: 'any', isOfName: false };
/** A proxy may have passed the call on, and says the same where it no longer knows what became of it. */
const OF_PROXY: EngineVerdict = { fault: 'failed', again: 'none', isOfName: false };
const NO_MASTER: EngineVerdict = { ...BUSY, what: 'has no elected master node' };
/** A writing call has already waited for them, a minute by default; a reading one may be a moment too early. */
const NO_SHARDS: EngineVerdict = {
  fault: 'overloaded',
  again: 'reading',
  isOfName: true,
  what: 'has shards that are not available, as while they recover',
  next: 'The health of the index says why they are not assigned.',
};
/** Where an engine has waited by itself as long as it was asked to. */
const TIMED_OUT: EngineVerdict = {
  fault: 'failed',
  again: 'none',
  isOfName: false,
  what: 'did not finish this in time',
};

/**
 * The meaning of errors by the engine's type, where their status misleads or says too little (Elasticsearch 6 to 9,
 * OpenSearch 1 to 3). The status of some has changed between versions. Other types are known by their status.
 */
const BY_TYPE: Readonly<Record<string, TypeEntry>> = {
  // 500, though the cluster has decided against the change, as for a hidden alias.
  illegal_state_exception: { ...REFUSED, isOfWrites: true },
  mapper_exception: REFUSED,
  // The task was not begun: 503, and 429 in newer Elasticsearch.
  process_cluster_event_timeout_exception: {
    fault: 'overloaded',
    again: 'reading',
    isOfName: false,
    what: 'did not get to this in time, since its master node is busy',
  },
  master_not_discovered_exception: NO_MASTER,
  cluster_manager_not_discovered_exception: NO_MASTER,
  // The state was certainly not changed.
  not_master_exception: NO_MASTER,
  not_cluster_manager_exception: NO_MASTER,
  // The next master node may have taken the change.
  failed_to_commit_cluster_state_exception: { fault: 'failed', again: 'reading', isOfName: false },
  // 500, and 429 since Elasticsearch 8.
  timeout_exception: TIMED_OUT,
  no_shard_available_action_exception: NO_SHARDS,
  unavailable_shards_exception: NO_SHARDS,
  primary_missing_action_exception: NO_SHARDS,
  search_phase_execution_exception: { ...NO_SHARDS, status: 503 },
  circuit_breaking_exception: { ...BUSY, what: 'is short of memory' },
  es_rejected_execution_exception: BUSY,
  rejected_execution_exception: BUSY,
};

/** How engines call a breaker that opens however often the call is repeated. */
const PERMANENT = 'PERMANENT';
const TOO_MUCH_MEMORY: EngineVerdict = {
  fault: 'overloaded',
  again: 'none',
  isOfName: false,
  what: 'lacks the memory for this',
  next: 'Retrying does not help: request less at once, or give its nodes more memory.',
};

const BLOCK_TYPE = 'cluster_block_exception';
/** The reason of a passing block without its number. */
const NO_MASTER_BLOCK = /no (?:master|cluster.manager)|state not recovered/i;

/** The meaning of an error for a call: by the engine's type, else by the status. */
export function verdictOn(error: AnsweredError, call: Pick<ClusterCall, 'method' | 'isReading'>): EngineVerdict {
  for (const type of [error.type, error.rootType]) {
    if (type === undefined) continue;
    if (type === BLOCK_TYPE) return verdictOnBlock(error);
    const entry = Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined;
    if (entry === undefined || (entry.status ?? error.status) !== error.status) continue;
    if (entry.isOfWrites === true && isReadingCall(call)) continue;
    return type === 'circuit_breaking_exception' && error.durability === PERMANENT ? TOO_MUCH_MEMORY : entry;
  }
  if (error.status === 503 && error.isPage === true && !isReadingCall(call)) return OF_PROXY;
  return verdictOnStatus(error.status);
}

/**
 * A full disk is answered with 429 since Elasticsearch 7.7 and by OpenSearch, with 403 before: the block is the same,
 * and stays until the disk has space.
 */
function verdictOnBlock({ status, reason = '' }: AnsweredError): EngineVerdict {
  const blocks = blocksIn(reason);
  if (blocks.length === 0 && status === 503) return NO_MASTER_BLOCK.test(reason) ? NO_MASTER : BUSY;
  const passing = blocks.filter(isPassingBlock);
  const isOfName = !blocks.some(isClusterBlock);
  if (blocks.length === 0 || passing.length < blocks.length) return { fault: 'forbidden', again: 'none', isOfName };
  return isOfName ? { ...NO_SHARDS, again: 'any' } : NO_MASTER;
}

/** What an answer means whose type says nothing more. */
function verdictOnStatus(status: number): EngineVerdict {
  if (status === 401) return { fault: 'unauthorized', again: 'none', isOfName: false };
  if (status === 403) return { fault: 'forbidden', again: 'none', isOfName: true };
  if (status === 429 || status === 503) return BUSY;
  if (status === 502 || status === 504) return { fault: 'failed', again: 'reading', isOfName: false };
  return status < 500 ? REFUSED : { fault: 'failed', again: 'none', isOfName: false };
}
