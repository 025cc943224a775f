import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { memoryUsageStore } from '../console/memory-usage-store.ts';
import type { UsageStore } from '../console/usage.ts';
import { openDatabase, type ServerDatabase } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { memoryScratchStore } from '../console/memory-scratch-store.ts';
import type { ScratchStore } from '../console/scratch.ts';
import { memoryActionIndex } from '../actions/memory-action-index.ts';
import type { ActionEntry, ActionIndex } from '../actions/action-index.ts';
import { sqliteActionIndex } from './sqlite-action-index.ts';
import { sqliteScratchStore } from './sqlite-scratch-store.ts';
import { sqliteUsageStore } from './sqlite-usage-store.ts';

let folder: string;
let file: string;
let database: ServerDatabase;

beforeEach(() => {
  folder = quickFolder();
  file = join(folder, 'server.db');
  database = openDatabase(file);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** The same server, started again. */
function reopen(): void {
  database.close();
  database = openDatabase(file);
}

const now = () => '2026-11-21T10:00:00.000Z';
describe.each<[string, () => ScratchStore]>([
  ['memory', memoryScratchStore],
  ['SQLite', () => sqliteScratchStore(database)],
])('names of scratch indices (%s)', (_, open) => {
  it('are those of one cluster, until they end', async () => {
    const store = open();
    const index = { cluster: 'main', name: 'mapledger-scratch-a', createdAt: now() };
    await store.begin(index);
    await store.begin({ ...index, cluster: 'other' });
    await store.begin({ ...index, name: 'mapledger-scratch-b' });
    await store.end('main', 'mapledger-scratch-b');
    await store.end('main', 'never');
    expect(await store.list('main')).toEqual([index]);
    expect(await store.list('third')).toEqual([]);
  });
});

it('keeps the name of a scratch index over a restart', async () => {
  await sqliteScratchStore(database).begin({ cluster: 'main', name: 'mapledger-scratch-a', createdAt: now() });
  reopen();
  expect(await sqliteScratchStore(database).list('main')).toHaveLength(1);
});

describe.each<[string, () => ActionIndex]>([
  ['memory', memoryActionIndex],
  ['SQLite', () => sqliteActionIndex(database)],
])('an index of actions in %s', (_where, open) => {
  const entry = (id: string, rest: Partial<ActionEntry> = {}): ActionEntry => ({
    cluster: 'main',
    id,
    version: 1,
    route: 'indices.delete',
    state: 'open',
    names: ['a', '__proto__'],
    ...rest,
  });

  it('finds actions by what they are about, the newest first', async () => {
    const index = open();
    await index.put(entry('1'));
    await index.put(entry('2', { cluster: 'other' }));
    await index.put(entry('3', { route: 'indices.open', names: ['\ud800'] }));
    await index.put(entry('4', { names: [] }));
    await index.put(entry('4', { names: [], version: 2, state: 'done' }));
    const found = async (query: Partial<Parameters<ActionIndex['find']>[0]>) =>
      (await index.find({ limit: 10, ...query })).map(({ id }) => id).join('');
    expect(await found({})).toBe('4321');
    expect(await found({ limit: 2 })).toBe('43');
    expect(await found({ cluster: 'main' })).toBe('431');
    expect(await found({ before: '3' })).toBe('21');
    expect(await found({ from: '3' })).toBe('43');
    expect(await found({ route: 'indices.open' })).toBe('3');
    expect(await found({ state: 'open', cluster: 'main' })).toBe('31');
    expect(await found({ name: '__proto__' })).toBe('21');
    expect(await found({ name: '\ud800' })).toBe('3');
    expect(await found({ name: "a' OR 1=1 --" })).toBe('');
    expect([await index.count(), await index.count('other')]).toEqual([4, 1]);
    await index.put(entry('0', { state: 'failed' }));
    expect(await index.endedBefore('5', 9)).toEqual([
      { cluster: 'main', id: '0' },
      { cluster: 'main', id: '4' },
    ]);
    expect([await index.endedBefore('4', 9), await index.endedBefore('5', 1)]).toEqual([
      [{ cluster: 'main', id: '0' }],
      [{ cluster: 'main', id: '0' }],
    ]);
    expect(await index.versions()).toEqual(
      new Map([
        ['action/main/1', 1],
        ['action/other/2', 1],
        ['action/main/3', 1],
        ['action/main/4', 2],
        ['action/main/0', 1],
      ]),
    );
  });
});

describe.each<[string, () => UsageStore]>([
  ['memory', () => memoryUsageStore(now)],
  ['SQLite', () => sqliteUsageStore(database, now)],
])('usage in %s', (_where, open) => {
  it('is added up', async () => {
    const store = open();
    const uiCounter = { a: { key: 'a', appName: 'index_management', eventName: '__proto__', type: 'click', total: 2 } };
    const application_usage = {
      b: { appId: 'index_management', viewId: 'main', minutesOnScreen: 1.5, numberOfClicks: 3 },
    };
    const userAgent = { c: { key: 'c', appName: 'index_management', userAgent: 'a browser' } };
    await store.add({ reportVersion: 3, uiCounter, application_usage, userAgent });
    await store.add({ reportVersion: 3, uiCounter, application_usage });
    await store.add({ reportVersion: 3 });
    expect(await store.totals()).toEqual({
      uiCounter: [{ appName: 'index_management', eventName: '__proto__', type: 'click', total: 4, lastAt: now() }],
      userAgent: [{ appName: 'index_management', userAgent: 'a browser', lastAt: now() }],
      application_usage: [{ appId: 'index_management', viewId: 'main', minutesOnScreen: 3, numberOfClicks: 6 }],
    });
  });
});

describe('the file of the server', () => {
  it('keeps actions and usage over a restart', async () => {
    await sqliteActionIndex(database).put({
      ...{ cluster: 'main', id: '1', version: 1 },
      ...{ route: 'indices.delete', state: 'open', names: ['logs'] },
    });
    await sqliteUsageStore(database, now).add({
      reportVersion: 3,
      uiCounter: { a: { key: 'a', appName: 'x', eventName: 'y', type: 'z', total: 1 } },
    });
    reopen();
    expect(await sqliteActionIndex(database).find({ name: 'logs', limit: 10 })).toHaveLength(1);
    expect((await sqliteUsageStore(database, now).totals()).uiCounter).toHaveLength(1);
  });

  it('is written through to the disk', () => {
    expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
  });

  it('of a newer server, and one that is no database, is refused and left as it is', () => {
    database.exec('PRAGMA user_version = 99');
    expect(() => reopen()).toThrow('newer version');
    const other = join(folder, 'other.db');
    writeFileSync(other, 'no database at all, but a text that is longer than a header would be '.repeat(20));
    expect(() => openDatabase(other)).toThrow(/not a database/);
    database = openDatabase(join(folder, 'third.db'));
  });

  it('that is damaged is named, with what to do', () => {
    const damaged = join(folder, 'damaged.db');
    const other = new Database(damaged);
    other.exec('CREATE TABLE many (text TEXT)');
    other.exec('INSERT INTO many SELECT hex(randomblob(1000)) FROM generate_series(1, 100)');
    other.close();
    const bytes = readFileSync(damaged);
    // The first page is whole, and says that there are more.
    writeFileSync(damaged, bytes.fill(7, 8_192, 40_960));
    expect(() => openDatabase(damaged)).toThrow(
      /damaged\.db is damaged, or not a SQLite database [\s\S]*Restore it from a backup of the folder: it holds the trail of all drafts.*mapledger import/,
    );
  });

  it('is for its user alone, in a folder that others may read too', () => {
    const file = join(folder, 'open-to-others.db');
    openDatabase(file).close();
    chmodSync(file, 0o644);
    const again = openDatabase(file);
    onTestFinished(() => void again.close());
    again.exec('CREATE TABLE more (id INTEGER)');
    for (const each of [file, `${file}-wal`, `${file}-shm`])
      expect([each, statSync(each).mode & 0o777]).toEqual([each, 0o600]);
  });

  it('that was emptied is made again, and that is said', async () => {
    const lines: string[] = [];
    const warn = (line: string) => void lines.push(line);
    openDatabase(join(folder, 'new.db'), warn).close();
    openDatabase(join(folder, 'new.db'), warn).close();
    expect(lines).toEqual([]);
    const emptied = join(folder, 'emptied.db');
    writeFileSync(emptied, '');
    const again = openDatabase(emptied, warn);
    onTestFinished(() => void again.close());
    expect(lines).toEqual([
      `${emptied} was empty. It has been created again: the trail of all drafts, indices and templates, the log of actions, the plans and the usage counts start empty.`,
    ]);
    expect(await sqliteActionIndex(again).count()).toBe(0);
  });
});

describe('a data folder', () => {
  const taken = () =>
    `Another Mapledger server is using the data folder ${folder}. Stop it, or choose another folder with --data-dir.`;

  it('is for one server at a time', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(taken());
    lock.close();
    lockFolder(folder).close();
  });

  it('is free again when the process that has it is killed', async () => {
    const script = `
      const Database = require(${JSON.stringify(createRequire(import.meta.url).resolve('libsql'))});
      new Database(${JSON.stringify(join(folder, 'server.lock'))}).exec('BEGIN EXCLUSIVE');
      process.stdout.write('held');
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    expect(() => lockFolder(folder)).toThrow(taken());
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockFolder(folder).close();
  });
});
