import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Value from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ErrorBodySchema } from '#domain/console';
import { consoleOver, recordedCluster } from '../../tests/builders/recording-gateway.ts';
import { appWithClient } from './test-client.ts';

/** Where nothing drips, a server must not give up a connection however slow the machine is. */
const TIMEOUTS = {
  impatient: { requestMs: 600, headersMs: 300, checkMs: 50 },
  patient: { requestMs: 600_000, headersMs: 300_000, checkMs: 50 },
};
const ports = { impatient: 0, patient: 0 };
const disposals: (() => Promise<void>)[] = [];

beforeAll(async () => {
  for (const patience of ['impatient', 'patient'] as const) {
    const cluster = recordedCluster();
    const { dispatch } = consoleOver(cluster);
    const { app, dispose } = await appWithClient({
      timeouts: TIMEOUTS[patience],
      api: { dispatch, openCluster: () => cluster },
    });
    disposals.push(dispose);
    ports[patience] = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  }
});
afterAll(() => Promise.all(disposals.map((dispose) => dispose())));

/** Everything that the server sends on a connection until it closes it. */
async function untilClosed(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return received;
}

function open(patience: keyof typeof ports, text: string): Socket {
  const socket = connect(ports[patience], '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(text);
  return socket;
}

/** Sends a little again and again, as long as the connection is there. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => (socket.writable ? socket.write(text) : clearInterval(timer)), 20);
  socket.on('close', () => clearInterval(timer));
}

function expectError(response: string, status: number): void {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(head.toLowerCase()).toContain('content-type: application/json');
  const error = JSON.parse(body) as { statusCode: number };
  expect(Value.Check(ErrorBodySchema, error)).toBe(true);
  expect(error.statusCode).toBe(status);
}

describe('a connection', () => {
  const head = `POST /api/index_management/indices/close HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nx-mapledger: 1\r\ncontent-type: application/json\r\n`;
  const headOf = () => head.replace('PORT', String(ports.impatient));

  it('on which a body drips in is cut off', async () => {
    const socket = open('impatient', `${headOf()}content-length: 100000\r\n\r\n{`);
    drip(socket, ' ');
    expectError(await untilClosed(socket), 408);
  });

  it('on which headers drip in is cut off', async () => {
    const socket = open('impatient', 'GET / HTTP/1.1\r\n');
    drip(socket, 'x: y\r\n');
    expectError(await untilClosed(socket), 408);
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['an unknown method', 'EAT / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers beyond measure', `GET / HTTP/1.1\r\nhost: x\r\n${'a: '.padEnd(20_000, 'b')}\r\n\r\n`, 431],
  ])('with %s is answered as every error is', async (_what, text, status) => {
    expectError(await untilClosed(open('patient', text)), status);
  });
});
