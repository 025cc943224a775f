import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceSecret } from '../../../tests/builders/device-secret.ts';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { sampleHistory } from '../../../tests/contracts/sample-history.ts';
import type { DocumentEvent } from '#domain/events';
import { parseJson } from '#domain/json';
import { DEVICE_HEADER } from '#domain/wire';
import { buildApp } from '../../server/app.ts';
import { composeApi } from '../../server/composition.ts';
import { parseFlags } from '../../server/flags.ts';
import { openDatabase } from '../../server/sqlite/database.ts';
import { lockFolder } from '../../server/sqlite/folder-lock.ts';
import { openSigningKey } from '../../server/proof/signing-key.ts';
import { sqliteEventStore } from '../../server/sqlite/sqlite-event-store.ts';
import { runCli } from '../test-terminal.ts';

const folder = quickFolder();
const dataDir = join(folder, 'data');
const backup = join(folder, 'backup.ndjson');
const fresh = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const { events } = sampleHistory();

async function withStore(
  dir: string,
  work: (store: ReturnType<typeof sqliteEventStore>) => Promise<void>,
): Promise<void> {
  mkdirSync(dir);
  const database = openDatabase(join(dir, 'server.db'));
  let salt = 0;
  const newSalt = () => String(salt++).padStart(32, '0');
  await work(sqliteEventStore(database, { now: () => '2026-11-22T10:00:00.000Z', newSalt }));
  database.close();
}

beforeAll(async () => {
  // Two streams that grew by turns.
  await withStore(dataDir, async (store) => {
    for (const [index, event] of events.entries())
      for (const stream of ['draft/a', 'draft/b'])
        await store.append(stream, index, [
          {
            ...event,
            id: `${event.id}${stream.at(-1) ?? ''}`,
            ...(event.undoes !== undefined && { undoes: `${event.undoes}${stream.at(-1) ?? ''}` }),
          },
        ]);
  });
  expect((await runCli(['export', '--data-dir', dataDir, '--output', backup])).code).toBe(0);
});

