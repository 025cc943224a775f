import { once } from 'node:events';
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, ROUTES } from '#domain/wire';
import { consoleOver, recordedCluster } from '../../tests/builders/recording-gateway.ts';
import { metricsRegistry } from './metrics/registry.ts';
import { addRouteTable, type RouteEntry } from './route-table.ts';
import { addSecurity } from './security.ts';
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

  it('carries the headers of every answer, and those of documents only where a browser could run it, refused or not', async () => {
    for (const route of everyRoute()) {
      for (const host of [testHost, 'evil.example']) {
        const { headers, body } = await call(route, { host, 'x-mapledger': '1' });
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': expect.any(String),
        });
        for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
          expect(headers).not.toHaveProperty(name);
        const type = String(headers['content-type'] ?? (body === '' ? 'nothing' : 'not said'));
        expect(type).toMatch(/^(?:nothing|application\/json|text\/plain|text\/html|image\/svg[+]xml)(?:;|$)/);
        expect([route.url, documentHeadersOf(headers)]).toEqual([
          route.url,
          /html|svg/.test(type) ? DOCUMENT_HEADERS : [],
        ]);
      }
    }
  });
});

const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
];

function documentHeadersOf(headers: object): string[] {
  return DOCUMENT_HEADERS.filter((name) => Object.hasOwn(headers, name));
}

describe('what a browser opens as a document', () => {
  it.each(['/management/data/index_management/drafts', '/favicon.svg'])('has the policy: %s', async (url) => {
    const { statusCode, headers } = await app.inject({ url, headers: { host: testHost } });
    expect(statusCode).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it.each(['text/html', 'application/xhtml+xml', 'text/xml; charset=utf-8', 'image/x-new', 'TEXT/HTML'])(
    'has it by its type, whatever route it is of: %s',
    async (type) => {
      const bare = fastify();
      addSecurity(bare, { host: '127.0.0.1', port: 7300, allowedHosts: [] });
      bare.get('/', (_request, reply) => reply.type(type).send('<p>'));
      const { headers } = await bare.inject({ url: '/', headers: { host: testHost } });
      expect(documentHeadersOf(headers)).toEqual(DOCUMENT_HEADERS);
    },
  );

  it('is not what only pages load', async () => {
    const url = '/api/index_management/health';
    const { statusCode, headers } = await app.inject({ url, headers: { host: testHost } });
    expect([statusCode, documentHeadersOf(headers)]).toEqual([200, []]);
  });

  it('is no script, which as a worker can neither connect nor import', async () => {
    const { statusCode, headers } = await app.inject({
      url: '/assets/index-1a2b3c.js',
      headers: { host: testHost },
    });
    expect([statusCode, documentHeadersOf(headers)]).toEqual([200, ['content-security-policy']]);
    expect(headers['content-security-policy']).toBe("default-src 'none'");
  });

  it.each(['text/javascript', 'text/javascript; charset=utf-8', 'application/javascript'])(
    'is no script of any route: %s',
    async (type) => {
      const bare = fastify();
      addSecurity(bare, { host: '127.0.0.1', port: 7300, allowedHosts: [] });
      bare.get('/', (_request, reply) => reply.type(type).send('0'));
      const { headers } = await bare.inject({ url: '/', headers: { host: testHost } });
      expect(headers['content-security-policy']).toBe("default-src 'none'");
    },
  );
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

  /**
   * The most that an asset's and a response's headers may have together: they are sent with each file, uncompressed.
   */
  const MOST_HEADER_BYTES = 800;

  it('sends an asset and a response with few headers', async () => {
    const own = await appWithClient({ port: 0 });
    try {
      const { port } = new URL(await own.app.listen({ host: '127.0.0.1', port: 0 }));
      const sizes = ['/assets/index-1a2b3c.js', '/api/index_management/health'].map((path) =>
        headerBytes(Number(port), path),
      );
      const sum = (await Promise.all(sizes)).reduce((all, each) => all + each);
      expect(sum).toBeLessThan(MOST_HEADER_BYTES);
    } finally {
      await own.dispose();
    }
  });
});

/** Bytes before the body of an answer on a connection that stays open, as a browser asks for it. */
async function headerBytes(port: number, path: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept-encoding: br, gzip\r\n\r\n`);
  const [first]: Buffer[] = await once(socket, 'data');
  socket.destroy();
  const end = first?.indexOf('\r\n\r\n') ?? -1;
  expect(first?.toString()).toMatch(/^HTTP\/1.1 200 /);
  expect(end).toBeGreaterThan(0);
  return end;
}
