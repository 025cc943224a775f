import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClusterCall, ClusterGateway } from '../../src/domain/index.ts';
import { embeddedEngine } from '../../src/server/embedded/embedded-engine.ts';
import { manyIndices } from '../../src/server/embedded/many-indices.ts';
import { memoryEngineStorage } from '../../src/server/embedded/storage.ts';
import { report, type Figure } from '../report.ts';
import { measureListRoute } from './list-route.ts';

const INDICES = 10_000;
/** Of the cluster's own answers (issue of the console, "Speed"). */
export const LIST_BUDGET = 1.3;
const now = () => '2026-11-21T03:10:08.123Z';

/** The embedded engine alone: each call under its number. */
async function serveAlone(engine: ClusterGateway, calls: readonly ClusterCall[]) {
  const server = createServer((request, response) => {
    void engine.send(calls[Number(request.url?.slice(1))] as ClusterCall).then(({ body }) => response.setHeader('content-type', 'application/json').end(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ask: () => Promise.all(calls.map(async (_call, index) => (await fetch(`${url}/${index}`)).text())),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The list of {@link INDICES} indices, in the embedded engine. */
export async function benchConsole(): Promise<readonly Figure[]> {
  let ids = 0;
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: { now }, ids: { next: () => `id-${(ids += 1)}` } });
  manyIndices(engine, INDICES);
  try {
    const { calls, indices, ...figures } = await measureListRoute(engine, (asked) => serveAlone(engine, asked));
    if (indices !== INDICES) throw new Error('That is not the list of all indices.');
    const figure: Figure = { what: 'the list of indices, over HTTP', against: `the ${calls} answers of the cluster alone`, ...figures, budget: LIST_BUDGET };
    return report(`${INDICES.toLocaleString('en')} indices in the embedded engine`, [figure]);
  } finally {
    engine.close();
  }
}