describe('export', () => {
  it('writes names and all records in the server’s order, which verify finds sound', async () => {
    const lines = readFileSync(backup, 'utf8').trimEnd().split('\n');
    const streams = lines.flatMap((line) => /"stream":"(draft\/.)"/.exec(line)?.[1] ?? []);
    expect(streams).toEqual(events.flatMap(() => ['draft/a', 'draft/b']));
    expect(lines.filter((line) => line.startsWith('{"name":'))).toHaveLength(2);
    const { code, out } = await runCli(['verify', backup]);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(`^${backup}: ${2 * events.length} events in 2 streams, nothing wrong\nNote: `),
    });
    expect((await runCli(['replay', backup, '--stream', 'draft/b'])).code).toBe(0);
    expect((await runCli(['blame', backup, '/properties', '--stream', 'draft/b'])).out).toMatch(/ ada /);
  });

  it('reads the folder while a server has it, and writes nothing there', async () => {
    const lock = lockFolder(dataDir);
    const { code, out } = await runCli(['export', '--data-dir', dataDir]);
    lock.close();
    expect({ code, out }).toEqual({ code: 0, out: readFileSync(backup, 'utf8') });
  });

  it('writes the streams of a prefix alone', async () => {
    const { out } = await runCli(['export', '--data-dir', dataDir, '--prefix', 'draft/b']);
    expect(out).not.toContain('"stream":"draft/a"');
    expect(out.match(/"stream":"draft\/b"/g)).toHaveLength(events.length);
    expect((await runCli(['verify', '-'], { stdin: out })).code).toBe(0);
  });

  it('never writes over a file', async () => {
    const before = readFileSync(backup, 'utf8');
    const { code, err } = await runCli(['export', '--data-dir', dataDir, '--output', backup]);
    expect({ code, err }).toEqual({
      code: 4,
      err: `mapledger export: ${backup} exists already. Choose another name.\n`,
    });
    expect(readFileSync(backup, 'utf8')).toBe(before);
  });

  it('leaves no file where it fails', async () => {
    const output = fresh('failed.ndjson');
    expect(await runCli(['export', '--data-dir', '/no/such', '--output', output])).toMatchObject({ code: 4 });
    expect(existsSync(output)).toBe(false);
  });

  it.each([
    [[], 2, /Choose one of --data-dir and --server/],
    [['--data-dir', 'x', '--server', 'http://localhost'], 2, /Choose one of/],
    [['--data-dir', '/no/such'], 4, /is not the data folder of a server/],
    [['--server', 'nowhere'], 2, /takes an address/],
    [['--server', 'http://127.0.0.1:9'], 4, /does not answer/],
  ])('refuses %j', async (flags, code, message) => {
    expect(await runCli(['export', ...flags])).toMatchObject({ code, out: '', err: expect.stringMatching(message) });
  });

  it('reads a running server by its address', async () => {
    const outcome = parseFlags(['--data-dir', fresh('served')], {});
    if (outcome.kind !== 'run') throw new Error('These settings are none.');
    const { api, close } = await composeApi(outcome.settings, { onFailure: () => undefined });
    const app = await buildApp({ host: '127.0.0.1', port: 0, allowedHosts: [], version: '1', clientDir: '/none', api });
    const address = await app.listen({ port: 0 });
    const appended = await app.inject({
      method: 'POST',
      url: '/api/index_management/trail/append',
      headers: {
        host: new URL(address).host,
        'x-mapledger': '1',
        [DEVICE_HEADER]: deviceSecret(),
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ stream: 'draft/mine', after: 0, events: events.slice(0, 1) }),
    });
    expect(appended.statusCode).toBe(200);
    const author = events[0]?.author.id ?? '';
    const env = { MAPLEDGER_DEVICE_SECRET: deviceSecret() };
    const { code, out } = await runCli(['export', '--server', address, '--author', author], { env });
    await app.close();
    await close();
    expect(code).toBe(0);
    expect(out).toMatch(/^\{"checkpoint":.*\n\{"proof":.*\n\{"name":.*\n\{"event":.*"stream":"draft\/mine"/);
    expect((await runCli(['verify', '-'], { stdin: out })).code).toBe(0);
  });
});

describe('a trail with what nobody decided', () => {
  const second = events[1] as DocumentEvent;

  /** A folder whose streams have an event each that was changed before the server sealed it, exported to a file. */
  async function exported(
    name: string,
    changes: Readonly<Record<string, Partial<DocumentEvent>>>,
  ): Promise<{ readonly faulty: string; readonly file: string }> {
    const [dir, faulty] = [fresh(name), fresh(`${name}.ndjson`)];
    await withStore(dir, async (store) => {
      for (const [stream, changed] of Object.entries(changes))
        await store.append(stream, 0, [
          events[0] as DocumentEvent,
          { ...second, ...changed },
          events[2] as DocumentEvent,
        ]);
    });
    expect((await runCli(['export', '--data-dir', dir, '--output', faulty])).code).toBe(0);
    return { faulty, file: readFileSync(faulty, 'utf8') };
  }

  it('is told of each stream, and restored byte for byte, with exit code 1 and the list', async () => {
    const { faulty, file } = await exported('lying', {
      'draft/a': { summary: 'x' },
      'draft/b': {},
      'draft/c': { type: 'y' },
    });
    const verified = await runCli(['verify', faulty]);
    expect(verified.code).toBe(1);
    expect(verified.out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/event 2 of "draft\/a": its summary "x" is not the one of its command/),
      expect.stringMatching(/event 2 of "draft\/c": it says that it is y/),
    ]);
    const imported = await runCli(['import', faulty, '--data-dir', fresh('restored-lying')]);
    expect(imported.code).toBe(1);
    expect(imported.err).toMatch(
      /9 events added[^]*Restored as it was: [^]*draft\/a[^]*Restored as it was: [^]*draft\/c/,
    );
    expect((await runCli(['export', '--data-dir', fresh('restored-lying')])).out).toBe(file);
  });

  it('of rules that nobody here has is unknown, with an exit code of its own', async () => {
    const { faulty } = await exported('newer', { 'draft/a': { rules: 99, summary: 'x' } });
    const { code, out } = await runCli(['verify', faulty]);
    expect([code, out]).toEqual([
      6,
      expect.stringMatching(/event 2 of "draft\/a": its command was decided by rules 99/),
    ]);
    expect((await runCli(['verify', faulty, '--json'])).out).toContain('"ok":false');
    expect((await runCli(['import', faulty, '--data-dir', fresh('restored-newer')])).code).toBe(6);
  });

  it('is not restored where a seal is broken behind it', async () => {
    const { file } = await exported('torn', { 'draft/a': { summary: 'x' } });
    const lines = file.trimEnd().split('\n');
    const torn = [...lines.slice(0, -1), (lines.at(-1) ?? '').replace('keyword', 'keywort')].join('\n');
    const into = fresh('restored-torn');
    expect(await runCli(['import', '-', '--data-dir', into], { stdin: `${torn}\n` })).toMatchObject({
      code: 3,
      err: expect.stringMatching(/event 3 of "draft\/a": its hash does not match/),
    });
    expect(existsSync(join(into, 'server.db'))).toBe(false);
  });
});

