import type { ClusterGateway, HttpService } from '../../domain/index.ts';
import { openClusters } from '../../server/cluster/clusters.ts';
import { statusReader } from '../../server/cluster/cluster-status.ts';
import { memoryActionLog, type ActionLog } from '../../server/console/action-log.ts';
import { consoleDispatcher } from '../../server/console/dispatch.ts';
import { clusterErrorBody } from '../../server/console/errors.ts';
import { consoleHandlers } from '../../server/console/handlers.ts';
import { localHttpService } from '../../server/console/local-http.ts';
import { memoryUsageStore } from '../../server/console/memory-usage-store.ts';
import { embeddedEngine } from '../../server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../server/embedded/storage.ts';

interface TestHttpOptions {
  readonly isReadOnly?: boolean;
  /** Stands between the server and the engine: to fail, to wait, to see what is sent. */
  readonly between?: (engine: ClusterGateway) => ClusterGateway;
}

export interface TestHttp extends HttpService {
  /** The cluster itself, behind whatever stands between: to prepare it, and to look at it. */
  readonly engine: ClusterGateway;
  readonly actionLog: ActionLog;
  /** What the server failed with by itself; a test that expects none looks here. */
  readonly failures: readonly unknown[];
}

/** The whole server over an empty cluster, in the page: what a screen sends is answered as the real one answers. */
export function testHttp({ isReadOnly = false, between = (engine) => engine }: TestHttpOptions = {}): TestHttp {
  const clock = { now: () => '2026-11-21T03:10:08.123Z' };
  let ids = 0;
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock, ids: { next: () => `id-${(ids += 1)}` } });
  const clusters = openClusters([{ entry: { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' }, gateway: between(engine) }]);
  const actionLog = memoryActionLog();
  const failures: unknown[] = [];
  const handlers = consoleHandlers({ entries: clusters.entries, readStatus: statusReader(clusterErrorBody), usage: memoryUsageStore(clock.now) });
  const dispatch = consoleDispatcher({ handlers, actionLog, isReadOnly, now: clock.now, onFailure: (error) => failures.push(error) });
  return { ...localHttpService(dispatch, (id) => clusters.open(id)), engine, actionLog, failures };
}
