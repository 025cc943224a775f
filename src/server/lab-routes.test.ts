import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { formatJson, type JsonValue } from '#domain/json';
import { API_BASE, ROUTES, type RouteAnswer, type RouteId } from '#domain/wire';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { sendJson, startServer } from './cluster/test-server.ts';
import { buildApp } from './app.ts';
import { composeApi } from './composition.ts';
import { parseFlags } from './flags.ts';

const HEADERS = { host: '127.0.0.1:7300', 'x-mapledger': '1' };

async function serve(dataDir: string, clusters: readonly object[], flags: readonly string[] = []) {
  const file = JSON.stringify({ clusters });
  const given = clusters.length === 0 ? [] : ['--clusters-file', '/clusters.json'];
  const outcome = parseFlags(['--data-dir', dataDir, ...given, ...flags], {}, () => file);
  if (outcome.kind !== 'run') throw new Error(JSON.stringify(outcome));
  const composed = await composeApi(outcome.settings, {
    onFailure: (error) => {
      throw error;
    },
    onInvalidResponse: (error) => {
      throw error;
    },
  });
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api });
  const send = async (id: RouteId, name = '', payload?: JsonValue) =>
    app.inject({
      method: ROUTES[id].method,
      url: `${API_BASE}${ROUTES[id].path.replace(':name', name)}`,
      headers: { ...HEADERS, ...(payload !== undefined && { 'content-type': 'application/json' }) },
      ...(payload !== undefined && { payload: formatJson(payload) }),
    });
  return {
    send,
    metrics: composed.metrics,
    async close() {
      await app.close();
      await composed.close();
    },
  };
}

function dataFolder(): string {
  const folder = quickFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('runs what the product has, keeps it over a restart, and replays', async () => {
  const folder = dataFolder();
  const first = await serve(folder, []);
  const offer = (await first.send('lab.get')).json<RouteAnswer<'lab.get'>>();
  expect(offer.targets.map(({ name }) => name)).toEqual(expect.arrayContaining(['laws', 'import', 'session']));
  expect(offer.clusters).toEqual([]);
  const started = await first.send('lab.start', '', { target: 'import', seed: 7, budget: { cases: 30 }, threads: 1 });
  const { id } = started.json<RouteAnswer<'lab.start'>>();
  const run = async () => (await first.send('lab.run', id)).json<RouteAnswer<'lab.run'>>();
  await expect.poll(async () => (await run()).state, { interval: 1 }).toBe('done');
  expect(await run()).toMatchObject({ target: 'import', seed: 7, cases: 30, failures: 0 });
  expect(first.metrics.format()).toContain('mapledger_fuzz_cases_total 30');
  expect((await first.send('lab.replay', '', { parts: ['{"x"', ':1}'] })).statusCode).toBe(400);
  await first.close();

  const second = await serve(folder, []);
  expect((await second.send('lab.runs')).json<RouteAnswer<'lab.runs'>>().runs).toMatchObject([{ id, state: 'done' }]);
  expect((await second.send('lab.resume', id)).statusCode).toBe(409);
  expect((await second.send('lab.remove', id)).statusCode).toBe(200);
  expect((await second.send('lab.run', id)).statusCode).toBe(404);
  await second.close();
});

it('starts nothing on a read-only server, and shows what is there', async () => {
  const { send, close } = await serve(dataFolder(), [], ['--read-only']);
  onTestFinished(close);
  for (const [id, body] of [
    ['lab.start', { target: 'import', budget: { cases: 1 }, threads: 1 }],
    ['lab.replay', { parts: ['{}'] }],
  ] as const) {
    const response = await send(id, '', body);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ attributes: { readOnly: true } });
  }
  expect((await send('lab.runs')).json()).toEqual({ runs: [] });
});

it('sends nothing to a cluster that is not marked, whatever a request says of it', async () => {
  const cluster = await startServer((response) => sendJson(response, 200, {}));
  const { send, close } = await serve(dataFolder(), [{ id: 'prod', url: cluster.url }]);
  onTestFinished(close);
  const { targets } = (await send('lab.get')).json<RouteAnswer<'lab.get'>>();
  for (const { name } of targets) {
    const response = await send('lab.start', '', {
      target: name,
      budget: { cases: 1 },
      threads: 1,
      scratchCluster: 'prod',
    });
    expect([400, 403]).toContain(response.statusCode);
  }
  const claimed = await send('lab.start', '', {
    target: 'import',
    budget: { cases: 1 },
    threads: 1,
    scratchCluster: 'prod',
    isScratch: true,
  });
  expect(claimed.statusCode).toBe(400);
  expect((await send('lab.runs')).json()).toEqual({ runs: [] });
  // The server looks what the cluster is when it starts.
  expect(cluster.seen.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
});

it('looks what a scratch cluster is before a run begins, and says why it can’t be used', async () => {
  const cluster = await startServer((response) =>
    sendJson(response, 503, { error: { reason: 'not today' }, status: 503 }),
  );
  const { send, close } = await serve(dataFolder(), [{ id: 'test', label: 'Test', url: cluster.url, scratch: true }]);
  onTestFinished(close);
  const { targets, clusters } = (await send('lab.get')).json<RouteAnswer<'lab.get'>>();
  expect(clusters).toEqual([{ id: 'test', label: 'Test' }]);
  const target = targets.find(({ needsCluster }) => needsCluster)?.name ?? '';
  const response = await send('lab.start', '', { target, budget: { cases: 1 }, threads: 1, scratchCluster: 'test' });
  expect(response.statusCode).toBe(424);
  expect(response.json<{ message: string }>().message).toMatch(/^Cluster "Test" can’t be used: /);
  expect((await send('lab.runs')).json()).toEqual({ runs: [] });
});
