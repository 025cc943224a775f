import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { composeApi } from './composition.ts';
import { parseFlags } from './flags.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteScratchStore } from './sqlite/sqlite-scratch-store.ts';

const NAME = 'mapledger-scratch-of-a-crash';

/** A server over a data folder, as it is started. */
async function start(dataDir: string, ...flags: readonly string[]) {
  const outcome = parseFlags(['--data-dir', dataDir, ...flags], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  return composeApi(outcome.settings, {
    onFailure: (error) => {
      throw error;
    },
  });
}

/** A folder of a server that was killed after it had created a scratch index on the sandbox. */
async function crashed(): Promise<string> {
  const dataDir = quickFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { clusters, close } = await start(dataDir);
  await clusters.open('sandbox').gateway.send({ method: 'PUT', path: [NAME], body: '{}' });
  await close();
  const database = openDatabase(join(dataDir, 'server.db'));
  await sqliteScratchStore(database).begin({ cluster: 'sandbox', name: NAME, createdAt: '2026-11-21T00:00:00.000Z' });
  database.close();
  return dataDir;
}

it('removes the scratch index of a server that was killed when it starts again', async () => {
  const dataDir = await crashed();
  const { clusters, close } = await start(dataDir);
  const exists = () =>
    clusters
      .open('sandbox')
      .gateway.send({ method: 'HEAD', path: [NAME] })
      .then(
        () => true,
        () => false,
      );
  await expect.poll(exists).toBe(false);
  await close();
  const database = openDatabase(join(dataDir, 'server.db'));
  expect(await sqliteScratchStore(database).list('sandbox')).toEqual([]);
  database.close();
});

it('removes nothing in read-only mode', async () => {
  const dataDir = await crashed();
  const { clusters, close } = await start(dataDir, '--read-only');
  await expect(clusters.open('sandbox').gateway.send({ method: 'HEAD', path: [NAME] })).resolves.toMatchObject({
    status: 200,
  });
  await close();
});
