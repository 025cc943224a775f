import type { TargetEngine } from '#domain/catalogue';
import { formatJson, type JsonValue } from '#domain/json';
import type { ClusterCall, ClusterGateway, HttpService } from '#domain/ports';
import { DEVICE_HEADER } from '#domain/wire';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { ulidSource } from '../../infra/platform.ts';
import { actionRights } from '../../server/actions/action-rights.ts';
import { codeHandlers } from '../../server/code/code-service.ts';
import { readClusterStatus } from '../../server/console/cluster-status.ts';
import type { RemoteCluster } from '../../server/cluster/remote-cluster.ts';
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
import { TEST_CLOCK as clock } from './test-clock.ts';

/** The whole server except for its socket, over an embedded engine in memory. */
export interface TestServer {
  readonly http: HttpService;
  readonly actionLog: ActionLog;
  /**
   * Sends a request to the engine itself, bypassing the server: `ask('PUT', ['logs'], { settings: {} })`. Resolves with
   * the text of the response.
   */
  ask(
    method: ClusterCall['method'],
    path: readonly string[],
    body?: JsonValue,
    query?: ClusterCall['query'],
  ): Promise<string>;
}

/** The secret that proves the authors of a test where a request has no other secret. */
const TEST_SECRET = 'the-secret-of-the-device-of-a-test';

interface TestServerOptions {
  readonly isReadOnly?: boolean;
  readonly reasons?: 'optional' | 'required';
  /** Whether documents are read, as with `--documents`. */
  readonly hasDocuments?: boolean;
  /** Placed between the server and the engine: to fail, to wait, or to record what is sent. */
  readonly between?: (engine: ClusterGateway) => ClusterGateway;
  /** The cluster says that it is a remote one of this engine, and answers as the sandbox does in all else. */
  readonly says?: TargetEngine;
  /** Another cluster of the configuration, whose id is `other`. */
  readonly other?: ClusterGateway;
}

/** An engine whose root answers with another version. */
function saying(engine: ClusterGateway, { distribution, version: number }: TargetEngine): ClusterGateway {
  const version = { number, ...(distribution === 'opensearch' && { distribution }) };
  return {
    send: (call) =>
      call.path.length === 0
        ? Promise.resolve({ status: 200, body: formatJson({ version, cluster_uuid: 'test' }) })
        : engine.send(call),
  };
}

function connectedTo(gateway: ClusterGateway): RemoteCluster {
  return { connect: () => gateway, close: async () => {} };
}

/** A server with an empty cluster, which is the only one unless another is given. */
export function testServer({
  isReadOnly = false,
  reasons = 'optional',
  hasDocuments = false,
  between = (engine) => engine,
  says,
  other,
}: TestServerOptions = {}): TestServer {
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock, ids: ulidSource() });
  const clusters = openClusters([
    says === undefined
      ? { entry: SANDBOX_ENTRY, gateway: between(engine) }
      : { entry: { ...SANDBOX_ENTRY, kind: 'remote' }, remote: connectedTo(between(saying(engine, says))) },
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
      plans: memoryPlans({ actionLog }),
      actions: memoryActions(actionLog),
      hasDocuments,
      scratch: memoryScratchIndices(clock.now),
      trail: trail.handlers,
      code: codeHandlers({
        ...{ store: memoryEventStore(), clock, ids: ulidSource() },
        maySee: actionRights(Date.now).maySee,
      }),
      reasons,
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
    async ask(method, path, body, query) {
      const call: ClusterCall = {
        ...{ method, path },
        ...(body !== undefined && { body: formatJson(body) }),
        ...(query !== undefined && { query }),
      };
      return (await engine.send(call)).body;
    },
  };
}
