import { monotonicFactory } from 'ulid';
import type { AppOptions } from './app.ts';
import { readClusterStatus } from './cluster/cluster-status.ts';
import type { Clusters } from './cluster/clusters.ts';
import { clustersOf } from './cluster/configured.ts';
import { memoryActionLog } from './console/action-log.ts';
import { consoleDispatcher } from './console/dispatch.ts';
import { consoleHandlers } from './console/handlers.ts';
import { memoryUsageStore } from './console/memory-usage-store.ts';
import { embeddedEngine } from './embedded/embedded-engine.ts';
import { memoryEngineStorage } from './embedded/storage.ts';
import type { Settings } from './flags.ts';
import { openClusterFor } from './session-routes.ts';
import { memorySessions } from './sessions.ts';
import { signInLimit } from './sign-in-limit.ts';

export interface Composed {
  readonly clusters: Clusters;
  readonly api: NonNullable<AppOptions['api']>;
}

/** Everything behind the routes, as the settings ask for it. Failures of the server's own go to `onFailure` with the id of their request. */
export function composeApi(settings: Settings, onFailure: (error: unknown, requestId: string) => void): Composed {
  const { isReadOnly, secureCookies } = settings;
  const now = () => new Date().toISOString();
  const nextId = monotonicFactory();
  const sandbox = settings.hasSandbox ? embeddedEngine({ storage: memoryEngineStorage(), clock: { now }, ids: { next: () => nextId() } }) : undefined;
  const clusters = clustersOf(settings.clusters, sandbox);
  const sessions = memorySessions(Date.now);
  const handlers = consoleHandlers({ entries: clusters.entries, readStatus: readClusterStatus, usage: memoryUsageStore(now) });
  const dispatch = consoleDispatcher({ handlers, actionLog: memoryActionLog(), isReadOnly, now, onFailure });
  return {
    clusters,
    api: {
      dispatch,
      openCluster: (request, id) => openClusterFor(request, id, { clusters, sessions }),
      session: { clusters, sessions, limit: signInLimit(Date.now), secureCookies },
    },
  };
}
