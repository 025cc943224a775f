import { formatJson, type JsonValue } from '#domain/json';
import type { ClusterCall, ClusterGateway, HttpService } from '#domain/ports';
import { ulidSource } from '../../infra/ulid-source.ts';
import { readClusterStatus } from '../../server/console/cluster-status.ts';
import { openClusters, SANDBOX_ENTRY } from '../../server/clusters/clusters.ts';
import { memoryActionLog, type ActionLog } from '../../server/console/action-log.ts';
import { consoleDispatcher } from '../../server/console/dispatch.ts';
import { consoleHandlers } from '../../server/console/handlers.ts';
import { localHttpService } from '../../server/console/local-http.ts';
import { memoryUsageStore } from '../../server/console/memory-usage-store.ts';
import { embeddedEngine } from '../../server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../server/embedded/storage.ts';

/** The whole server but for its socket, over an embedded engine in memory. */
export interface TestServer {
  readonly http: HttpService;
  readonly actionLog: ActionLog;
  /** Asks the engine itself, past the server: `ask('PUT', ['logs'], { settings: {} })`. Resolves with the text of the answer. */
  ask(method: ClusterCall['method'], path: readonly string[], body?: JsonValue): Promise<string>;
}

const clock = { now: () => '2026-11-21T03:10:08.123Z' };

interface TestServerOptions {
  readonly isReadOnly?: boolean;
  /** Stands between the server and the engine: to fail, to wait, to see what is sent. */
  readonly between?: (engine: ClusterGateway) => ClusterGateway;
}

/** A server with an empty cluster, which is the only one. */
export function testServer({ isReadOnly = false, between = (engine) => engine }: TestServerOptions = {}): TestServer {
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock, ids: ulidSource() });
  const clusters = openClusters([{ entry: SANDBOX_ENTRY, gateway: between(engine) }]);
  const actionLog = memoryActionLog();
  const dispatch = consoleDispatcher({
    handlers: consoleHandlers({
      entries: clusters.entries,
      readStatus: readClusterStatus,
      usage: memoryUsageStore(clock.now),
    }),
    actionLog,
    isReadOnly,
    now: clock.now,
    onFailure: (error) => {
      throw error;
    },
  });
  return {
    http: localHttpService(dispatch, (id) => clusters.open(id)),
    actionLog,
    async ask(method, path, body) {
      return (await engine.send({ method, path, ...(body !== undefined && { body: formatJson(body) }) })).body;
    },
  };
}
