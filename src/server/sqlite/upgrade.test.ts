import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import type { DocumentEvent } from '#domain/events';
import { openLog, namesByCommitment } from '#domain/log';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { sampleHistory } from '../../../tests/contracts/sample-history.ts';
import { planLog } from '../plans/plan-log.ts';
import { openDatabase } from './database.ts';
import { sqliteEventStore } from './sqlite-event-store.ts';
import { sqliteOldActions } from './sqlite-old-actions.ts';
import { sqliteTrailRegister } from './sqlite-trail-register.ts';

const ODD = 'index/"odd" \ud800 name';
const now = () => '2026-11-22T10:00:00.000Z';
const newSalt = () => '00112233445566778899aabbccddeeff';

/**
 * A file as the server wrote it before it recorded times and leaves: two plans, a stream with an odd name, an action.
 */
function openOld() {
  const folder = quickFolder();
  const file = join(folder, 'server.db');
  const old = new Database(file);
  old.exec(readFileSync(join(import.meta.dirname, '../../../tests/golden/server-v3.sql'), 'utf8'));
  old.close();
  const database = openDatabase(file);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  return { database, store: sqliteEventStore(database, { now, newSalt }) };
}

it('opens a file of the version before with all of its records in their order as leaves', async () => {
  const { database, store } = openOld();
  const records = database.prepare('SELECT stream, version, hash FROM record ORDER BY rowid').all();
  expect(records).toHaveLength(9);
  expect(database.prepare('SELECT stream, version, hash FROM leaf ORDER BY position').all()).toEqual(records);
  expect(await store.position()).toBe(9);
  expect(await store.recordedStreams()).toMatchObject([{ stream: ODD, version: 6, recordedAt: null }, {}, {}]);
  expect(await sqliteOldActions(database).after(0)).toMatchObject([{ action: { names: ['logs'] } }]);
});

it('goes on in streams of the version before, and knows what they have', async () => {
  const { store } = openOld();
  const { events } = sampleHistory();
  const [third, fourth, seventh] = [events[2], events[3], events[6]] as [DocumentEvent, DocumentEvent, DocumentEvent];
  expect(await store.record(ODD, 6, [third, fourth])).toMatchObject({ conflict: false, version: 6, isRepeated: true });
  expect(await store.record(ODD, 6, [seventh])).toMatchObject({ conflict: false, version: 7 });
  const { records, names } = await store.readPage(ODD, 0, 100);
  const log = openLog(records, { names: namesByCommitment(names) });
  expect(log.events.map(({ format, recordedAt, author }) => [format, recordedAt, author.name])).toEqual([
    ...Array.from({ length: 6 }, () => [1, undefined, 'ada']),
    [2, now(), 'ada'],
  ]);
});

it('reads and continues the plans of the version before', async () => {
  const { store } = openOld();
  const plans = planLog({ store, clock: { now }, ids: { next: () => 'next' } });
  const [second = '', first = ''] = await plans.ids();
  expect((await plans.read(first))?.plan.state).toBe('cancelled');
  const author = { id: 'user:main:ada', name: 'ada', verified: true };
  expect(await plans.dispatch(second, { type: 'plan.cancel', payload: {} }, author)).toMatchObject({ version: 2 });
  expect(openLog(await store.read(`plan/${second}`)).events.map(({ format }) => format)).toEqual([1, 2]);
});

it('finds in a file of the version before who has recorded, and under which name an author did last', async () => {
  const folder = quickFolder();
  const file = join(folder, 'server.db');
  let database = openDatabase(file);
  let salts = 0;
  const salt = () => String(salts++).padStart(32, '0');
  const [sample] = sampleHistory().events as [DocumentEvent];
  const odd = 'odd "\\\u0001\ud800\u00e9';
  const written = [
    ['ada', 'Ada', undefined],
    ['ada', 'Ada L.', undefined],
    ['ada', 'Ada', undefined],
    [odd, 'Odd', undefined],
    ['ada', 'Fired Ada', 'mallory'],
    ['zed', 'Zed', 'mallory'],
  ] as const;
  const events = written.map(([id, name, importedBy], index): DocumentEvent => ({
    ...sample,
    id: `e${index}`,
    author: { id, name, verified: false },
    ...(importedBy !== undefined && { importedBy }),
  }));
  await sqliteEventStore(database, { now, newSalt: salt }).append('draft/a', 0, events);
  sqliteTrailRegister(database).begin('draft/a', { author: 'ada', user: null });
  const expectNames = () => {
    const { names } = sqliteEventStore(database, { now, newSalt: salt });
    expect(['ada', odd, 'zed', 'mallory'].map((id) => [names.nameOf(id), names.isRecorded(id)])).toEqual([
      ['Ada', true],
      ['Odd', true],
      [null, true],
      [null, false],
    ]);
    expect(sqliteTrailRegister(database).streamEntry('draft/a')).not.toHaveProperty('isRestored');
  };
  expectNames();
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { readonly user_version: number };
  database.exec(`DROP TABLE recorded_author; DROP TABLE name_use; ALTER TABLE trail_stream DROP COLUMN is_restored;
    PRAGMA user_version = ${version - 1}`);
  database.close();
  database = openDatabase(file);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  expectNames();
});
