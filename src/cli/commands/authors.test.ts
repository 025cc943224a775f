import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { deviceSecret } from '../../../tests/builders/device-secret.ts';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import {
  fieldEvent,
  startEvent,
  trailClient,
  type TrailClient,
} from '../../../tests/crash/trail-server/trail-client.ts';
import { openLog } from '#domain/log';
import { parseRecoveryCode } from '#domain/wire';
import { buildApp } from '../../server/app.ts';
import { composeApi } from '../../server/composition.ts';
import { parseFlags } from '../../server/flags.ts';
import { runCli } from '../test-terminal.ts';

const ADA = { id: '01JADA', name: 'Ada', verified: false };
const BOB = { id: '01JBOB', name: 'Bob', verified: false };
const STREAM = 'draft/private';
const dataDir = quickFolder();
const restoredDir = quickFolder();
afterAll(() => [dataDir, restoredDir].forEach((folder) => rmSync(folder, { recursive: true })));

/** Does something with a server over a folder that is stopped then. */
async function withServer<Result>(
  folder: string,
  work: (clientOf: (secret: string) => TrailClient, address: string) => Promise<Result>,
): Promise<Result> {
  const outcome = parseFlags(['--data-dir', folder], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const { api, close } = await composeApi(outcome.settings, { onFailure: () => undefined });
  const app = await buildApp({ host: '127.0.0.1', port: 0, allowedHosts: [], version: '1', clientDir: '/none', api });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const result = await work((secret) => trailClient(Number(new URL(address).port), secret), address);
  await app.close();
  await close();
  return result;
}

it('rebinds an author by a code that is printed once, recorded, and used once', async () => {
  await withServer(dataDir, async (clientOf) => {
    const events = [startEvent(ADA, STREAM), fieldEvent(ADA, 1), fieldEvent(BOB, 1)];
    await clientOf(deviceSecret('lost')).append({ stream: STREAM, after: 0, events, author: ADA.id });
  });
  const rebind = (author: string) => runCli(['authors', 'rebind', author, '--data-dir', dataDir]);
  expect(await rebind('nobody')).toMatchObject({ code: 4, err: expect.stringContaining('no author nobody') as string });
  const { code, out } = await rebind(ADA.id);
  expect(code).toBe(0);
  const parsed = parseRecoveryCode(out);
  expect(parsed?.author).toBe(ADA.id);
  const bytes = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)).toString('latin1'));
  expect(bytes.some((text) => text.includes(parsed?.secret ?? '-'))).toBe(false);

  await withServer(dataDir, async (clientOf, address) => {
    const exported = (env: Readonly<Record<string, string>>) =>
      runCli(['export', '--server', address, '--author', ADA.id], { env });
    expect(await exported({})).toMatchObject({ code: 2, err: expect.stringMatching(/needs a proof/) as string });
    const MAPLEDGER_DEVICE_SECRET = deviceSecret('of the command');
    expect(await exported({ MAPLEDGER_DEVICE_SECRET })).toMatchObject({ code: 4, out: '' });
    const first = await exported({ MAPLEDGER_DEVICE_SECRET, MAPLEDGER_RECOVERY_CODE: out });
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('"stream":"draft/private"') as string });
    // What was imported for somebody stays so in the file.
    expect(first.out).toContain(`"importedBy":"${ADA.id}"`);
    expect((await runCli(['verify', '-'], { stdin: first.out })).code).toBe(0);
    expect(await exported({ MAPLEDGER_RECOVERY_CODE: out })).toMatchObject({ code: 4 });
    expect((await exported({ MAPLEDGER_DEVICE_SECRET })).code).toBe(0);
    const { records } = await clientOf(deviceSecret('anybody')).read({ stream: 'server/storage', author: 'x' });
    expect(openLog(records).events.map(({ command }) => command.payload)).toEqual([
      { restored: { author: ADA.id, by: 'rebind' } },
      { restored: { author: ADA.id, by: 'code' } },
    ]);
  });
});

it('a restored folder has the drafts private to their first authors, who claim their ids by what they hold', async () => {
  const { out } = await runCli(['export', '--data-dir', dataDir]);
  expect((await runCli(['import', '-', '--data-dir', restoredDir], { stdin: out })).code).toBe(0);
  const again = await runCli(['export', '--data-dir', restoredDir]);
  const linesOf = (text: string) => text.split('\n').filter((line) => !line.startsWith('{"checkpoint"'));
  expect(linesOf(again.out)).toEqual(linesOf(out));
  await withServer(restoredDir, async (clientOf) => {
    const client = clientOf(deviceSecret('of the command'));
    await expect(client.read({ stream: STREAM, author: ADA.id })).rejects.toMatchObject({ status: 403 });
    await expect(
      clientOf(deviceSecret('mallory')).append({ stream: STREAM, after: 3, events: [fieldEvent(ADA, 2)] }),
    ).rejects.toMatchObject({ status: 403 });
  });
});
