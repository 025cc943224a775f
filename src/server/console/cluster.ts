import type { ClusterEntry, ClusterStatus } from '#domain/console';
import { pluginNames } from './capabilities.ts';
import type { Reasons } from './reasons.ts';
import type { ConsoleContext, HandlersOf } from './context.ts';

/** How a cluster is doing. Resolves for one that is down, too: that is a state of it. */
export type ReadClusterStatus = (context: ConsoleContext) => Promise<ClusterStatus>;

export function clusterHandlers(
  entries: readonly ClusterEntry[],
  readStatus: ReadClusterStatus,
  reasons: Reasons,
  hasSharedTrail: boolean,
): HandlersOf<'clusters.list' | 'cluster.get' | 'plugins.list'> {
  return {
    'clusters.list': async (_input, { isReadOnly }) => ({
      clusters: [...entries],
      isReadOnly,
      reasons,
      hasSharedTrail,
    }),
    'cluster.get': (_input, context) => readStatus(context),
    'plugins.list': async (_input, { cluster, signal }) => {
      return [...(await pluginNames(cluster.gateway, signal))];
    },
  };
}
