/** The Elasticsearch that the embedded engine speaks as. */
export const ENGINE_VERSION = '8.17.0';
/** As settings of an index name it: 8517000 came with 8.16, 8521000 with 8.17. */
export const INDEX_VERSION = '8521000';
/** Nodes that it says it has: with more than one replica a shard stays unassigned. */
export const NODE_COUNT = 2;
export const CLUSTER_NAME = 'sandbox';
