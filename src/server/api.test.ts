import type { FastifyInstance } from 'fastify';
import Value from 'typebox/value';
import { afterEach, describe, expect, it } from 'vitest';
import { ErrorBodySchema } from '#domain/console';
import { parseJson } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { API_BASE, ROUTES, type RouteContract, type RouteId } from '#domain/wire';
import { clusterError, consoleOver, recordedCluster, type Answering } from '../../tests/builders/recording-gateway.ts';
import { HANDLED, sampleInput, takesNames } from '../../tests/builders/route-samples.ts';
import { OPENAPI_PATH } from './openapi.ts';
import { appWithClient, sessionRoutesOver, testHost } from './test-client.ts';

const disposals: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(disposals.splice(0).map((dispose) => dispose()));
});

async function serverOver(answer?: Answering, isReadOnly = false) {
  const cluster = recordedCluster(answer);
  const { dispatch, failures } = consoleOver(cluster, { isReadOnly });
  const { app, dispose } = await appWithClient({
    api: { dispatch, openCluster: () => cluster, session: sessionRoutesOver(cluster) },
  });
  disposals.push(dispose);
  return { app, cluster, failures };
}

const ROUTE_IDS = Object.keys(ROUTES) as readonly RouteId[];
const headers = { host: testHost, 'x-mapledger': '1' };

function send(app: FastifyInstance, id: (typeof HANDLED)[number], name: string, payload?: string) {
  const { method, path } = ROUTES[id];
  const { query, body } = sampleInput(id, name);
  const url = `${API_BASE}${path.replace(':name', encodeURIComponent(name))}`;
  const text = payload ?? (body === undefined ? undefined : JSON.stringify(body));
  return app.inject({
    method,
    url,
    ...(query !== undefined && { query }),
    headers: text === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(text !== undefined && { payload: text }),
  });
}

const responses = (call: ClusterCall) => (call.path[0] === '_cat' ? '[]' : '{"acknowledged":true}');

describe('the server', () => {
  it('has every route of the contract in its table, and all of them write as it says', async () => {
    const { app } = await serverOver();
    for (const id of ROUTE_IDS) {
      const { method, path, writes } = ROUTES[id];
      expect(app.routeTable).toContainEqual({ method, url: `${API_BASE}${path}`, writes });
    }
  });

  it('refuses every writing route when it is read-only, and nothing reaches the cluster', async () => {
    const { app, cluster } = await serverOver(responses, true);
    for (const id of HANDLED.filter((route) => ROUTES[route].writes)) {
      const response = await send(app, id, 'logs');
      expect([id, response.statusCode]).toEqual([id, 403]);
      expect(Value.Check(ErrorBodySchema, response.json())).toBe(true);
    }
    expect(cluster.calls).toEqual([]);
  });

  it('answers a hostile name with an error, or sends it whole', async () => {
    const { app, cluster, failures } = await serverOver(responses);
    for (const id of HANDLED.filter(takesNames)) {
      for (const name of ['a/b', '..', 'a%2Fb', '*', 'a,b', '<script>', '__proto__', '💥', 'x'.repeat(10_000), '']) {
        const response = await send(app, id, name);
        expect([id, name, response.statusCode]).not.toEqual([id, name, 500]);
        if (response.statusCode >= 300) expect(Value.Check(ErrorBodySchema, response.json()), response.body).toBe(true);
      }
    }
    expect(failures).toEqual([]);
    for (const { method, path } of cluster.calls) {
      if (method !== 'GET' && method !== 'HEAD') expect(path.join('/')).not.toContain('*');
    }
  });

  it('takes a key __proto__ and long numbers as they are, and answers with them', async () => {
    const text = '{"__proto__":{"a":1},"n":9223372036854775807}';
    const { app, cluster } = await serverOver(({ method }) =>
      method === 'GET' ? `{"logs":{"mappings":${text}}}` : '{"acknowledged":true}',
    );
    expect((await send(app, 'mapping.update', 'logs', text)).json()).toEqual({ acknowledged: true });
    expect(cluster.changes()).toMatchObject([{ path: ['logs', '_mapping'], body: text }]);
    const response = await send(app, 'mapping.get', 'logs');
    expect(response.body).toBe(`{"mappings":${text}}`);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('says where a body is no JSON, and how large one may be', async () => {
    const { app, cluster } = await serverOver();
    const broken = await send(app, 'settings.update', 'logs', '{"a":1,}');
    expect(broken.json()).toMatchObject({
      statusCode: 400,
      attributes: { issues: [{ at: '/body, line 1, column 7', reason: expect.any(String) }] },
    });
    const long = await send(app, 'settings.update', 'logs', `{"${'x'.repeat(100_000)}":1}`);
    expect(long.json()).toMatchObject({
      statusCode: 400,
      message: 'Invalid JSON in the body. Line 1, column 2: A key or a string is longer than 100,000 characters.',
    });
    const large = await send(app, 'settings.update', 'logs', `"${'x'.repeat(8 * 1024 * 1024)}"`);
    expect(large.json()).toMatchObject({
      statusCode: 413,
      error: 'Payload Too Large',
      message: 'The body is larger than the limit of 8 MiB.',
    });
    expect(cluster.calls).toEqual([]);
  });

  it('answers a fault of the cluster with its cause', async () => {
    const { app } = await serverOver(() => clusterError('unreachable'));
    expect((await send(app, 'indices.list', 'logs')).json()).toMatchObject({
      statusCode: 502,
      attributes: { cause: 'unreachable', cluster: 'recorded' },
    });
  });

  it('sends a long list in pieces that are one JSON text', async () => {
    const rows = Array.from({ length: 1_234 }, (_, index) => ({
      index: `logs-${String(index).padStart(4, '0')}`,
      health: 'green',
    }));
    const { app } = await serverOver(({ path }) => (path[0] === '_cat' ? JSON.stringify(rows) : '{}'));
    const response = await send(app, 'indices.list', '');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const list = parseJson(response.body) as { name: string }[];
    expect(list.map(({ name }) => name)).toEqual(rows.map(({ index }) => index));
  });
});

describe('signing in and out', () => {
  const url = `${API_BASE}/session`;

  it.each([
    '',
    '{',
    '[]',
    '7',
    'null',
    '"text"',
    '{"username":"ada","username":"eve","password":"x"}',
    '{"__proto__":{"username":"ada","password":"x"}}',
    '{"username":["ada"],"password":"x"}',
    '{"username":"ada","password":"x","cluster":"http://evil.example"}',
    `{"apiKey":"${'x'.repeat(100_000)}"}`,
    '['.repeat(2_000),
  ])('does not take the body %.60s', async (payload) => {
    const { app, cluster } = await serverOver(responses);
    const response = await app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    });
    expect(response.statusCode).toBe(400);
    expect(Value.Check(ErrorBodySchema, response.json()), response.body).toBe(true);
    expect([cluster.calls, response.cookies]).toEqual([[], []]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'does not take %s, which a form of another page could send',
    async (type) => {
      const { app, cluster } = await serverOver(responses);
      const response = await app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': type },
        payload: '{"username":"ada","password":"x"}',
      });
      expect([response.statusCode, cluster.calls, response.cookies]).toEqual([415, [], []]);
    },
  );

  it.each([
    ['POST', '../etc'],
    ['POST', '__proto__'],
    ['DELETE', 'nowhere'],
    ['DELETE', '<script>'],
    ['POST', 'x'.repeat(5_000)],
  ] as const)('%s knows no cluster "%.20s"', async (method, id) => {
    const { app, cluster } = await serverOver(responses);
    const payload = method === 'POST' ? { username: 'ada', password: 'x' } : undefined;
    const response = await app.inject({
      method,
      url: `${url}?cluster=${encodeURIComponent(id)}`,
      headers,
      ...(payload !== undefined && { payload }),
    });
    expect([404, 400]).toContain(response.statusCode);
    expect(Value.Check(ErrorBodySchema, response.json()), response.body).toBe(true);
    expect([cluster.calls, response.cookies]).toEqual([[], []]);
  });
});

