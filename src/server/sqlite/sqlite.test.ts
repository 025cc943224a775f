import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { memoryActionLog, type Action, type ActionLog } from '../console/action-log.ts';
import { memoryUsageStore } from '../console/memory-usage-store.ts';
import type { UsageStore } from '../console/usage.ts';
import { openDatabase, type ServerDatabase } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { sqliteActionLog } from './sqlite-action-log.ts';
import { sqliteUsageStore } from './sqlite-usage-store.ts';

let folder: string;
let file: string;
let database: ServerDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mapledger-'));
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
const action = (name: string): Action => ({
  at: now(),
  who: 'ada',
  requestId: 'r1',
  cluster: 'main',
  route: 'indices.delete',
  names: [name],
  body: `{"indices":["${name}"]}`,
});

describe.each<[string, () => ActionLog]>([
  ['memory', memoryActionLog],
  ['SQLite', () => sqliteActionLog(database)],
])('a log of actions in %s', (_where, open) => {
  it('has what began, what came of it, and what never ended', async () => {
    const log = open();
    const first = await log.begin(action('__proto__'));
    const second = await log.begin(action('💥'));
    await log.complete(first, { at: now(), kind: 'failed', results: [{ name: '__proto__', outcome: 'failed' }] });
    expect(await log.recent(10)).toEqual([
      { ...action('💥'), id: second },
      {
        ...action('__proto__'),
        id: first,
        outcome: { at: now(), kind: 'failed', results: [{ name: '__proto__', outcome: 'failed' }] },
      },
    ]);
    expect(await log.recent(1)).toHaveLength(1);
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
    await sqliteActionLog(database).begin(action('logs'));
    await sqliteUsageStore(database, now).add({
      reportVersion: 3,
      uiCounter: { a: { key: 'a', appName: 'x', eventName: 'y', type: 'z', total: 1 } },
    });
    reopen();
    expect(await sqliteActionLog(database).recent(10)).toMatchObject([{ names: ['logs'] }]);
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
      /damaged\.db is damaged, or not a SQLite database [\s\S]*Restore it from a backup, or move it away/,
    );
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
      `${emptied} was empty. It has been created again: the log of actions and the usage counts start anew.`,
    ]);
    expect(await sqliteActionLog(again).begin(action('logs'))).toBe('1');
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
