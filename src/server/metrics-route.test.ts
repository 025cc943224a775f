import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { sampleHistory } from '../../tests/contracts/sample-history.ts';
import { buildApp } from './app.ts';
import { composeApi, type Composed } from './composition.ts';
import { parseFlags } from './flags.ts';
import { countedEventStore } from './metrics/store-metrics.ts';
import { addProcessMetrics } from './metrics/process-metrics.ts';
import { metricsRegistry } from './metrics/registry.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteEventStore } from './sqlite/sqlite-event-store.ts';
import { appWithClient, testHost } from './test-client.ts';

const allowedHosts = ['console.example.org'];
const get = (app: FastifyInstance, url: string, options: InjectOptions = {}) =>
  app.inject({ url, ...options, headers: { host: testHost, ...options.headers } });

/** A line of the format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const LINE =
  /^(?:# HELP [a-z_:][a-z0-9_:]* .+|# TYPE [a-z_:][a-z0-9_:]* (?:counter|gauge|histogram)|[a-z_:][a-z0-9_:]*(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\})? -?[0-9.e+-]+)$/;

describe('/metrics of a server', () => {
  const dataDir = quickFolder();
  let composed: Composed;
  let app: FastifyInstance;
  beforeAll(async () => {
    const outcome = parseFlags(['--data-dir', dataDir], {});
    if (outcome.kind !== 'run') throw new Error('These settings are none.');
    composed = await composeApi(outcome.settings, { onFailure: () => undefined });
    const { api, metrics } = composed;
    addProcessMetrics(metrics, '1.2.3', 0).close();
    app = await buildApp({
      host: '127.0.0.1',
      port: 7300,
      allowedHosts,
      version: '1.2.3',
      clientDir: '/none',
      api,
      metrics: { registry: metrics, isPublic: false },
    });
  });
  afterAll(async () => {
    await app.close();
    await composed.close();
    rmSync(dataDir, { recursive: true });
  });

  it('has requests by route and status, durations, the store, the files, plans and the process', async () => {
    await get(app, '/api/index_management/health');
    await get(app, '/api/index_management/indices/some-name/mapping');
    await get(app, '/api/index_management/indices/another-name/mapping');
    await get(app, '/no/such/page');
    const { body, headers, statusCode } = await get(app, '/metrics');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const line of body.trimEnd().split('\n')) expect(line).toMatch(LINE);
    expect(body).toMatch(
      /^mapledger_http_requests_total\{method="GET",route="\/api\/index_management\/health",status="200"\} 1$/m,
    );
    expect(body).toMatch(/^mapledger_http_requests_total\{method="GET",route="none",status="404"\} \d+$/m);
    expect(body).toMatch(/^mapledger_http_request_duration_seconds_bucket\{.*le="\+Inf"\} \d+$/m);
    for (const name of [
      'mapledger_http_requests_in_flight',
      'mapledger_event_store_streams',
      'mapledger_event_store_events',
      'mapledger_plans_at_work',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(body).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(body).toMatch(/^mapledger_data_file_bytes\{file="server\.db"\} \d+$/m);
    expect(body).toMatch(/^mapledger_build_info\{version="1\.2\.3",node="[^"]+"\} 1$/m);
  });

  it('never has a name from a path as a label', async () => {
    for (const name of ['secret-index', 'x'.repeat(300), '"}', '%0a'])
      await get(app, `/api/index_management/indices/${name}`);
    // A method that the types of light-my-request 6.6 lack.
    const method: string = 'PROPFIND';
    await app.inject({ method: method as 'GET', url: '/metrics/x', headers: { host: testHost } });
    const { body } = await get(app, '/metrics');
    expect(body).not.toMatch(/secret-index|xxxx|another-name/);
    expect(new Set(body.match(/method="[^"]*"/g))).toEqual(new Set(['method="GET"', 'method="other"']));
  });

  it.each([
    ['another name of the server', { host: 'console.example.org' }, '127.0.0.1'],
    ['a proxy', { 'x-forwarded-for': '10.0.0.9' }, '127.0.0.1'],
    ['a proxy that names itself', { forwarded: 'for=10.0.0.9' }, '127.0.0.1'],
    ['another machine that says it is this one', {}, '10.0.0.9'],
  ])('is not answered to %s, unless that is asked for', async (_who, headers, remoteAddress) => {
    const response = await get(app, '/metrics', { headers, remoteAddress });
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('mapledger_http');
    expect(response.json()).toMatchObject({ message: expect.stringContaining('--metrics') });
    const open = await appWithClient({ allowedHosts, metrics: { registry: metricsRegistry(), isPublic: true } });
    expect((await get(open.app, '/metrics', { headers, remoteAddress })).statusCode).toBe(200);
    await open.dispose();
  });

  it('is not answered to a foreign Host in either case, and can’t be read by a foreign page', async () => {
    const open = await appWithClient({ metrics: { registry: metricsRegistry(), isPublic: true } });
    for (const each of [app, open.app]) {
      expect((await get(each, '/metrics', { headers: { host: 'evil.example' } })).statusCode).toBe(421);
      const { headers } = await get(each, '/metrics', { headers: { origin: 'https://evil.example' } });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
    await open.dispose();
  });

  it('counts what was refused too', async () => {
    await get(app, '/api/index_management/health', { headers: { host: 'evil.example' } });
    expect((await get(app, '/metrics')).body).toMatch(/route="\/api\/index_management\/health",status="421"\} 1$/m);
  });
});

it('counts appends by outcome, and the events in them', async () => {
  const folder = quickFolder();
  const database = openDatabase(join(folder, 'server.db'));
  const metrics = metricsRegistry();
  const store = countedEventStore(
    sqliteEventStore(database, { now: () => '2026-01-01T00:00:00.000Z', newSalt: () => '0'.repeat(32) }),
    metrics,
  );
  const { events } = sampleHistory();
  await store.append('draft/a', 0, events);
  await store.append('draft/a', 0, events);
  await store.record('draft/b', 0, events);
  await store.record('draft/b', 0, events);
  store.close();
  await expect(store.append('draft/a', 0, events)).rejects.toThrow();
  expect(metrics.format()).toMatch(/appends_total\{outcome="appended"\} 2\n/);
  expect(metrics.format()).toMatch(/appends_total\{outcome="repeated"\} 1\n/);
  expect(metrics.format()).toMatch(/appends_total\{outcome="conflict"\} 1\n/);
  expect(metrics.format()).toMatch(/appends_total\{outcome="failed"\} 1\n/);
  expect(metrics.format()).toContain(`events_appended_total ${2 * events.length}\n`);
  database.close();
  rmSync(folder, { recursive: true });
});
