import { member, type JsonObject, type JsonValue } from '#domain/json';
import type { IndexDocument } from './documents.ts';
import type { EngineContext } from './engine-context.ts';
import { EngineError, illegalArgument, noSuchIndex } from './engine-error.ts';
import { healthOf } from './listing.ts';
import { OPEN_AND_CLOSED, resolveIndices } from './names.ts';
import { EngineReply, type EngineRequest, type Route } from './router.ts';
import { CLUSTER_NAME, NODE_COUNT, nodeName } from './version.ts';

/**
 * Number of shards and copies of an index: the sandbox allocates each copy of a shard to a separate node, and has
 * {@link NODE_COUNT} nodes.
 */
interface Copies {
  readonly shards: number;
  readonly replicas: number;
  readonly assignedReplicas: number;
}

function copiesOf({ settings }: IndexDocument): Copies {
  const replicas = Number(settings['index.number_of_replicas']);
  return {
    shards: Number(settings['index.number_of_shards']),
    replicas,
    assignedReplicas: Math.min(replicas, NODE_COUNT - 1),
  };
}

const HEALTH_QUERY = ['level', 'wait_for_no_initializing_shards', 'wait_for_status'];
const LEVELS = ['cluster', 'indices', 'shards'];
/** The best one first. */
const STATUSES = ['green', 'yellow', 'red'];
const CANNOT_ALLOCATE =
  "Elasticsearch isn't allowed to allocate this shard to any of the nodes in the cluster. Choose a node to which you expect this shard to be allocated, find this node in the node-by-node explanation, and address the reasons which prevent Elasticsearch from allocating this shard there.";

/** Routes about shards: cluster health, and the allocation explanation of an unassigned shard. */
export function shardRoutes({ state }: EngineContext): readonly Route[] {
  function health(request: EngineRequest): JsonObject | EngineReply {
    const level = request.query['level'] ?? 'cluster';
    if (!LEVELS.includes(level)) throw illegalArgument(`unknown level [${level}]`);
    const wanted = (request.query['wait_for_status'] ?? 'red').toLowerCase();
    if (!STATUSES.includes(wanted))
      throw illegalArgument(
        `No enum constant org.elasticsearch.cluster.health.ClusterHealthStatus.${wanted.toUpperCase()}`,
      );
    const expression = request.name(0);
    const isMissing = request.names.length > 0 && !isThere(expression);
    const indices = request.names.length === 0 ? [...state.indices.values()] : isMissing ? [] : named(expression);
    const status = isMissing ? 'red' : statusOf(indices);
    // Health waits for indices that are not there and for a better status, until its time is over.
    const isWaiting = isMissing || STATUSES.indexOf(status) > STATUSES.indexOf(wanted);
    const body = {
      cluster_name: CLUSTER_NAME,
      status,
      timed_out: isWaiting,
      number_of_nodes: NODE_COUNT,
      number_of_data_nodes: NODE_COUNT,
      ...countsOf(indices),
      delayed_unassigned_shards: 0,
      number_of_pending_tasks: 0,
      number_of_in_flight_fetch: 0,
      task_max_waiting_in_queue_millis: 0,
      active_shards_percent_as_number: activePercent(indices),
      ...(level !== 'cluster' && {
        indices: Object.fromEntries(indices.map((index) => [index.name, indexHealth(index, level === 'shards')])),
      }),
    };
    return isWaiting ? new EngineReply(408, body) : body;
  }

  const named = (expression: string) => resolveIndices(state, expression, { expansion: OPEN_AND_CLOSED });

  function isThere(expression: string): boolean {
    try {
      named(expression);
      return true;
    } catch (error) {
      if (error instanceof EngineError && error.status === 404) return false;
      throw error;
    }
  }

  function explain(request: EngineRequest): JsonObject {
    const body = request.anyBody();
    return body === undefined ? explainAny() : explainCopy(body);
  }

  function explainAny(): JsonObject {
    const index = [...state.indices.values()].find((each) => healthOf(each) !== 'green');
    if (index === undefined)
      throw illegalArgument(
        'No shard was specified in the request which means the response should explain a randomly-chosen unassigned shard, but there are no unassigned shards in this cluster.',
      );
    return explanationOf(index, 0, false);
  }

  function explainCopy(body: JsonObject): JsonObject {
    const [name, shard, isPrimary] = ['index', 'shard', 'primary'].map((key) => member(body, key));
    const unknown = Object.keys(body).find((key) => !['index', 'shard', 'primary', 'current_node'].includes(key));
    if (unknown !== undefined)
      throw new EngineError(
        400,
        'x_content_parse_exception',
        `[cluster/allocation/explain] unknown field [${unknown}]`,
      );
    if (typeof name !== 'string' || typeof shard !== 'number' || typeof isPrimary !== 'boolean')
      throw new EngineError(
        400,
        'action_request_validation_exception',
        'Validation Failed: 1: index, shard and primary must be specified;',
      );
    const index = state.indices.get(name);
    if (index === undefined) throw noSuchIndex(name);
    const { shards, replicas } = copiesOf(index);
    if (!Number.isInteger(shard) || shard < 0 || shard >= shards)
      throw new EngineError(404, 'shard_not_found_exception', 'no such shard', { index: name, shard: String(shard) });
    if (!isPrimary && replicas === 0)
      throw illegalArgument(
        'unable to find any shards to explain [ClusterAllocationExplainRequest] in the routing table',
      );
    return explanationOf(index, shard, isPrimary);
  }

  return [
    { methods: ['GET'], path: '_cluster/health', query: HEALTH_QUERY, run: health },
    { methods: ['GET'], path: '_cluster/health/{}', query: HEALTH_QUERY, run: health },
    {
      methods: ['GET', 'POST'],
      path: '_cluster/allocation/explain',
      query: ['include_yes_decisions', 'include_disk_info'],
      run: explain,
    },
  ];
}

