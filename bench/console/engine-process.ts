/** The embedded engine with many indices in a process of its own, as a cluster is: `fork` it with their number; it sends its URL. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embeddedEngine } from '../../src/server/embedded/embedded-engine.ts';
import { manyIndices } from '../../src/server/embedded/many-indices.ts';
import { memoryEngineStorage } from '../../src/server/embedded/storage.ts';

let ids = 0;
const engine = embeddedEngine({
  storage: memoryEngineStorage(),
  clock: { now: () => '2026-11-21T03:10:08.123Z' },
  ids: { next: () => `id-${(ids += 1)}` },
});
manyIndices(engine, Number(process.argv[2]));

// Only reading calls come here.
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://engine.invalid');
  const path = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  response.setHeader('content-type', 'application/json');
  engine.send({ method: 'GET', path, query: Object.fromEntries(searchParams) }).then(
    ({ body }) => response.end(body),
    (error: unknown) =>
      response.writeHead(400).end(JSON.stringify({ error: { type: 'refused', reason: String(error) } })),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
// With the bench that has started it.
process.once('disconnect', () => process.exit());
