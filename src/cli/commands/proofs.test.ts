import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceSecret } from '../../../tests/builders/device-secret.ts';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { sampleHistory } from '../../../tests/contracts/sample-history.ts';
import { parseJson, type JsonObject } from '#domain/json';
import { FIRST_HASH, seal } from '#domain/events';
import { formatLog, openLog, parseLog } from '#domain/log';
import { parseCheckpoint, type SignedCheckpoint } from '#domain/proof';
import { DEVICE_HEADER } from '#domain/wire';
import { buildApp } from '../../server/app.ts';
import { composeApi } from '../../server/composition.ts';
import { parseFlags } from '../../server/flags.ts';
import { openDatabase } from '../../server/sqlite/database.ts';
import { lockFolder } from '../../server/sqlite/folder-lock.ts';
import { sqliteEventStore } from '../../server/sqlite/sqlite-event-store.ts';
import { runCli } from '../test-terminal.ts';

const folder = quickFolder();
const dataDir = join(folder, 'data');
const published = join(folder, 'published.ndjson');
afterAll(() => rmSync(folder, { recursive: true }));

const { events } = sampleHistory();
const STREAMS = ['draft/a', 'draft/b', 'draft/bb'];

async function record(from: number, to: number): Promise<void> {
  const database = openDatabase(join(dataDir, 'server.db'));
  const store = sqliteEventStore(database, {
    now: () => '2026-11-22T10:00:00.000Z',
    newSalt: () => String(from).padStart(32, '0'),
  });
  for (const [index, event] of events.entries()) {
    if (index < from || index >= to) continue;
    for (const stream of STREAMS) {
      const appended = await store.append(stream, index, [event]);
      expect(appended.conflict).toBe(false);
    }
  }
  database.close();
}

beforeAll(async () => {
  mkdirSync(dataDir);
  await record(0, 4);
  const { code } = await runCli(['checkpoint', '--data-dir', dataDir, '--publish', published]);
  expect(code).toBe(0);
});

const linesOf = (text: string) => text.trimEnd().split('\n');

