import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { monotonicFactory } from 'ulid';
import { errorText } from '#domain/json';
import type { AppOptions } from './app.ts';
import { readClusterStatus } from './console/cluster-status.ts';
import type { Clusters } from './clusters/clusters.ts';
import { clustersOf } from './clusters/configured.ts';
import { takingTurns } from './clusters/taking-turns.ts';
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
import { lockFolder } from './sqlite/folder-lock.ts';
import { DataError } from './sqlite/open-file.ts';
import { sqliteActionLog } from './sqlite/sqlite-action-log.ts';
import { sqliteUsageStore } from './sqlite/sqlite-usage-store.ts';
import { folderCheck, type StorageCheck } from './storage-check.ts';

export interface Composed {
  readonly clusters: Clusters;
  readonly api: NonNullable<AppOptions['api']>;
  readonly checkStorage: StorageCheck;
  /** Ends the ways to the clusters and closes the files; nothing may be asked any more. */
  close(): Promise<void>;
}

export interface ComposeListeners extends Pick<DispatcherOptions, 'onFailure' | 'onInvalidResponse'> {
  /** Told what a person should know of the data folder, though the server can go on. */
  readonly warn?: (line: string) => void;
}

/**
 * Everything behind the routes, as the settings ask for it.
 * @throws DataError where another server has the data folder, it can't be written to, or holds what is no data of this server
 */
export async function composeApi(settings: Settings, { warn, ...listeners }: ComposeListeners): Promise<Composed> {
  const { dataDir, isReadOnly, secureCookies } = settings;
  const now = () => new Date().toISOString();
  makeFolder(dataDir);
  const closings: (() => void)[] = [];
  const opened = <File extends { close(): void }>(file: File): File => {
    closings.unshift(() => file.close());
    return file;
  };
  const closeFiles = () => closings.splice(0).forEach((close) => close());
  try {
    opened(lockFolder(dataDir));
    const database = opened(openDatabase(join(dataDir, 'server.db'), warn));
    const sandbox = settings.hasSandbox ? opened(await openSandbox(join(dataDir, 'sandbox.db'), now, warn)) : undefined;
    const clusters = clustersOf(settings.clusters, sandbox && takingTurns(sandbox));
    const sessions = memorySessions(Date.now);
    const handlers = consoleHandlers({
      entries: clusters.entries,
      readStatus: readClusterStatus,
      usage: sqliteUsageStore(database, now),
    });
    const actionLog = sqliteActionLog(database);
    const dispatch = consoleDispatcher({ handlers, actionLog, isReadOnly, now, ...listeners });
    return {
      clusters,
      checkStorage: folderCheck(dataDir, Date.now),
      api: {
        dispatch,
        openCluster: (request, id) => openClusterFor(request, id, { clusters, sessions }),
        session: { clusters, sessions, limit: signInLimit(Date.now), secureCookies },
      },
      async close() {
        await clusters.close();
        closeFiles();
      },
    };
  } catch (error) {
    closeFiles();
    throw error;
  }
}

/** What was done to clusters, and how, is for the user of this server alone. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataError(
      `The data folder ${folder} can’t be created: ${errorText(error)}. Choose another with --data-dir.`,
      { cause: error },
    );
  }
}

async function openSandbox(
  file: string,
  now: () => string,
  warn: ((line: string) => void) | undefined,
): Promise<EmbeddedEngine> {
  const nextId = monotonicFactory();
  const engine = embeddedEngine({
    storage: sqliteEngineStorage(file, warn),
    clock: { now },
    ids: { next: () => nextId() },
  });
  await sampleData(engine);
  return engine;
}