function statusOf(indices: readonly IndexDocument[]): string {
  return indices.some((index) => healthOf(index) === 'yellow') ? 'yellow' : 'green';
}

function countsOf(indices: readonly IndexDocument[]): { readonly [count: string]: number } {
  const sum = (count: (copies: Copies) => number) =>
    indices.reduce((total, index) => total + count(copiesOf(index)), 0);
  return {
    active_primary_shards: sum(({ shards }) => shards),
    active_shards: sum(({ shards, assignedReplicas }) => shards * (1 + assignedReplicas)),
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: sum(({ shards, replicas, assignedReplicas }) => shards * (replicas - assignedReplicas)),
  };
}

function activePercent(indices: readonly IndexDocument[]): number {
  const { active_shards: active = 0, unassigned_shards: unassigned = 0 } = countsOf(indices);
  return active + unassigned === 0 ? 100 : (100 * active) / (active + unassigned);
}

function indexHealth(index: IndexDocument, hasShards: boolean): JsonObject {
  const { shards, replicas, assignedReplicas } = copiesOf(index);
  const shard = {
    status: healthOf(index),
    primary_active: true,
    active_shards: 1 + assignedReplicas,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: replicas - assignedReplicas,
    unassigned_primary_shards: 0,
  };
  return {
    status: healthOf(index),
    number_of_shards: shards,
    number_of_replicas: replicas,
    ...countsOf([index]),
    unassigned_primary_shards: 0,
    ...(hasShards && {
      shards: Object.fromEntries(Array.from({ length: shards }, (_, number) => [String(number), shard])),
    }),
  };
}

function explanationOf(index: IndexDocument, shard: number, isPrimary: boolean): JsonObject {
  const isAssigned = isPrimary || healthOf(index) === 'green';
  const copy = { index: index.name, shard, primary: isPrimary };
  if (isAssigned) return { ...copy, current_state: 'started', current_node: { id: nodeId(0), name: nodeName(0) } };
  const created = Number(index.settings['index.creation_date']);
  return {
    ...copy,
    current_state: 'unassigned',
    unassigned_info: {
      reason: 'INDEX_CREATED',
      at: new Date(created).toISOString(),
      last_allocation_status: 'no_attempt',
    },
    can_allocate: 'no',
    allocate_explanation: CANNOT_ALLOCATE,
    node_allocation_decisions: Array.from({ length: NODE_COUNT }, (_, node): JsonValue => ({
      node_id: nodeId(node),
      node_name: nodeName(node),
      node_decision: 'no',
      deciders: [
        {
          decider: 'same_shard',
          decision: 'NO',
          explanation: `a copy of this shard is already allocated to this node [[${index.name}][${shard}], node[${nodeId(node)}], [${node === 0 ? 'P' : 'R'}], s[STARTED]]`,
        },
      ],
    })),
  };
}

function nodeId(node: number): string {
  return `sandbox-${node + 1}`;
}
