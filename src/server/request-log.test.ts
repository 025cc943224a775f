import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { buildApp, type AppOptions } from './app.ts';
import { composeApi, type Composed } from './composition.ts';
import { parseFlags } from './flags.ts';
import { testHost } from './test-client.ts';

const SECRETS = [
  'Pa55-in-header',
  'Pa55-in-cookie',
  'Pa55-in-body',
  'Pa55-in-query',
  'Pa55-of-cluster',
  'Pa55-in-host',
  'Pa55-in-device-Pa55-in-device-Pa55-in-device',
  'Pa55-in-operator',
];
const dataDir = quickFolder();
const lines: string[] = [];
let composed: Composed;
let app: FastifyInstance;

async function open(options: Partial<AppOptions>): Promise<FastifyInstance> {
  return buildApp({
    host: '127.0.0.1',
    port: 7300,
    allowedHosts: [],
    version: '1.2.3',
    clientDir: '/none',
    api: composed.api,
    log: { write: (line) => void lines.push(line) },
    ...options,
  });
}

beforeAll(async () => {
  // A cluster that nobody answers for.
  const flags = ['--cluster', 'http://127.0.0.1:9', '--username', 'ada', '--password', 'Pa55-of-cluster', '--sandbox'];
  const outcome = parseFlags(['--data-dir', dataDir, ...flags], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  composed = await composeApi(outcome.settings, {
    onFailure: (error, requestId) => app.log.error({ err: error, reqId: requestId }, 'A request failed.'),
  });
  app = await open({ logLevel: 'info' });
});
afterAll(async () => {
  await app.close();
  await composed.close();
  rmSync(dataDir, { recursive: true });
});

it('has one line of JSON for each request, with its id, route, status and duration', async () => {
  lines.length = 0;
  await app.inject({ url: '/api/index_management/health?x=1', headers: { host: testHost } });
  await app.inject({ url: '/api/index_management/health', headers: { host: testHost } });
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toHaveLength(2);
  expect(first).toMatchObject({
    level: 30,
    msg: 'Request answered',
    method: 'GET',
    route: '/api/index_management/health',
    path: '/api/index_management/health',
    status: 200,
    durationMs: expect.any(Number),
    remoteAddress: '127.0.0.1',
  });
  expect(first?.['reqId']).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.['reqId']).not.toBe(first?.['reqId']);
});

it('has no credentials on any route, wherever they were sent and whatever came of the request', async () => {
  lines.length = 0;
  for (const { method, url } of app.routeTable) {
    for (const cluster of [composed.clusters.entries[0]?.id ?? '', 'sandbox', 'none']) {
      for (const host of [testHost, 'user:Pa55-in-host@evil.example']) {
        const body = { username: 'ada', password: 'Pa55-in-body' };
        const hasBody = method !== 'GET' && method !== 'HEAD';
        await app.inject({
          method: method as 'GET',
          url: `${url.replace(/:\w+/g, 'x').replace('*', 'x')}?cluster=${cluster}&token=Pa55-in-query`,
          headers: {
            host,
            authorization: 'Basic Pa55-in-header',
            cookie: 'mapledger_session_sandbox=Pa55-in-cookie',
            'x-mapledger': '1',
            'x-mapledger-device': 'Pa55-in-device-Pa55-in-device-Pa55-in-device',
            ...(cluster === 'none' && { 'x-mapledger-operator': 'Pa55-in-operator' }),
            ...(hasBody && { 'content-type': 'application/json' }),
          },
          ...(hasBody && { payload: JSON.stringify(body) }),
        });
      }
    }
  }
  expect(lines.length).toBeGreaterThan(app.routeTable.length);
  const text = lines.join('');
  for (const secret of SECRETS) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(`ada:${secret}`).toString('base64'));
  }
});

it('has warnings and errors alone without a level', async () => {
  const quiet = await open({});
  lines.length = 0;
  await quiet.inject({ url: '/api/index_management/health', headers: { host: testHost } });
  expect(lines).toEqual([]);
  await quiet.close();
});
