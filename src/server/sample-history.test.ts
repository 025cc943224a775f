import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { RouteAnswer } from '#domain/wire';
import { API_BASE, ROUTES } from '#domain/wire';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { buildApp } from './app.ts';
import { composeApi } from './composition.ts';
import { parseFlags } from './flags.ts';

type CalledId = 'samples.list' | 'trail.streams' | 'storage.get' | 'proof.checkpoint' | 'indices.refresh';

function dataFolder(): string {
  const folder = quickFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A server on a data folder, as long as `use` takes. */
async function served<Result>(
  dataDir: string,
  flags: readonly string[],
  use: (
    call: <Id extends CalledId>(id: Id, payload?: object) => Promise<RouteAnswer<Id>>,
    metrics: () => string,
  ) => Promise<Result>,
): Promise<Result> {
  const outcome = parseFlags(['--data-dir', dataDir, ...flags], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const onFailure = (error: unknown) => {
    throw error;
  };
  const composed = await composeApi(outcome.settings, { onFailure, onInvalidResponse: onFailure });
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api });
  try {
    return await use(
      async <Id extends CalledId>(id: Id, payload?: object) =>
        (
          await app.inject({
            method: ROUTES[id].method,
            url: `${API_BASE}${ROUTES[id].path}${id === 'trail.streams' ? '?author=ada' : ''}`,
            headers: { host: '127.0.0.1:7300', 'x-mapledger': '1' },
            ...(payload !== undefined && { payload }),
          })
        ).json<RouteAnswer<Id>>(),
      () => composed.metrics.format(),
    );
  } finally {
    await app.close();
    await composed.close();
  }
}

const CLUSTER = ['--cluster', 'http://127.0.0.1:9', '--sandbox'];
const countOf = (dataDir: string, flags: readonly string[] = []) =>
  served(dataDir, flags, async (call) => (await call('samples.list')).logs.length);

it('comes with a new data folder, stays over a restart, and is no part of the trail', async () => {
  const dataDir = dataFolder();
  const first = await served(dataDir, [], async (call, metrics) => {
    expect((await call('trail.streams')).streams).toEqual([]);
    expect(await call('storage.get')).toMatchObject({ streams: [], leaves: 0, names: 0 });
    expect(metrics()).toContain('mapledger_event_store_events 0\n');
    return call('samples.list');
  });
  expect(first.logs).toHaveLength(3);
  expect(await served(dataDir, [], (call) => call('samples.list'))).toEqual(first);
});

it('is not there beside a real cluster, nor later without it', async () => {
  const dataDir = dataFolder();
  expect(await countOf(dataDir, CLUSTER)).toBe(0);
  expect(await countOf(dataDir)).toBe(0);
});

it('is not made where something was recorded already', async () => {
  const dataDir = dataFolder();
  await served(dataDir, [], async (call) => {
    await call('indices.refresh', { indices: ['sandbox-products'] });
    expect((await call('trail.streams')).streams.length + (await call('storage.get')).leaves).toBeGreaterThan(0);
  });
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `sandbox.db${end}`), { force: true });
  expect(await countOf(dataDir)).toBe(0);
});