describe('verify', () => {
  const text = () => readFileSync(backup, 'utf8');

  it('names the first line that is wrong, and ends with 1', async () => {
    const lines = text().split('\n');
    const changed = lines.map((line, index) => (index === 7 ? line.replace('"summary":"', '"summary":"Not ') : line));
    const { code, out } = await runCli(['verify', '-'], { stdin: changed.join('\n') });
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(/^standard input: Line 8, event \d of "draft\/.": its hash/),
    });
    const { out: json } = await runCli(['verify', '-', '--json'], { stdin: changed.join('\n') });
    expect(parseJson(json)).toMatchObject({ ok: false, fault: { line: 8, version: 4, kind: 'seal' } });
  });

  it.each([
    ['a line that is missing', (lines: string[]) => lines.toSpliced(5, 1)],
    ['a line that comes twice', (lines: string[]) => lines.toSpliced(5, 0, lines[5] ?? '')],
    ['half of a line', (lines: string[]) => lines.toSpliced(5, 1, lines[5]?.slice(0, 40) ?? '')],
    ['a line of something else', (lines: string[]) => lines.toSpliced(5, 0, '{"hello":1}')],
  ])('finds %s', async (_what, change) => {
    const { code, out } = await runCli(['verify', '-'], { stdin: change(text().split('\n')).join('\n') });
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/^standard input: Line \d/) });
  });

  it('ends with 3 for what is no trail at all', async () => {
    expect(await runCli(['verify', '/no/such'])).toMatchObject({ code: 3 });
    expect(await runCli(['verify', '-'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('it holds no events'),
    });
    expect(await runCli(['verify', backup, '--checkpoint', backup])).toMatchObject({
      code: 3,
      err: expect.stringContaining('it holds no checkpoint'),
    });
  });
});

describe('fuzz --replay', () => {
  it('takes what export writes, from a file and from standard input, stream by stream', async () => {
    for (const [file, options, name] of [
      [backup, {}, backup],
      ['-', { stdin: readFileSync(backup) }, 'standard input'],
    ] as const) {
      const { code, out, err } = await runCli(['fuzz', '--replay', file], options);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toBe(`${name}, draft/a: everything holds\n${name}, draft/b: everything holds\n`);
    }
  });

  it('names the line of an export that is damaged', async () => {
    const lines = readFileSync(backup, 'utf8').split('\n');
    const damaged = lines.toSpliced(5, 1, lines[5]?.slice(0, 40) ?? '').join('\n');
    expect(await runCli(['fuzz', '--replay', '-'], { stdin: damaged })).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('standard input:6: '),
    });
  });
});

describe('every command that reads a trail', () => {
  const readers: readonly (readonly string[])[] = [
    ['verify', '-'],
    ['import', '-', '--data-dir', fresh('never')],
    ['replay', '-'],
    ['diff', '-', '--from', '0'],
    ['blame', '-', '/properties'],
    ['fuzz', '--replay', '-'],
  ];

  it.each(readers)('ends with 3 for what is none, and writes nothing: %s', async (...command) => {
    for (const stdin of [
      '{"properties":{}}\n',
      'hello\n',
      '',
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]),
      Buffer.from([0x1f, 0x8b, 8, 0]),
      Buffer.from('\ufeff{}', 'utf16le'),
    ]) {
      const { code, out, err } = await runCli(command, { stdin });
      expect({ code, out }).toEqual({ code: 3, out: '' });
      expect(err).toMatch(/^mapledger \w+: standard input/);
    }
    expect(existsSync(fresh('never'))).toBe(false);
  });
});

