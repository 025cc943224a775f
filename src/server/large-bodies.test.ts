import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_BASE, BODY_LIMITS, ROUTES, bodyKindOf, type RouteContract, type RouteId } from '#domain/wire';
import { listeningServer, type ListeningServer } from '../../tests/builders/listening-server.ts';

let server: ListeningServer;
beforeAll(async () => void (server = await listeningServer()));
afterAll(() => server.close());

const WITH_BODY = (Object.keys(ROUTES) as RouteId[]).filter((id) => (ROUTES[id] as RouteContract).body !== undefined);
const MEBIBYTE = Buffer.alloc(1024 * 1024, 32);

/**
 * Sends all of a request before it reads a word of the answer, as browsers do; rejects where the connection is reset.
 */
function sendAll(method: string, path: string, pieces: readonly Buffer[]): Promise<string> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${server.port}`,
    'x-mapledger: 1',
    'content-type: application/json',
    `content-length: ${length}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1').pause();
    socket.on('error', reject);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    pieces.forEach((piece, at) =>
      socket.write(piece, () => {
        if (at < pieces.length - 1) return;
        socket.once('data', (answer) => {
          socket.destroy();
          resolve(answer.toString());
        });
        socket.resume();
      }),
    );
  });
}

it.each(WITH_BODY)('a body that is too large for %s is answered, whenever the answer is read', async (id) => {
  const contract: RouteContract = ROUTES[id];
  const { maxBytes } = BODY_LIMITS[bodyKindOf(contract)];
  const pieces = Array.from({ length: Math.ceil(maxBytes / MEBIBYTE.length) + 8 }, () => MEBIBYTE);
  const path = `${API_BASE}${contract.path.replace(':name', 'x')}`;
  expect(await sendAll(contract.method, path, pieces)).toMatch(/^HTTP[/]1[.]1 413 /);
});
