import type { TargetEngine } from '#domain/catalogue';

/** The Elasticsearch that the embedded engine speaks as. */
export const ENGINE_VERSION = '8.17.0';
/** The same, as the domain asks for it. It has no plugins, and says so. */
export const TARGET: TargetEngine = { distribution: 'elasticsearch', version: ENGINE_VERSION, plugins: [] };
/** As settings of an index name it: 8517000 came with 8.16, 8521000 with 8.17. */
export const INDEX_VERSION = '8521000';
/** Nodes that it says it has: with more than one replica a shard stays unassigned. */
export const NODE_COUNT = 2;
export const CLUSTER_NAME = 'sandbox';
/** The node that answers, and runs the tasks. */
export const NODE_ID = 'sandbox-1';
export const NODE_NAME = nodeName(0);

export function nodeName(node: number): string {
  return `sandbox-node-${node + 1}`;
}
