import { CLUSTER_AUTHOR } from '#domain/commands';
import { valueOnCluster, wantedAt } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { deepEqual, type Operation } from '#domain/json';
import type { ObjectHistory } from './object-history.ts';

/** Whether what a change made was seen on the cluster. */
export type ClusterArrival =
  | { readonly kind: 'seen'; readonly version: number; readonly event: DocumentEvent }
  /** Not since: it was not sent, or was changed again before. */
  | { readonly kind: 'notSeen' }
  /** The change is what the cluster was found to have. */
  | { readonly kind: 'fromCluster' };

/** Readings of the cluster that are looked through at most. */
const READINGS_LIMIT = 1_000;

/** When a change of something live was first seen on the cluster; null for a document that no cluster has. */
export function clusterArrival({ scrubber, state }: ObjectHistory, version: number): ClusterArrival | null {
  const event = scrubber.nodeAt(version)?.event;
  const { mappingsAt } = state;
  const wanted = wantedAt({ body: scrubber.bodyAt(version), mappingsAt });
  if (event === undefined || wanted === null) return null;
  if (event.author.id === CLUSTER_AUTHOR.id || version === 1) return { kind: 'fromCluster' };
  const patch = event.patch.filter(({ path }) => path.startsWith(wanted));
  let readings = 0;
  for (let at = version; at <= scrubber.version && readings < READINGS_LIMIT; at++) {
    const seen = scrubber.nodeAt(at)?.event;
    if (seen === undefined || (at > version && seen.author.id !== CLUSTER_AUTHOR.id)) continue;
    readings++;
    const there = { body: scrubber.bodyAt(at), mappingsAt };
    if (patch.every((operation) => isOnCluster(operation, there))) return { kind: 'seen', version: at, event: seen };
  }
  return { kind: 'notSeen' };
}

function isOnCluster(operation: Operation, there: Parameters<typeof valueOnCluster>[0]): boolean {
  const value = valueOnCluster(there, operation.path);
  switch (operation.op) {
    case 'remove':
      return value === undefined;
    case 'move':
      return value !== undefined && valueOnCluster(there, operation.from) === undefined;
    default:
      return deepEqual(value, operation.value);
  }
}
