import type { ClusterEntry } from '#domain/console';

/** A cluster of the configuration; with its uuid where it reports one and could be reached. */
export interface KnownCluster extends Pick<ClusterEntry, 'id' | 'label'> {
  readonly uuid?: string;
}

/** The cluster that a stream names, by id or uuid. */
export function clusterCalled(name: string | undefined, clusters: readonly KnownCluster[]): KnownCluster | undefined {
  return name === undefined ? undefined : clusters.find(({ id, uuid }) => id === name || uuid === name);
}

/**
 * Whether two streams may be about one cluster: true unless it is known that they are not. A log may name none, and the
 * uuid of a cluster that is down, under which logs have it, is not known.
 */
export function mayBeSame(
  one: string | undefined,
  other: string | undefined,
  clusters: readonly KnownCluster[],
): boolean {
  if (one === undefined || other === undefined || one === other) return true;
  const [first, second] = [clusterCalled(one, clusters), clusterCalled(other, clusters)];
  if (first !== undefined && second !== undefined) return first.id === second.id;
  const known = first ?? second;
  return known !== undefined && known.uuid === undefined;
}