describe('checkpoint', () => {
  it('signs a data folder, prints the line and adds it to a file', async () => {
    const { code, out } = await runCli(['checkpoint', '--data-dir', dataDir]);
    expect(code).toBe(0);
    expect(out).toMatch(/^\{"checkpoint":\{"text":"mapledger checkpoint 1\\n/);
    // Nothing was recorded since.
    expect(readFileSync(published, 'utf8')).toBe(out);
    const { out: json } = await runCli(['checkpoint', '--data-dir', dataDir, '--json']);
    expect(parseJson(json)).toMatchObject({ size: 12, key: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  it.each([
    [[], 2, /Choose one of/],
    [['--data-dir', 'x', '--server', 'http://localhost'], 2, /Choose one of/],
    [['--data-dir', '/no/such'], 4, /is not the data folder of a server/],
    [['--server', 'http://127.0.0.1:9'], 4, /does not answer/],
    [['--data-dir', dataDir, '--publish-url', 'ftp://x'], 2, /begins with http/],
    [['--data-dir', dataDir, '--publish', '/no/such/file'], 4, /was not published to \/no\/such\/file/],
  ])('refuses %j', async (flags, code, message) => {
    expect(await runCli(['checkpoint', ...flags])).toMatchObject({ code, err: expect.stringMatching(message) });
  });

  it('leaves a folder alone that a server uses', async () => {
    const lock = lockFolder(dataDir);
    const ran = await runCli(['checkpoint', '--data-dir', dataDir]);
    lock.close();
    expect(ran).toMatchObject({ code: 4, out: '' });
  });
});

describe('export with proofs', () => {
  it('puts the newest checkpoint before the whole trail', async () => {
    const { out } = await runCli(['export', '--data-dir', dataDir]);
    expect(`${linesOf(out)[0]}\n`).toBe(readFileSync(published, 'utf8'));
    const verified = await runCli(['verify', '-', '--checkpoint', published], { stdin: out });
    expect(verified).toMatchObject({ code: 0, out: expect.not.stringContaining('Note: ') });
    // Told by the file itself, since the checkpoint comes first.
    const cut = `${linesOf(out).slice(0, -1).join('\n')}\n`;
    expect(await runCli(['verify', '-'], { stdin: cut })).toMatchObject({ code: 1 });
  });

  it('proves one stream by itself, which verify uses', async () => {
    const { out } = await runCli(['export', '--data-dir', dataDir, '--stream', 'draft/b']);
    expect(linesOf(out).map((line) => /^\{"([a-z]+)"/.exec(line)?.[1])).toEqual([
      ...['checkpoint', 'proof', 'name'],
      ...Array.from({ length: 4 }, () => 'event'),
    ]);
    const verified = await runCli(['verify', '-', '--checkpoint', published], { stdin: out });
    expect(verified).toMatchObject({ code: 0, out: expect.not.stringContaining('Note: ') });
    const cut = `${linesOf(out).slice(0, -1).join('\n')}\n`;
    expect(await runCli(['verify', '-'], { stdin: cut })).toMatchObject({
      code: 1,
      out: expect.stringContaining('of a proof: the event that it is about is not in the trail'),
    });
  });

  it('takes checkpoints of the keys alone that it is told', async () => {
    const { out } = await runCli(['export', '--data-dir', dataDir]);
    const { checkpoint } = JSON.parse(linesOf(out)[0] ?? '') as { readonly checkpoint: SignedCheckpoint };
    const own = parseCheckpoint(checkpoint.text)?.key ?? '';
    const verified = await runCli(['verify', '-', '--key', own], { stdin: out });
    expect(verified).toMatchObject({ code: 0, out: expect.not.stringContaining('Signed by key') });
    const other = '0123456789abcdef';
    expect(await runCli(['verify', '-', '--key', other], { stdin: out })).toMatchObject({
      code: 1,
      out: expect.stringContaining(`Line 1: the checkpoint is signed by another key, ${own}.`),
    });
    expect((await runCli(['verify', '-', '--key', other, '--key', own], { stdin: out })).code).toBe(0);
    for (const wrong of ['abc', '', own.toUpperCase(), `${own}0`])
      expect(await runCli(['verify', '-', '--key', wrong], { stdin: out })).toMatchObject({
        code: 2,
        err: expect.stringContaining('is not the ID of a key'),
      });
  });

  it('finds a stream that was made up and resealed as a whole', async () => {
    const { out } = await runCli(['export', '--data-dir', dataDir, '--stream', 'draft/b']);
    const others = linesOf(out).filter((line) => !line.startsWith('{"event"'));
    let prevHash = FIRST_HASH;
    const anew = openLog(
      parseLog(
        linesOf(out)
          .filter((line) => line.startsWith('{"event"'))
          .join('\n') + '\n',
      ),
    ).events.map(({ stream: _, version, ...event }) => {
      const sealed = seal(
        { ...event, format: 1, at: '2020-01-01T00:00:00.000Z' },
        { stream: 'draft/b', version, prevHash },
      );
      prevHash = sealed.hash;
      return sealed;
    });
    const stdin = `${others.filter((line) => !line.startsWith('{"name"')).join('\n')}\n${formatLog(anew)}`;
    expect(await runCli(['verify', '-'], { stdin })).toMatchObject({
      code: 1,
      out: expect.stringContaining('it does not match the checkpoint signed at'),
    });
  });

  it('proves a part of the streams, and counts what was recorded after the checkpoint', async () => {
    await record(4, 5);
    const { out } = await runCli(['export', '--data-dir', dataDir, '--prefix', 'draft/b']);
    expect(linesOf(out).filter((line) => line.startsWith('{"proof"'))).toHaveLength(2);
    const { code, out: words } = await runCli(['verify', '-', '--checkpoint', published], { stdin: out });
    expect({ code, words }).toEqual({ code: 0, words: expect.stringContaining('2 of 10 events') });
  });

  it('asks a running server for a checkpoint and for proofs', async () => {
    const outcome = parseFlags(['--data-dir', join(folder, 'served')], {});
    if (outcome.kind !== 'run') throw new Error('These settings are none.');
    const { api, close } = await composeApi(outcome.settings, { onFailure: () => undefined });
    const app = await buildApp({ host: '127.0.0.1', port: 0, allowedHosts: [], version: '1', clientDir: '/none', api });
    const address = await app.listen({ port: 0 });
    for (const stream of STREAMS) {
      const appended = await app.inject({
        method: 'POST',
        url: '/api/index_management/trail/append',
        headers: {
          host: new URL(address).host,
          'x-mapledger': '1',
          [DEVICE_HEADER]: deviceSecret(),
          'content-type': 'application/json',
        },
        payload: JSON.stringify({ stream, after: 0, events: events.slice(0, 2) }),
      });
      expect(appended.statusCode).toBe(200);
    }
    const author = events[0]?.author.id ?? '';
    const env = { MAPLEDGER_DEVICE_SECRET: deviceSecret() };
    const made = await runCli(['checkpoint', '--server', address]);
    const one = await runCli(['export', '--server', address, '--author', author, '--stream', 'draft/b'], { env });
    const all = await runCli(['export', '--server', address, '--author', author], { env });
    await app.close();
    await close();
    expect(made.code).toBe(0);
    expect(linesOf(one.out)[0]).toBe(made.out.trimEnd());
    expect(one.out).not.toContain('draft/bb');
    for (const [{ out }, count] of [
      [one, 1],
      [all, 3],
    ] as const) {
      expect(linesOf(out).filter((line) => line.startsWith('{"proof"'))).toHaveLength(count);
      const { code, out: words } = await runCli(['verify', '-'], { stdin: out });
      expect({ code, words }).toEqual({ code: 0, words: expect.not.stringContaining('Not covered') });
    }
  });
});

describe('export --ecs', () => {
  it('writes each event with the field names of the Elastic Common Schema', async () => {
    const { code, out } = await runCli(['export', '--data-dir', dataDir, '--stream', 'draft/a', '--ecs']);
    expect(code).toBe(0);
    const lines = linesOf(out).map((line) => parseJson(line) as JsonObject);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatchObject({
      '@timestamp': '2026-11-22T10:00:00.000Z',
      message: events[0]?.summary,
      event: { kind: 'event', action: events[0]?.type, id: events[0]?.id, created: events[0]?.at, sequence: 1 },
      user: { id: events[0]?.author.id, name: events[0]?.author.name },
      mapledger: { stream: 'draft/a', version: 1, is_recorded: true },
    });
  });
});

describe('verify --independent', () => {
  it('replays every stream by two libraries that are not ours', async () => {
    const { out: stdin } = await runCli(['export', '--data-dir', dataDir]);
    const { code, out } = await runCli(['verify', '-', '--independent'], { stdin });
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining('Replayed by fast-json-patch and jsonpatch: the same document in 3 streams'),
    });
    const { out: json } = await runCli(['verify', '-', '--independent', '--json'], { stdin });
    expect(parseJson(json)).toMatchObject({ ok: true, independent: { streams: 3, erased: 0 } });
  });
});
