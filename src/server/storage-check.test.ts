import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folderCheck } from './storage-check.ts';
import { appWithClient, testHost } from './test-client.ts';

const HEALTH = { url: '/api/index_management/health', headers: { host: testHost } };

it('health says when the data folder takes no writes, and when it does again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-'));
  let fault: string | undefined;
  const { app, dispose } = await appWithClient({ checkStorage: async () => fault });
  onTestFinished(async () => {
    await dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  expect((await app.inject(HEALTH)).json()).toEqual({ status: 'ok', version: '1.2.3' });
  fault = 'ENOSPC';
  const failing = await app.inject(HEALTH);
  expect([failing.statusCode, failing.json()]).toEqual([
    503,
    {
      statusCode: 503,
      error: 'Service Unavailable',
      message:
        'The data folder can’t be written to (ENOSPC). Changes to clusters are refused until it can. Free up disk space.',
      attributes: { status: 'failing', version: '1.2.3', fault: 'ENOSPC' },
    },
  ]);
  fault = undefined;
  expect((await app.inject(HEALTH)).statusCode).toBe(200);
});

it('a folder is written to, at most once in five seconds, and left as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let time = 0;
  const check = folderCheck(folder, () => time);
  expect(await check()).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  expect(await check()).toBeUndefined();
  time = 5_000;
  expect(await check()).toBe('ENOENT');
});
