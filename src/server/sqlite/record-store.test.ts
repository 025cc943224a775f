import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DocumentEvent } from '#domain/events';
import { findTornWrite, openLog, namesByCommitment } from '#domain/log';
import { DoubledEventError } from '#domain/ports';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { ada, sampleHistory } from '../../../tests/contracts/sample-history.ts';
import { memoryRecordStore } from '../trail/memory-record-store.ts';
import type { RecordStore } from '../trail/record-store.ts';
import { openDatabase } from './database.ts';
import { sqliteEventStore } from './sqlite-event-store.ts';

const { events } = sampleHistory();
const [first, second, third, fourth] = events as [DocumentEvent, DocumentEvent, DocumentEvent, DocumentEvent];
const STREAM = 'draft/a';

function openStore() {
  const folder = quickFolder();
  const database = openDatabase(join(folder, 'server.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const clock = { now: '2026-11-22T10:00:00.000Z' };
  let salts = 0;
  const store = sqliteEventStore(database, {
    now: () => clock.now,
    newSalt: () => String(++salts).padStart(32, '0'),
  });
  return { database, store, clock };
}

function openMemory() {
  const clock = { now: '2026-11-22T10:00:00.000Z' };
  let salts = 0;
  const store = memoryRecordStore({ now: () => clock.now, newSalt: () => String(++salts).padStart(32, '0') });
  return { store, clock };
}

async function idsIn({ store }: { readonly store: RecordStore }): Promise<readonly string[]> {
  return openLog((await store.readPage(STREAM, 0, 100)).records).events.map(({ id }) => id);
}

describe.each<[string, () => { readonly store: RecordStore; readonly clock: { now: string } }]>([
  ['memory', openMemory],
  ['SQLite', openStore],
])('a store of records (%s)', (_, open) => {
  it('records events once, however often and in whatever parts they are sent', async () => {
    const opened = open();
    const { store } = opened;
    const recorded = await store.record(STREAM, 0, [first, second]);
    const { records } = await store.readPage(STREAM, 0, 100);
    expect(recorded).toEqual({ conflict: false, version: 2, records });
    expect(await store.record(STREAM, 0, [first, second])).toEqual({
      conflict: false,
      version: 2,
      records,
      isRepeated: true,
    });
    expect(await store.record(STREAM, 2, [second])).toMatchObject({ records: records.slice(1), isRepeated: true });
    // The answer to the second was lost, and a third came to it since.
    expect(await store.record(STREAM, 1, [second, third])).toMatchObject({ conflict: false, version: 3 });
    expect(await idsIn(opened)).toEqual([first.id, second.id, third.id]);
    expect(await store.record(STREAM, 0, [first])).toMatchObject({ version: 3, records: records.slice(0, 1) });
  });

  it('has a conflict where the stream has another event under the same id, and records nothing', async () => {
    const opened = open();
    const { store } = opened;
    await store.record(STREAM, 0, [first, second]);
    const before = await store.readPage(STREAM, 0, 100);
    const others: readonly DocumentEvent[] = [
      { ...second, at: '2026-11-22T10:00:01.000Z' },
      { ...second, patch: [] },
      { ...second, command: { ...second.command, payload: { other: 1 } } },
      { ...second, author: { ...second.author, id: 'somebody' } },
    ];
    for (const other of others)
      for (const sent of [[other], [other, third]])
        expect(await store.record(STREAM, 1, sent)).toEqual({ conflict: true, actualVersion: 2 });
    expect(await store.record(STREAM, 0, [first, { ...second, patch: [] }])).toMatchObject({ conflict: true });
    expect(await store.readPage(STREAM, 0, 100)).toEqual(before);
  });

  it('says of a version that is not the last one that it is a conflict, also where half of the events are recorded', async () => {
    const opened = open();
    const { store } = opened;
    await store.record(STREAM, 0, [first, second]);
    const conflict = { conflict: true, actualVersion: 2 };
    expect(await store.record(STREAM, 1, [third])).toEqual(conflict);
    expect(await store.record(STREAM, 3, [third])).toEqual(conflict);
    expect(await store.record(STREAM, 0, [first, third])).toEqual(conflict);
    expect(await idsIn(opened)).toEqual([first.id, second.id]);
  });

  it('refuses an id that stands elsewhere in the stream or comes twice', async () => {
    const opened = open();
    const { store } = opened;
    await store.record(STREAM, 0, [first, second]);
    await expect(store.record(STREAM, 2, [third, first])).rejects.toThrow(new DoubledEventError(first.id, 1));
    await expect(store.record(STREAM, 2, [third, third])).rejects.toBeInstanceOf(DoubledEventError);
    expect(await idsIn(opened)).toEqual([first.id, second.id]);
    expect(await store.record('draft/b', 0, [first])).toMatchObject({ conflict: false, version: 1 });
  });

  it('records no time before the one of the record before, in any stream of its own', async () => {
    const { store, clock } = open();
    await store.record(STREAM, 0, [first]);
    clock.now = '2026-11-22T09:00:00.000Z';
    await store.record(STREAM, 1, [second]);
    await store.record('draft/b', 0, [first]);
    clock.now = '2026-11-22T11:00:00.000Z';
    await store.record(STREAM, 2, [third]);
    const timesOf = async (stream: string) =>
      openLog((await store.readPage(stream, 0, 100)).records).events.map(({ recordedAt }) => recordedAt?.slice(11, 13));
    expect(await timesOf(STREAM)).toEqual(['10', '10', '11']);
    expect(await timesOf('draft/b')).toEqual(['09']);
  });

  it('keeps one commitment for each name of an author, and reads an erased one as erased', async () => {
    const { store } = open();
    const renamed = { ...ada, name: 'Ada L. \ud800' };
    await store.record(STREAM, 0, [first, second, { ...third, author: renamed }, { ...fourth, author: renamed }]);
    const page = await store.readPage(STREAM, 0, 10);
    expect(page.names.map(({ name }) => name)).toEqual(['ada', 'Ada L. \ud800']);
    expect(page.records.map(({ text }) => text).join()).not.toMatch(/"name":"[Aa]da/);
    expect(
      openLog(page.records, { names: namesByCommitment(page.names) }).events.map(({ author }) => author.name),
    ).toEqual(['ada', 'ada', 'Ada L. \ud800', 'Ada L. \ud800']);
    expect(store.names.erase(ada.id)).toBe(2);
    const erased = await store.readPage(STREAM, 0, 10);
    expect(erased.names.length).toBe(0);
    expect(erased.records).toEqual(page.records);
    expect(openLog(erased.records, { names: namesByCommitment(erased.names) }).events[0]?.author).toEqual({
      id: ada.id,
      name: 'Erased author',
      verified: false,
      isErased: true,
    });
  });
});

it('adds a leaf for each record in the order of the server, and keeps those of records that were cut off', async () => {
  const { store, database } = openStore();
  await store.record(STREAM, 0, [first, second]);
  await store.record('draft/b', 0, [first]);
  expect(await store.changedSince(2)).toEqual({ position: 3, streams: [{ stream: 'draft/b', version: 1, after: 0 }] });
  database.prepare('UPDATE record SET text = substr(text, 1, 20) WHERE version = 2 AND stream = \'"draft/a"\'').run();
  const found = await store.ends?.find(STREAM);
  if (found === undefined) throw new Error('It has no ends.');
  const torn = findTornWrite(found);
  expect(torn).toMatchObject({ afterVersion: 1 });
  await store.ends?.cut(STREAM, found, { afterVersion: 1, reason: 'it is torn', at: '2026-11-22T10:00:00.000Z' });
  expect(await store.position()).toBe(3);
  expect(await store.record(STREAM, 1, [second])).toMatchObject({ conflict: false, version: 2 });
  expect(await store.changedSince(3)).toEqual({ position: 4, streams: [{ stream: STREAM, version: 2, after: 1 }] });
  expect(database.prepare('SELECT stream, version FROM leaf ORDER BY position').all()).toEqual([
    { stream: '"draft/a"', version: 1 },
    { stream: '"draft/a"', version: 2 },
    { stream: '"draft/b"', version: 1 },
    { stream: '"draft/a"', version: 2 },
  ]);
});

it('gives pages of a stream, short ones of long records', async () => {
  const { store } = openStore();
  await store.record(STREAM, 0, events);
  const pages = [];
  for (let after = 0, hasMore = true; hasMore; after += pages.at(-1)?.length ?? 0) {
    const page = await store.readPage(STREAM, after, 5);
    ({ hasMore } = page);
    pages.push(page.records);
  }
  expect(pages.flat()).toEqual(await store.read(STREAM));
  expect(pages[0]).toHaveLength(5);
  const long = { ...first, summary: 'x'.repeat(3_000_000) };
  await store.record('draft/long', 0, [long, { ...long, id: '2' }, { ...long, id: '3' }]);
  expect(await store.readPage('draft/long', 0, 100)).toMatchObject({ version: 3, hasMore: true, records: [{}] });
  expect(await store.readPage('draft/none', 0, 100)).toMatchObject({ version: 0, hasMore: false, records: [] });
});

it('shares a transaction among writes that wait, and undoes by itself what fails', async () => {
  const { store } = openStore();
  const results = await Promise.allSettled([
    store.record(STREAM, 0, [first]),
    store.record(STREAM, 0, [second]),
    store.record('draft/b', 0, [first, first]),
    store.record('draft/c', 0, [first]),
  ]);
  expect(results).toMatchObject([
    { status: 'fulfilled', value: { conflict: false, version: 1 } },
    { status: 'fulfilled', value: { conflict: true, actualVersion: 1 } },
    { status: 'rejected', reason: { name: 'DoubledEventError' } },
    { status: 'fulfilled', value: { conflict: false, version: 1 } },
  ]);
  expect(await store.streams()).toEqual([
    { stream: STREAM, version: 1 },
    { stream: 'draft/c', version: 1 },
  ]);
  expect(await store.position()).toBe(2);
});
