import type { Allocation, Index } from '#domain/console';
import { countOf } from '#domain/console';
import { HEALTH_REASONS } from '../../cluster/health-labels.ts';
import { TimeAgo } from '../../files/time-ago.tsx';
import { Button } from '../../kit/button.tsx';
import { Health } from '../../kit/health.tsx';
import { RotateCw } from '../../kit/icons/icons.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import type { ApiError } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useNow } from '../../platform/use-now.ts';
import { Panel } from './panel.tsx';
import common from '../../kit/common.module.css';
import styles from './summary.module.css';

/** What the health of an index means for its users. */
const MEANINGS: Readonly<Record<string, string>> = {
  ...HEALTH_REASONS,
  red: 'A primary shard is not assigned. Searches miss its documents, and writes to it fail.',
};

/** The health of an index, and why it is not green; only then is the engine asked for an explanation. */
export function HealthPanel({ index: { name, health } }: { readonly index: Index }) {
  if (health === undefined) return null;
  const meaning = Object.hasOwn(MEANINGS, health) ? MEANINGS[health] : undefined;
  return (
    <Panel title="Health" aside={<Health health={health} />}>
      {meaning !== undefined && <p className={styles['text']}>{meaning}</p>}
      {(health === 'yellow' || health === 'red') && <Why name={name} />}
    </Panel>
  );
}

function Why({ name }: { readonly name: string }) {
  const { data, error, refetch, isFetching } = useApiQuery('allocation.get', { params: { name } });
  if (data === undefined && error === null) return <Skeleton width="80%" height="20px" />;
  return (
    <>
      {error !== null && <Refusal error={error} isPending={isFetching} onRetry={() => void refetch()} />}
      {data?.allocation && <Explanation allocation={data.allocation} />}
    </>
  );
}

interface RefusalProps {
  readonly error: ApiError;
  readonly isPending: boolean;
  readonly onRetry: () => void;
}

/**
 * Notes that the cluster does not explain the health. This is not a failure of the page: the rest of the summary is
 * shown.
 */
function Refusal({ error, isPending, onRetry }: RefusalProps) {
  const isForbidden = error.statusCode === 403;
  return (
    <div className={styles['why']} role="note" aria-label="No explanation">
      <p className={styles['strong']}>
        {isForbidden ? 'You can’t see why: missing privileges' : 'The cluster did not explain why'}
      </p>
      {isForbidden && (
        <p>
          The allocation explain API requires the cluster privilege <code>monitor</code>.
        </p>
      )}
      <p className={styles['engine']}>{error.cluster?.reason ?? error.message}</p>
      {!isForbidden && (
        <span>
          <Button size="small" icon={RotateCw} isPending={isPending} onPress={onRetry}>
            Try again
          </Button>
        </span>
      )}
    </div>
  );
}

function Explanation({ allocation }: { readonly allocation: Allocation }) {
  const { shard, isPrimary, reason, since, details, explanation, causes } = allocation;
  const { clock } = useCore();
  const now = useNow(clock);
  const because = reasonLabel(reason) ?? reason;
  return (
    <div className={styles['why']}>
      <p className={styles['strong']}>
        Why {isPrimary ? 'the primary' : 'a replica'} of shard {shard} is not assigned
      </p>
      {because !== undefined && (
        <p>
          Unassigned since {since === undefined ? because : <TimeAgo at={since} now={now} />}
          {since !== undefined && `, when ${because}`}.
        </p>
      )}
      {details !== undefined && <p className={styles['engine']}>{details}</p>}
      {causes.length > 0 ? (
        <ul className={styles['causes']}>
          {causes.map((cause) => (
            <li key={cause.decider}>
              <p>
                {ruleLabel(cause.decider)} <span className={common['muted']}>({nodeCount(cause.nodes)})</span>
              </p>
              <p className={styles['engine']}>
                <code>{cause.decider}</code> {cause.explanation}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        explanation !== undefined && <p className={styles['engine']}>{explanation}</p>
      )}
    </div>
  );
}

function nodeCount(nodes: number): string {
  return countOf(nodes, 'node');
}

/**
 * Why a shard copy became unassigned, by the engine's term (`UnassignedInfo.Reason` of Elasticsearch 9 and OpenSearch
 * 3).
 */
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

/**
 * The condition of each allocation rule, by the engine's name of the rule, and what to do. The engine's own explanation
 * is shown below it.
 */
const RULES: Readonly<Record<string, string>> = {
  same_shard: 'Each copy of a shard needs its own node. Add nodes or set fewer replicas.',
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

/** Such as "the index was created"; undefined for a reason of a newer engine. */
function reasonLabel(reason: string | undefined): string | undefined {
  return reason === undefined || !Object.hasOwn(REASONS, reason) ? undefined : REASONS[reason];
}

/** A rule and what to do about it, in a sentence; the engine's name of the rule where it is not known here. */
function ruleLabel(decider: string): string {
  return (Object.hasOwn(RULES, decider) ? RULES[decider] : undefined) ?? `Rule ${decider}`;
}
