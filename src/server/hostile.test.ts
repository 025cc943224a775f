import Value from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ErrorBodySchema } from '#domain/console';
import { parseJson, type JsonObject } from '#domain/json';
import { ROUTES, type RouteId } from '#domain/wire';
import { hostileRequests } from '../../tests/builders/hostile-requests.ts';
import { listeningServer, type ListeningServer } from '../../tests/builders/listening-server.ts';

/** Of a body, in characters: beyond the limit of keys, or, where the run is not thorough, below it. */
const SIZE = process.env['THOROUGH'] === '1' ? 1_000_000 : 10_000;
const TIMEOUT_MS = 300_000;

let server: ListeningServer;

beforeAll(async () => {
  server = await listeningServer();
});
afterAll(() => server.close());

const HEALTH = { method: 'GET', path: '/api/index_management/health', headers: {} };

/** How long each holds up the others is measured by the bench `stall`. */
it.each(Object.keys(ROUTES) as RouteId[])(
  'no request to %s fails the server or keeps others from it',
  async (id) => {
    for (const hostile of hostileRequests(id, SIZE)) {
      const [answer, health] = await Promise.all([server.send(hostile), server.send(HEALTH)]);
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
