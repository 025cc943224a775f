import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, ROUTES } from '#domain/wire';
import { consoleOver, recordedCluster } from '../../tests/builders/recording-gateway.ts';
import { metricsRegistry } from './metrics/registry.ts';
import { addRouteTable, type RouteEntry } from './route-table.ts';
import { appWithClient, sessionRoutesOver, testHost } from './test-client.ts';

let app: FastifyInstance;
let dispose: () => Promise<void>;

beforeAll(async () => {
  const cluster = recordedCluster();
  const { dispatch } = consoleOver(cluster);
  const session = sessionRoutesOver(cluster);
  ({ app, dispose } = await appWithClient({
    allowedHosts: ['Console.example.org'],
    metrics: { registry: metricsRegistry(), isPublic: true },
    api: { dispatch, openCluster: () => cluster, session },
  }));
});
afterAll(() => dispose());

function call(route: { method: string; url: string }, headers: Record<string, string>) {
  const url = route.url.replace(/:\w+/g, 'x').replace('*', 'x');
  // The table holds the names of methods that Fastify itself gave; the types of light-my-request 6.6 lack some.
  return app.inject({ method: route.method as 'GET', url, headers });
}

/** The routes and, beside them, what is no route: both must be guarded. */
function everyRoute(): RouteEntry[] {
  const none = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
    method,
    url: '/api/nothing/here',
    writes: false,
  }));
  return [...app.routeTable, ...none];
}

function changes({ method }: RouteEntry): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

describe('every route', () => {
  it('is in the table, with whether it writes', () => {
    expect(app.routeTable).toContainEqual({ method: 'GET', url: '/api/index_management/health', writes: false });
    expect(app.routeTable).toContainEqual({ method: 'GET', url: '/management/*', writes: false });
    expect(app.routeTable).toContainEqual({
      method: 'POST',
      url: '/api/index_management/indices/delete',
      writes: true,
    });
    for (const id of ['session.open', 'session.close'] as const) {
      const { method, path, writes } = ROUTES[id];
      expect(app.routeTable).toContainEqual({ method, url: `${API_BASE}${path}`, writes });
    }
  });

  it.each([
    'evil.example',
    'evil.example:7300',
    '127.0.0.1',
    '127.0.0.1:7301',
    '127.0.0.1.evil.example:7300',
    'localhost:7300@evil',
    '',
  ])('refuses the host "%s"', async (host) => {
    for (const route of everyRoute()) {
      const response = await call(route, { host, 'x-mapledger': '1' });
      expect([route.url, response.statusCode]).toEqual([route.url, 421]);
    }
  });

  it.each([testHost, 'localhost:7300', 'LOCALHOST:7300', '[::1]:7300', 'console.example.org'])(
    'answers to the host "%s"',
    async (host) => {
      for (const route of everyRoute()) {
        const response = await call(route, { host, 'x-mapledger': '1' });
        expect([route.url, response.statusCode]).not.toEqual([route.url, 421]);
      }
    },
  );

  it('takes a change only with our header', async () => {
    for (const route of everyRoute().filter(changes)) {
      for (const headers of [{}, { 'x-mapledger': '' }, { 'x-mapledger': '0' }]) {
        const response = await call(route, { host: testHost, ...headers });
        expect([route.url, response.statusCode]).toEqual([route.url, 403]);
      }
    }
  });

  it('takes a change only from its own origin, or from what is no page', async () => {
    for (const route of everyRoute().filter(changes)) {
      const statusFrom = async (origin: Record<string, string>) =>
        (await call(route, { host: testHost, 'x-mapledger': '1', ...origin })).statusCode;
      for (const origin of [
        'null',
        'http://evil.example',
        'http://127.0.0.1:7301',
        `http://${testHost}.evil.example`,
        testHost,
      ]) {
        expect([route.url, origin, await statusFrom({ origin })]).toEqual([route.url, origin, 403]);
      }
      expect(await statusFrom({ origin: `http://${testHost}` })).not.toBe(403);
      expect(await statusFrom({})).not.toBe(403);
    }
  });

  it('carries the policy and the other security headers, refused or not', async () => {
    for (const route of everyRoute()) {
      for (const host of [testHost, 'evil.example']) {
        const { headers } = await call(route, { host, 'x-mapledger': '1' });
        const policy = String(headers['content-security-policy']);
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("script-src 'self';");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toContain('unsafe');
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('camera=()'),
        });
        expect(headers).not.toHaveProperty('x-powered-by');
        expect(headers).not.toHaveProperty('server');
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });
});

describe('the registration of a route', () => {
  const handler = () => 'never called';

  it('throws when it is not said whether the route writes', () => {
    const bare = fastify();
    addRouteTable(bare);
    expect(() => bare.get('/silent', handler)).toThrow(/GET \/silent must say whether it writes/);
  });

  it('throws when a GET writes', () => {
    const bare = fastify();
    addRouteTable(bare);
    expect(() => bare.get('/eager', { config: { writes: true } }, handler)).toThrow(/must not write/);
  });

  it('lists what plugins register', async () => {
    const bare = fastify();
    addRouteTable(bare);
    await bare.register(
      (inner) => {
        inner.post('/inner', { config: { writes: true } }, handler);
        return Promise.resolve();
      },
      { prefix: '/api' },
    );
    expect(bare.routeTable).toEqual([{ method: 'POST', url: '/api/inner', writes: true }]);
  });
});

describe('once the server listens', () => {
  it('its real port counts, and its own address', async () => {
    const own = await appWithClient({ host: '127.0.0.2', port: 0 });
    try {
      const address = await own.app.listen({ host: '127.0.0.2', port: 0 });
      expect((await fetch(`${address}/api/index_management/health`)).status).toBe(200);
      const wrongPort = await own.app.inject({ url: '/api/index_management/health', headers: { host: '127.0.0.2:1' } });
      expect(wrongPort.statusCode).toBe(421);
    } finally {
      await own.dispose();
    }
  });
});