describe('an erased stream', () => {
  it('is exported as tombstones that verify, and imported again byte for byte', async () => {
    const erased = fresh('erased');
    expect((await runCli(['import', backup, '--data-dir', erased])).code).toBe(0);
    const database = openDatabase(join(erased, 'server.db'));
    const store = sqliteEventStore(database, { now: () => '2026-11-22T10:00:00.000Z', newSalt: () => '0'.repeat(32) });
    const at = '2026-11-22T11:00:00.000Z';
    store.erasures.mark([{ stream: 'draft/a', version: events.length, at, reason: 'OPS-1', author: 'ada' }]);
    while (store.erasures.removeSome(openSigningKey(join(erased, 'signing-key.pem'))));
    database.close();
    const { out } = await runCli(['export', '--data-dir', erased]);
    expect(out.match(/^\{"tombstone":/gm)).toHaveLength(events.length);
    expect((await runCli(['verify', '-'], { stdin: out })).out).toContain(
      `Erased, content not provable: ${events.length} events`,
    );
    expect((await runCli(['replay', '-', '--stream', 'draft/b'], { stdin: out })).code).toBe(0);
    const replayed = await runCli(['replay', '-', '--stream', 'draft/a'], { stdin: out });
    expect(replayed).toMatchObject({ code: 3, err: expect.stringContaining('event 1 of draft/a was erased') });

    const restored = fresh('erased-restored');
    for (const added of [2 * events.length, 0]) {
      const { err } = await runCli(['import', '-', '--data-dir', restored], { stdin: out });
      expect(err).toMatch(new RegExp(`^${added} events added`));
      expect((await runCli(['export', '--data-dir', restored])).out).toBe(out);
    }
    // A backup from before never brings back what was erased, and is never erased by one.
    const older = await runCli(['import', backup, '--data-dir', restored]);
    expect(older.err).toContain(`${events.length} events were left out: the folder has erased their streams`);
    expect((await runCli(['export', '--data-dir', restored])).out).toBe(out);
    const refused = await runCli(['import', '-', '--data-dir', dataDir], { stdin: out });
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('draft/a was erased there') });
  });
});

describe('import', () => {
  it('restores everything byte for byte, in the same order', async () => {
    const restored = fresh('restored');
    const { code, err } = await runCli(['import', backup, '--data-dir', restored]);
    expect({ code, err }).toEqual({
      code: 0,
      err: `${2 * events.length} events added, 0 were there already, in 2 streams\n`,
    });
    expect((await runCli(['export', '--data-dir', restored])).out).toBe(readFileSync(backup, 'utf8'));
    const again = await runCli(['import', backup, '--data-dir', restored]);
    expect(again.err).toBe(`0 events added, ${2 * events.length} were there already, in 2 streams\n`);
    expect((await runCli(['export', '--data-dir', restored])).out).toBe(readFileSync(backup, 'utf8'));
  });

  it('goes on where an import was interrupted', async () => {
    const half = fresh('half');
    const lines = readFileSync(backup, 'utf8').split('\n');
    const stdin = `${lines.slice(0, 9).join('\n')}\n`;
    expect((await runCli(['import', '-', '--data-dir', half], { stdin })).code).toBe(0);
    expect((await runCli(['import', backup, '--data-dir', half])).code).toBe(0);
    expect((await runCli(['export', '--data-dir', half])).out).toBe(readFileSync(backup, 'utf8'));
  });

  it('never writes over other events, and then writes nothing at all', async () => {
    const other = fresh('other');
    await withStore(other, async (store) => {
      await store.append('draft/b', 0, events.slice(0, 1));
    });
    const before = (await runCli(['export', '--data-dir', other])).out;
    const { code, err } = await runCli(['import', backup, '--data-dir', other]);
    expect({ code, err }).toEqual({
      code: 3,
      err: expect.stringContaining('has another event as version 1 of draft/b'),
    });
    expect((await runCli(['export', '--data-dir', other])).out).toBe(before);
  });

  it('refuses a file in which something is wrong before it touches the folder', async () => {
    const stdin = readFileSync(backup, 'utf8').replace('"summary":"', '"summary":"Not ');
    expect(await runCli(['import', '-', '--data-dir', fresh('untouched')], { stdin })).toMatchObject({
      code: 3,
      err: expect.stringMatching(/Line \d+, event 1/),
    });
    expect(await runCli(['export', '--data-dir', fresh('untouched')])).toMatchObject({ code: 4 });
  });

  it('refuses a folder that a server is using', async () => {
    const lock = lockFolder(dataDir);
    const { code, err } = await runCli(['import', backup, '--data-dir', dataDir]);
    lock.close();
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('Another Mapledger server is using') });
    expect(await runCli(['import', backup])).toMatchObject({ code: 2 });
    expect(await runCli(['import', '-', '--data-dir', fresh('none')])).toMatchObject({ code: 3 });
    expect(existsSync(fresh('none'))).toBe(false);
  });
});
