/** How a call to a cluster went wrong, as `attributes.cause` of an error says it. */
export const CLUSTER_FAULTS = [
  'unreachable',
  'tls',
  'timeout',
  'cut',
  'redirected',
  'not_json',
  'too_large',
  'refused',
  'unauthorized',
  'forbidden',
  'overloaded',
  'failed',
  'cancelled',
] as const;
export type ClusterFault = (typeof CLUSTER_FAULTS)[number];
