import type { ClusterStatus } from '#domain/console';
import { isObject, member, objectMember } from '#domain/json';
import { ClusterError, type CancelSignal, type ClusterCall } from '#domain/ports';
import type { ConsoleContext, OpenCluster } from './context.ts';
import { clusterErrorBody } from './errors.ts';
import { missingParts, type MissingParts } from './missing-parts.ts';
import { readObject } from './read-object.ts';

const HEALTHS = ['green', 'yellow', 'red'] as const;
/**
 * The number under which the engines keep the block of a full disk (ClusterBlock of read_only_allow_delete on an
 * index).
 */
const FLOOD_STAGE = '12';

/** The status of a cluster. If it is down, requires credentials or denies access, that is its state, not an error. */
export async function readClusterStatus({ cluster, isReadOnly, signal }: ConsoleContext): Promise<ClusterStatus> {
  const { entry, user } = cluster;
  const known = { ...entry, isReadOnly, ...(user !== undefined && { user }) };
  try {
    const parts = missingParts();
    const [capabilities, health, blocks] = await Promise.all([
      cluster.capabilities(),
      allowedHealth(cluster, signal, parts),
      parts.read('blocks', readBlocks(cluster, signal)),
    ]);
    const { plugins, modules, missing = [], ...rest } = capabilities;
    for (const { part, reason } of missing) parts.add(part, reason);
    return {
      ...{ ...known, state: 'up' as const, ...rest, ...health },
      ...(plugins && { plugins: [...plugins] }),
      ...(modules && { modules: [...modules] }),
      ...(blocks && { blocks }),
      ...parts.member(),
    };
  } catch (error) {
    if (!(error instanceof ClusterError) || error.fault === 'cancelled') throw error;
    return { ...known, state: stateOf(error), error: clusterErrorBody(error, entry.id) };
  }
}

function stateOf({ fault }: ClusterError): ClusterStatus['state'] {
  if (fault === 'unauthorized') return 'sign_in';
  return fault === 'forbidden' ? 'forbidden' : 'down';
}

type Health = Pick<ClusterStatus, 'clusterName' | 'health' | 'nodes'>;

/**
 * The health, where the user may see it.
 * @throws ClusterError where the cluster is in no state to say it, as without a master
 */
async function allowedHealth(cluster: OpenCluster, signal: CancelSignal, parts: MissingParts): Promise<Health> {
  try {
    return await readHealth(cluster, signal);
  } catch (error) {
    if (!(error instanceof ClusterError) || (error.fault !== 'forbidden' && error.fault !== 'refused')) throw error;
    parts.add('health', error.reason ?? error.message);
    return {};
  }
}

async function readHealth({ gateway }: OpenCluster, signal: CancelSignal): Promise<Health> {
  const response = await readObject(gateway, {
    method: 'GET',
    path: ['_cluster', 'health'],
    query: { level: 'cluster' },
    signal,
  });
  const [clusterName, status, nodes] = ['cluster_name', 'status', 'number_of_nodes'].map((key) =>
    member(response, key),
  );
  const health = HEALTHS.find((each) => each === status);
  return {
    ...(typeof clusterName === 'string' && { clusterName }),
    ...(health !== undefined && { health }),
    ...(typeof nodes === 'number' && { nodes }),
  };
}

/** The blocks in force, in words. Of the indices only those whose disk is full: a closed index has a block, too. */
async function readBlocks({ gateway }: OpenCluster, signal: CancelSignal): Promise<string[]> {
  const filter_path = `blocks.global.*.description,blocks.indices.*.${FLOOD_STAGE}.description`;
  const call: ClusterCall = { method: 'GET', path: ['_cluster', 'state', 'blocks'], query: { filter_path }, signal };
  const blocks = objectMember(await readObject(gateway, call), 'blocks') ?? {};
  const global = Object.values(objectMember(blocks, 'global') ?? {}).map(
    (block) => `The cluster blocks changes: ${descriptionOf(block)}.`,
  );
  const full = Object.entries(objectMember(blocks, 'indices') ?? {});
  const [first] = full;
  if (first === undefined) return global;
  const which = full.length === 1 ? `Index "${first[0]}" takes` : `${full.length} indices take`;
  return [
    ...global,
    `${which} no more documents and can only be deleted (index.blocks.read_only_allow_delete). The cluster sets this when a disk is full (flood stage) and removes it once there is space.`,
  ];
}

function descriptionOf(block: unknown): string {
  const description = isObject(block) ? member(block, 'description') : undefined;
  return typeof description === 'string' ? description : 'no reason is given';
}
