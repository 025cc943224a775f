import Value from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ErrorBodySchema } from '#domain/console';
import { parseJson, type JsonObject } from '#domain/json';
import { ROUTES, type RouteId } from '#domain/wire';
import {
  collectGarbage,
  stretchFault,
  watchCpuStretches,
  type CpuStretches,
} from '../../tests/builders/cpu-stretches.ts';
import { hostileRequests, plainRequest } from '../../tests/builders/hostile-requests.ts';
import { listeningServer, type ListeningServer } from '../../tests/builders/listening-server.ts';

/**
 * Processor time of one request, client and all: a busy machine takes longer for it, but hardly spends more. Without
 * limits the worst took 3 s at this size, and one never ended. How long others wait is measured by the bench `stall`.
 */
const CPU_LIMIT_MS = 1_500;
/** Of a body, in characters. */
const SIZE = 1_000_000;
const TIMEOUT_MS = 300_000;
/** `ROUTE_SLICE=2/3` tries each third route, from the second one on. */
const [SLICE = 1, SLICES = 1] = (process.env['ROUTE_SLICE'] ?? '1/1').split('/').map(Number);
const TRIED = (Object.keys(ROUTES) as RouteId[]).filter((_, place) => place % SLICES === SLICE - 1);

let server: ListeningServer;
let stretches: CpuStretches;

beforeAll(async () => {
  server = await listeningServer();
  stretches = watchCpuStretches();
});
afterAll(async () => {
  stretches.stop();
  await server.close();
});

const HEALTH = { method: 'GET', path: '/api/index_management/health', headers: {} };

/** How often a request is sent again whose stretch was too long. */
const AGAIN = 3;

/**
 * What is wrong with the stretches of a request that was sent, each time that it is: a stretch in which garbage of many
 * requests is collected does not last.
 */
async function lastingFault(send: () => Promise<unknown>): Promise<string | null> {
  let fault = stretchFault(stretches.take());
  for (let left = AGAIN; fault !== null && left > 0; left--) {
    await collectGarbage();
    stretches.take();
    await send();
    fault = stretchFault(stretches.take());
  }
  return fault;
}

it.each(TRIED)(
  'no request to %s costs much, fails the server or keeps others from it',
  async (id) => {
    // What a route loads when it is first asked is no cost of a request.
    await server.send(plainRequest(id));
    await collectGarbage();
    for (const hostile of hostileRequests(id, SIZE)) {
      const send = () => Promise.all([server.send(hostile), server.send(HEALTH)]);
      stretches.take();
      const before = process.cpuUsage();
      const [answer, health] = await send();
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000, hostile.what).toBeLessThan(CPU_LIMIT_MS);
      expect(await lastingFault(send), hostile.what).toBeNull();
      expect(health?.status).toBe(200);
      if (answer === undefined) continue;
      expect(answer.status, `${hostile.what}: ${answer.text.slice(0, 300)}`).not.toBe(500);
      if (answer.status < 400) continue;
      const error = parseJson(answer.text) as JsonObject;
      expect(Value.Check(ErrorBodySchema, error), hostile.what).toBe(true);
      // The request itself is repeated among the attributes, to be copied.
      expect(String(error['message']).length, hostile.what).toBeLessThan(20_000);
    }
    expect(server.failures).toEqual([]);
  },
  TIMEOUT_MS,
);
