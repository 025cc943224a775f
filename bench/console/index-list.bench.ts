import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClusterCall, ClusterGateway } from '../../src/domain/index.ts';
import { openClusters } from '../../src/server/cluster/clusters.ts';
import { readClusterStatus } from '../../src/server/cluster/cluster-status.ts';
import { memoryActionLog } from '../../src/server/console/action-log.ts';
import { consoleDispatcher } from '../../src/server/console/dispatch.ts';
import { consoleHandlers } from '../../src/server/console/handlers.ts';
import { memoryUsageStore } from '../../src/server/console/memory-usage-store.ts';
import { embeddedEngine } from '../../src/server/embedded/embedded-engine.ts';
import { manyIndices } from '../../src/server/embedded/many-indices.ts';
import { memoryEngineStorage } from '../../src/server/embedded/storage.ts';
import { buildApp } from '../../src/server/app.ts';
import { median } from '../measure.ts';
import { report, type Figure } from '../report.ts';

const INDICES = 10_000;
/** Of the cluster's own answers (issue of the console, "Speed"). */
const BUDGET = 1.3;
const ROUNDS = 15;
const WARM_UP = 5;
const now = () => '2026-11-21T03:10:08.123Z';

/** Keeps what was asked, so that the same can be asked of the cluster alone. */
function watched(gateway: ClusterGateway): { gateway: ClusterGateway; calls: ClusterCall[] } {
  const calls: ClusterCall[] = [];
  return { calls, gateway: { send: (call) => (calls.push(call), gateway.send(call)) } };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** The cluster alone, as anybody reaches it: each call under its number. */
async function serveAlone(engine: ClusterGateway, calls: readonly ClusterCall[]) {
  const server = createServer((request, response) => {
    const { signal: _, ...call } = calls[Number(request.url?.slice(1))] as ClusterCall;
    void engine.send(call).then(({ body }) => response.setHeader('content-type', 'application/json').end(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** The list of {@link INDICES} indices over HTTP, against the calls that it makes to the cluster, over HTTP too. */
export async function benchConsole(): Promise<readonly Figure[]> {
  let ids = 0;
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: { now }, ids: { next: () => `id-${(ids += 1)}` } });
  manyIndices(engine, INDICES);
  const { gateway, calls } = watched(engine);
  const clusters = openClusters([{ entry: { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' }, gateway }]);
  const dispatch = consoleDispatcher({
    handlers: consoleHandlers({ entries: clusters.entries, readStatus: readClusterStatus, usage: memoryUsageStore(now) }),
    actionLog: memoryActionLog(),
    isReadOnly: false,
    now,
    onFailure: (error) => {
      throw error;
    },
  });
  const api = { dispatch, openCluster: (_request: unknown, id: string | undefined) => clusters.open(id) };
  const app = await buildApp({ host: '127.0.0.1', port: 0, allowedHosts: [], version: '0', clientDir: '/nowhere', api });
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/index_management/indices`;
  const list = async () => {
    const text = await (await fetch(url)).text();
    if (text.length < INDICES * 100) throw new Error('That is not the list of all indices.');
  };
  try {
    await list();
    calls.length = 0;
    await list();
    const asked = [...calls];
    const alone = await serveAlone(engine, asked);
    const askAlone = () => Promise.all(asked.map(async (_call, index) => (await fetch(`${alone.url}/${index}`)).text()));
    const rounds: { floor: number; subject: number }[] = [];
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const floor = await timed(askAlone);
      const subject = await timed(list);
      if (round >= WARM_UP) rounds.push({ floor, subject });
    }
    alone.server.closeAllConnections();
    alone.server.close();
    const figure: Figure = {
      what: 'the list of indices, over HTTP',
      against: `the ${asked.length} answers of the cluster alone`,
      floorMs: median(rounds.map(({ floor }) => floor)),
      subjectMs: median(rounds.map(({ subject }) => subject)),
      ratio: median(rounds.map(({ subject, floor }) => subject / floor)),
      budget: BUDGET,
    };
    return report(`${INDICES.toLocaleString('en')} indices in the embedded engine`, [figure]);
  } finally {
    await app.close();
    engine.close();
  }
}
