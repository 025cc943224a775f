import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import Value from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ErrorBodySchema } from '#domain/console';
import { parseJson, type JsonObject } from '#domain/json';
import { ROUTES, type RouteId } from '#domain/wire';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { hostileRequests, plainRequest, type HostileRequest } from '../../tests/builders/hostile-requests.ts';
import { buildApp } from './app.ts';
import { composeApi } from './composition.ts';
import { parseFlags } from './flags.ts';

/**
 * Processor time of one request, client and all: a busy machine takes longer for it, but hardly spends more. Without limits the worst took 3 s at this
 * size, and one never ended. How long others wait is measured by the bench `stall`.
 */
const CPU_LIMIT_MS = 1_500;
/** Of a body, in characters. */
const SIZE = 1_000_000;
const TIMEOUT_MS = 300_000;
/** `ROUTE_SLICE=2/3` tries each third route, from the second one on. */
const [SLICE = 1, SLICES = 1] = (process.env['ROUTE_SLICE'] ?? '1/1').split('/').map(Number);
const TRIED = (Object.keys(ROUTES) as RouteId[]).filter((_, place) => place % SLICES === SLICE - 1);

const agent = new Agent({ keepAlive: true });
let port: number;
let close: () => Promise<void>;
const failures: unknown[] = [];

beforeAll(async () => {
  const dataDir = quickFolder();
  const outcome = parseFlags(['--data-dir', dataDir], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const {
    api,
    checkStorage,
    close: closeApi,
  } = await composeApi(outcome.settings, {
    onFailure: (error) => failures.push(error),
  });
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api, checkStorage });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  close = async () => {
    agent.destroy();
    await app.close();
    await closeApi();
    rmSync(dataDir, { recursive: true });
  };
});
afterAll(() => close());

interface Answer {
  readonly status: number;
  readonly text: string;
}

function send({ method, path, headers, pieces }: Omit<HostileRequest, 'what' | 'body'>): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const length = pieces?.reduce((sum, piece) => sum + piece.length, 0);
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: {
          'x-mapledger': '1',
          ...(length !== undefined && { 'content-type': 'application/json', 'content-length': length }),
          ...headers,
        },
      },
      (response) => {
        text(response).then((received) => resolve({ status: response.statusCode ?? 0, text: received }), reject);
      },
    );
    // A body that is refused by its length is not read: the connection is closed in the middle of it.
    sent.once('error', () => resolve(undefined));
    for (const piece of pieces ?? []) if (piece.length > 0) sent.write(piece);
    sent.end();
  });
}

const HEALTH = { method: 'GET', path: '/api/index_management/health', headers: {} };

it.each(TRIED)(
  'no request to %s costs much, fails the server or keeps others from it',
  async (id) => {
    // What a route loads when it is first asked is no cost of a request.
    await send(plainRequest(id));
    for (const hostile of hostileRequests(id, SIZE)) {
      const before = process.cpuUsage();
      const [answer, health] = await Promise.all([send(hostile), send(HEALTH)]);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000, hostile.what).toBeLessThan(CPU_LIMIT_MS);
      expect(health?.status).toBe(200);
      if (answer === undefined) continue;
      expect(answer.status, `${hostile.what}: ${answer.text.slice(0, 300)}`).not.toBe(500);
      if (answer.status < 400) continue;
      const error = parseJson(answer.text) as JsonObject;
      expect(Value.Check(ErrorBodySchema, error), hostile.what).toBe(true);
      // The request itself is repeated among the attributes, to be copied.
      expect(String(error['message']).length, hostile.what).toBeLessThan(20_000);
    }
    expect(failures).toEqual([]);
  },
  TIMEOUT_MS,
);
