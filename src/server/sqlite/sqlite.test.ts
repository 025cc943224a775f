import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryActionLog, type Action, type ActionLog } from '../console/action-log.ts';
import { memoryUsageStore } from '../console/memory-usage-store.ts';
import type { UsageStore } from '../console/usage.ts';
import { openDatabase, type ServerDatabase } from './database.ts';
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
});