describe('numbers that are not written as their values say', () => {
  const MAPPINGS =
    '{"properties":{"a":{"type":"float","null_value":1.0,"fields":{"b":{"type":"double","null_value":-0.0}}}},"_meta":{"w":[1e3,1.10],"x":1E+2}}';

  it('reach the cluster as they came, in mappings and templates', async () => {
    const { app, cluster } = await serverOver((call) =>
      call.path[0] === '_component_template' && call.method === 'GET' ? clusterError('refused', 404) : responses(call),
    );
    await send(app, 'mapping.update', 'logs', MAPPINGS);
    await send(
      app,
      'component_templates.update',
      'c',
      `{"name":"c","version":1.0,"template":{"mappings":${MAPPINGS}}}`,
    );
    const sent = cluster.changes().map(({ body }) => body);
    expect(sent).toContain(MAPPINGS);
    expect(sent.join()).toContain(`"version":1.0`);
    expect(sent.join()).toContain(`"mappings":${MAPPINGS}`);
  });

  it('come from the cluster as it wrote them', async () => {
    const { app } = await serverOver(() => `{"logs":{"mappings":${MAPPINGS}}}`);
    const { body } = await send(app, 'mapping.get', 'logs');
    expect(body).toContain(MAPPINGS);
  });
});

describe('the description of the API', () => {
  it('has every route, with its input, its answer, errors and the header', async () => {
    const { app } = await serverOver();
    const document = (await app.inject({ url: OPENAPI_PATH, headers })).json();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Mapledger', version: '1.2.3' } });
    for (const id of ROUTE_IDS) {
      const contract: RouteContract = ROUTES[id];
      const operation =
        document.paths[`${API_BASE}${contract.path.replace(':name', '{name}')}`]?.[contract.method.toLowerCase()];
      expect(operation, id).toMatchObject({ operationId: id, tags: [contract.group], summary: contract.summary });
      expect(Object.keys(operation.responses).sort()).toEqual(['200', '400', '401', '403', '404', '4XX', '5XX']);
      const names = (operation.parameters ?? []).map((parameter: { name: string }) => parameter.name);
      if (contract.usesCluster) expect(names).toContain('cluster');
      if (contract.method !== 'GET') expect(names).toContain('x-mapledger');
      if (contract.path.includes(':name')) expect(names).toContain('name');
      if (contract.body !== undefined) expect(operation.requestBody.content['application/json'].schema).toBeDefined();
    }
  });
});
