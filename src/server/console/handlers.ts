import type { ClusterEntry } from '#domain/console';
import { aliases } from './aliases.ts';
import { clusterHandlers, type ReadClusterStatus } from './cluster.ts';
import { componentTemplates } from './component-templates.ts';
import type { Handlers } from './context.ts';
import { dataStreams } from './data-streams.ts';
import { indexActions } from './index-actions.ts';
import { indexMapping } from './index-mapping.ts';
import { indexSettings } from './index-settings.ts';
import { indexShards } from './index-shards.ts';
import { indexTemplates } from './index-templates.ts';
import { indices } from './indices.ts';
import { usageHandlers, type UsageStore } from './usage.ts';

export interface HandlerServices {
  /** The clusters of the configuration. */
  readonly entries: readonly ClusterEntry[];
  readonly readStatus: ReadClusterStatus;
  readonly usage: UsageStore;
}

/** What every route does. */
export function consoleHandlers({ entries, readStatus, usage }: HandlerServices): Handlers {
  return {
    ...clusterHandlers(entries, readStatus),
    ...indices,
    ...indexActions,
    ...indexSettings,
    ...indexMapping,
    ...indexShards,
    ...aliases,
    ...dataStreams,
    ...indexTemplates,
    ...componentTemplates,
    ...usageHandlers(usage),
  };
}
