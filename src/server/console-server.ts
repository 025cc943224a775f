import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ulid } from 'ulid';
import { buildApp, type AppOptions } from './app.ts';
import type { Clusters } from './cluster/clusters.ts';
import { statusReader } from './cluster/cluster-status.ts';
import { clustersOf } from './cluster/configured.ts';
import { consoleDispatcher } from './console/dispatch.ts';
import { clusterErrorBody } from './console/errors.ts';
import { consoleHandlers } from './console/handlers.ts';
import { embeddedEngine } from './embedded/embedded-engine.ts';
import { memoryEngineStorage } from './embedded/storage.ts';
import type { Settings } from './flags.ts';
import { openClusterFor } from './session-routes.ts';
import { memorySessions } from './sessions.ts';
import { signInLimit } from './sign-in-limit.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteActionLog } from './sqlite/sqlite-action-log.ts';
import { sqliteUsageStore } from './sqlite/sqlite-usage-store.ts';

export interface ConsoleServer {
  readonly app: FastifyInstance;
  readonly clusters: Clusters;
  close(): Promise<void>;
}

type ConsoleServerOptions = Settings & Pick<AppOptions, 'version' | 'clientDir'> & Required<Pick<AppOptions, 'log'>>;

/** The server as its settings say, but for its socket. @throws Error where its folder can't be written to */
export async function openConsoleServer(options: ConsoleServerOptions): Promise<ConsoleServer> {
  const { dataDir, isReadOnly, secureCookies, log } = options;
  const clock = { now: () => new Date().toISOString() };
  // What is known of clusters is for this user alone.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = openDatabase(join(dataDir, 'server.db'));
  const sandbox = options.hasSandbox ? embeddedEngine({ storage: memoryEngineStorage(), clock, ids: { next: ulid } }) : undefined;
  const clusters = clustersOf(options.clusters, sandbox);
  const sessions = memorySessions(Date.now);

  const handlers = consoleHandlers({ entries: clusters.entries, readStatus: statusReader(clusterErrorBody), usage: sqliteUsageStore(database, clock.now) });
  const dispatch = consoleDispatcher({
    handlers,
    actionLog: sqliteActionLog(database),
    isReadOnly,
    now: clock.now,
    onFailure: (error, requestId) => log.write(`${JSON.stringify({ level: 50, requestId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })}\n`),
  });
  const app = await buildApp({
    ...options,
    api: {
      dispatch,
      openCluster: (request, id) => openClusterFor(request, id, { clusters, sessions }),
      session: { clusters, sessions, limit: signInLimit(Date.now), secureCookies, describe: clusterErrorBody },
    },
  });
  return {
    app,
    clusters,
    async close() {
      await app.close();
      await clusters.close();
      sandbox?.close();
      database.close();
    },
  };
}
