import { formatJson, type JsonValue } from '#domain/json';
import type { ClusterCall, ClusterGateway, HttpService } from '#domain/ports';
import { DEVICE_HEADER } from '#domain/wire';
import { ulidSource } from '../../infra/ulid-source.ts';
import { readClusterStatus } from '../../server/console/cluster-status.ts';
import { openClusters, SANDBOX_ENTRY } from '../../server/clusters/clusters.ts';
import type { ActionLog } from '../../server/console/action-log.ts';
import { memoryActionLog, memoryActions } from './memory-actions.ts';
import { consoleDispatcher } from '../../server/console/dispatch.ts';
import { memoryPlans } from './memory-plans.ts';
import { memoryTrail } from './memory-trail.ts';
import { consoleHandlers } from '../../server/console/handlers.ts';
import { localHttpService } from '../../server/console/local-http.ts';
import { memoryScratchIndices } from '../../server/console/memory-scratch-store.ts';
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

/** By what the authors of a test are proved where a request has no other secret. */
const TEST_SECRET = 'the-secret-of-the-device-of-a-test';

interface TestServerOptions {
  readonly isReadOnly?: boolean;
  readonly reasons?: 'optional' | 'required';
  /** Stands between the server and the engine: to fail, to wait, to see what is sent. */
  readonly between?: (engine: ClusterGateway) => ClusterGateway;
  /** Another cluster of the configuration, whose id is `other`. */
  readonly other?: ClusterGateway;
}

/** A server with an empty cluster, which is the only one unless another is given. */
export function testServer({
  isReadOnly = false,
  reasons = 'optional',
  between = (engine) => engine,
  other,
}: TestServerOptions = {}): TestServer {
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock, ids: ulidSource() });
  const clusters = openClusters([
    { entry: SANDBOX_ENTRY, gateway: between(engine) },
    ...(other === undefined
      ? []
      : [{ entry: { id: 'other', label: 'Other', kind: 'sandbox' as const }, gateway: other }]),
  ]);
  const actionLog = memoryActionLog();
  const trail = memoryTrail(clusters.entries);
  const dispatch = consoleDispatcher({
    handlers: consoleHandlers({
      entries: clusters.entries,
      readStatus: readClusterStatus,
      usage: memoryUsageStore(clock.now),
      plans: memoryPlans(),
      actions: memoryActions(actionLog),
      scratch: memoryScratchIndices(clock.now),
      trail,
    }),
    actionLog,
    checkChanges: trail.checkChanges,
    recordSave: trail.recordSave,
    noteReading: trail.noteReading,
    vouched: trail.vouched,
    isReadOnly,
    reasons,
    onFailure: (error) => {
      throw error;
    },
  });
  const local = localHttpService(dispatch, (id) => clusters.open(id));
  return {
    http: {
      send: (request) => local.send({ ...request, headers: { [DEVICE_HEADER]: TEST_SECRET, ...request.headers } }),
    },
    actionLog,
    async ask(method, path, body) {
      return (await engine.send({ method, path, ...(body !== undefined && { body: formatJson(body) }) })).body;
    },
  };
}
