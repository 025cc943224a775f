import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { monotonicFactory } from 'ulid';
import type { AppOptions } from './app.ts';
import { readClusterStatus } from './console/cluster-status.ts';
import type { Clusters } from './clusters/clusters.ts';
import { clustersOf } from './clusters/configured.ts';
import { consoleDispatcher, type DispatcherOptions } from './console/dispatch.ts';
import { consoleHandlers } from './console/handlers.ts';
import { embeddedEngine, type EmbeddedEngine } from './embedded/embedded-engine.ts';
import { sampleData } from './embedded/sample-data.ts';
import { sqliteEngineStorage } from './embedded/sqlite-storage.ts';
import type { Settings } from './flags.ts';
import { openClusterFor } from './session-routes.ts';
import { memorySessions } from './sessions.ts';
import { signInLimit } from './sign-in-limit.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteActionLog } from './sqlite/sqlite-action-log.ts';
import { sqliteUsageStore } from './sqlite/sqlite-usage-store.ts';

export interface Composed {
  readonly clusters: Clusters;
  readonly api: NonNullable<AppOptions['api']>;
  /** Ends the ways to the clusters and closes the files; nothing may be asked any more. */
  close(): Promise<void>;
}

/**
 * Everything behind the routes, as the settings ask for it.
 * @throws Error where the data folder can't be written to, or holds what is no data of this server
 */
export async function composeApi(
  settings: Settings,
  listeners: Pick<DispatcherOptions, 'onFailure' | 'onInvalidResponse'>,
): Promise<Composed> {
  const { dataDir, isReadOnly, secureCookies } = settings;
  const now = () => new Date().toISOString();
  // What was done to clusters, and how, is for the user of this server alone.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = openDatabase(join(dataDir, 'server.db'));
  const sandbox = settings.hasSandbox ? await openSandbox(join(dataDir, 'sandbox.db'), now) : undefined;
  const clusters = clustersOf(settings.clusters, sandbox);
  const sessions = memorySessions(Date.now);
  const handlers = consoleHandlers({
    entries: clusters.entries,
    readStatus: readClusterStatus,
    usage: sqliteUsageStore(database, now),
  });
  const dispatch = consoleDispatcher({ handlers, actionLog: sqliteActionLog(database), isReadOnly, now, ...listeners });
  return {
    clusters,
    api: {
      dispatch,
      openCluster: (request, id) => openClusterFor(request, id, { clusters, sessions }),
      session: { clusters, sessions, limit: signInLimit(Date.now), secureCookies },
    },
    async close() {
      await clusters.close();
      sandbox?.close();
      database.close();
    },
  };
}

async function openSandbox(file: string, now: () => string): Promise<EmbeddedEngine> {
  const nextId = monotonicFactory();
  const engine = embeddedEngine({ storage: sqliteEngineStorage(file), clock: { now }, ids: { next: () => nextId() } });
  await sampleData(engine);
  return engine;
}
