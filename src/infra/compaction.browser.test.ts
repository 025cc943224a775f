import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleHistory } from '../../tests/contracts/sample-history.ts';
import type { DocumentEvent, SealedRecord } from '#domain/events';
import { openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { compactStream } from './compaction.ts';
import type { ColdPage } from './database-schema.ts';
import type { Database } from './database.ts';
import { indexedDbEventStore } from './indexed-db-event-store.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

const { events } = sampleHistory();
const STREAM = 'draft/a';
const SMALL = { pageSize: 3, keptRecords: 2 };
let home: TestDatabase;
let database: Database;
let store: EventStore;

beforeEach(async () => {
  home = testDatabase();
  database = await home.open();
  store = indexedDbEventStore(database);
});
afterEach(async () => {
  store.close();
  await home.destroy();
});

/** The content of the stores: pages by their first and last version, and the versions of single records. */
async function layout() {
  const raw = await home.openRaw();
  const pages = await raw.getAll('pages');
  const records = await raw.getAllKeys('records');
  return {
    pages: pages.map(({ firstVersion, lastVersion }) => [firstVersion, lastVersion]),
    singles: records.map(([, version]) => version),
  };
}

async function changePage(firstVersion: number, change: (page: ColdPage) => unknown): Promise<void> {
  const raw = await home.openRaw();
  const page = await raw.get('pages', [STREAM, firstVersion]);
  await raw.put('pages', change(page as ColdPage) as ColdPage, [STREAM, firstVersion]);
}

describe('compacting', () => {
  it('moves full pages of the oldest records, and keeps the newest', async () => {
    await store.append(STREAM, 0, events.slice(0, 4));
    expect(await compactStream(database, STREAM, SMALL)).toEqual({ pages: 0, dueAt: 5 });
    await store.append(STREAM, 4, events.slice(4, 10));
    const before = await store.read(STREAM);
    expect(await compactStream(database, STREAM, SMALL)).toEqual({ pages: 2, dueAt: 11 });
    expect(await layout()).toEqual({
      pages: [
        [1, 3],
        [4, 6],
      ],
      singles: [7, 8, 9, 10],
    });
    for (let version = 0; version <= 11; version++)
      expect(await store.read(STREAM, version)).toEqual(before.slice(version));
    expect(await store.streams()).toEqual([{ stream: STREAM, version: 10 }]);
    expect(await compactStream(database, STREAM, SMALL)).toEqual({ pages: 0, dueAt: 11 });
  });

  it('moves a thousand at a time, and keeps at least a thousand', async () => {
    const [first, second] = events as [DocumentEvent, DocumentEvent];
    await store.append(STREAM, 0, [first, ...Array.from({ length: 1_998 }, () => second)]);
    expect(await compactStream(database, STREAM)).toEqual({ pages: 0, dueAt: 2_000 });
    await store.append(STREAM, 1_999, [second]);
    const before = await store.read(STREAM);
    expect(await compactStream(database, STREAM)).toEqual({ pages: 1, dueAt: 3_000 });
    expect(await store.read(STREAM)).toEqual(before);
    expect((await layout()).pages).toEqual([[1, 1_000]]);
  });

  it('ends a page early where its texts are large', async () => {
    const large = { ...(events[1] as DocumentEvent), summary: 'x'.repeat(5 * 1024 * 1024) };
    await store.append(STREAM, 0, [events[0] as DocumentEvent, large, large, large, ...events.slice(1, 5)]);
    const before = await store.read(STREAM);
    expect(await compactStream(database, STREAM, { pageSize: 6, keptRecords: 1 })).toEqual({ pages: 1, dueAt: 10 });
    expect((await layout()).pages).toEqual([[1, 3]]);
    expect(await store.read(STREAM)).toEqual(before);
  });

  it('leaves other streams alone', async () => {
    for (const stream of [STREAM, '', 'draft/', 'draft/a/']) await store.append(stream, 0, events.slice(0, 6));
    await compactStream(database, STREAM, SMALL);
    expect(await layout()).toEqual({
      pages: [[1, 3]],
      singles: [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 4, 5, 6],
    });
    expect(await compactStream(database, 'draft/none', SMALL)).toEqual({ pages: 0, dueAt: 5 });
  });

  it('may be done by several tabs at once, beside appends and reads', async () => {
    const tabs = await Promise.all([home.open(), home.open(), home.open()]);
    await store.append(STREAM, 0, events);
    const appending = (async () => {
      for (let round = 0; round < 10; round++)
        await store.append(STREAM, events.length + round, [events[1] as DocumentEvent]);
    })();
    const reading = Promise.all(tabs.map((tab) => indexedDbEventStore(tab).read(STREAM).then(openLog)));
    const results = await Promise.all(tabs.map((tab) => compactStream(tab, STREAM, SMALL)));
    await Promise.all([appending, reading]);
    await compactStream(database, STREAM, SMALL);
    expect(results.some(({ pages }) => pages > 0)).toBe(true);
    expect(openLog(await store.read(STREAM)).events).toHaveLength(events.length + 10);
    const { pages, singles } = await layout();
    expect(pages.map(([first]) => first)).toEqual(pages.map((_, index) => 1 + 3 * index));
    expect(singles).toEqual(Array.from({ length: singles.length }, (_, index) => 3 * pages.length + 1 + index));
  });

  it.each<[string, number, (record: SealedRecord) => unknown]>([
    ['a changed text', 2, ({ text, hash }) => ({ text: text.replace('keyword', 'keywore'), hash })],
    ['a changed last hash', 3, ({ text, hash }) => ({ text, hash: hash.replaceAll(/./g, '0') })],
    ['half a surrogate pair', 2, ({ hash }) => ({ text: '"\ud800"', hash })],
    ['a line that ends', 2, ({ hash }) => ({ text: '"a"\n', hash })],
    ['something else', 1, () => [1, 2]],
  ])('moves nothing where there is a damaged record: %s', async (_what, version, change) => {
    await store.append(STREAM, 0, events.slice(0, 8));
    const raw = await home.openRaw();
    const record = await raw.get('records', [STREAM, version]);
    await raw.put('records', change(record as SealedRecord) as SealedRecord, [STREAM, version]);
    const fault = expect.objectContaining({ name: 'LogFaultError', position: version });
    await expect(compactStream(database, STREAM, SMALL)).rejects.toThrow(fault);
    expect(await layout()).toEqual({ pages: [], singles: [1, 2, 3, 4, 5, 6, 7, 8] });
  });

  it('moves nothing where a record is missing', async () => {
    await store.append(STREAM, 0, events.slice(0, 8));
    await (await home.openRaw()).delete('records', [STREAM, 2]);
    await expect(compactStream(database, STREAM, SMALL)).rejects.toThrow(
      expect.objectContaining({ name: 'LogFaultError' }),
    );
    expect((await layout()).pages).toEqual([]);
  });
});

describe('an append', () => {
  it('does not look at pages', async () => {
    await store.append(STREAM, 0, events.slice(0, 8));
    await compactStream(database, STREAM, SMALL);
    await (await home.openRaw()).clear('pages');
    expect(await store.append(STREAM, 8, events.slice(8, 9))).toEqual({ conflict: false, version: 9 });
    expect(await store.read(STREAM, 6)).toHaveLength(3);
  });
});

/** What the pages 1 to 3 and 4 to 6 of ten records can suffer, and the first record that can't be trusted then. */
const DAMAGES: readonly (readonly [
  what: string,
  position: number,
  firstVersion: number,
  change: (page: ColdPage) => unknown,
])[] = [
  [
    'a byte that is changed',
    4,
    4,
    (page) => ({ ...page, bytes: page.bytes.map((byte, index) => (index === 0 ? byte ^ 0x06 : byte)) }),
  ],
  ['bytes that are torn', 4, 4, (page) => ({ ...page, bytes: page.bytes.slice(0, -5) })],
  ['bytes that go on', 4, 4, (page) => ({ ...page, bytes: new Uint8Array([...page.bytes, 0, 1, 2]) })],
  ['no bytes', 1, 1, (page) => ({ ...page, bytes: new Uint8Array() })],
  ['a page that ends elsewhere', 7, 4, (page) => ({ ...page, lastVersion: 7 })],
  ['a page that ends too early', 6, 4, (page) => ({ ...page, lastVersion: 5 })],
  ['a page that is elsewhere', 4, 4, (page) => ({ ...page, firstVersion: 5, lastVersion: 7 })],
  ['a page that overlaps', 4, 4, (page) => ({ ...page, firstVersion: 3, lastVersion: 5 })],
  ['another hash', 6, 4, (page) => ({ ...page, hash: 'a'.repeat(64) })],
  ['something else', 4, 4, () => 'page'],
  ['a page without bytes', 1, 1, ({ firstVersion, lastVersion, hash }) => ({ firstVersion, lastVersion, hash })],
];

describe('pages that something else wrote to', () => {
  beforeEach(async () => {
    await store.append(STREAM, 0, events.slice(0, 10));
    await compactStream(database, STREAM, SMALL);
  });

  const faultAt = (position: number) => expect.objectContaining({ name: 'LogFaultError', position });

  it.each(DAMAGES)('are refused with the place: %s', async (_what, position, firstVersion, change) => {
    await changePage(firstVersion, change);
    await expect(store.read(STREAM)).rejects.toThrow(faultAt(position));
    // What is not needed is not looked at.
    expect(await store.read(STREAM, 6)).toHaveLength(4);
  });

  it.each([1, 4])('are refused where the page of version %i is gone', async (firstVersion) => {
    await (await home.openRaw()).delete('pages', [STREAM, firstVersion]);
    await expect(store.read(STREAM).then(openLog)).rejects.toThrow(faultAt(firstVersion));
  });

  it('are refused where a page is that of another stream', async () => {
    await store.append('draft/b', 0, [events[0] as DocumentEvent, ...events.slice(2, 11)]);
    await compactStream(database, 'draft/b', SMALL);
    const other = await (await home.openRaw()).get('pages', ['draft/b', 4]);
    await changePage(4, () => other);
    await expect(store.read(STREAM).then(openLog)).rejects.toThrow(faultAt(4));
  });

  it('are refused at each byte that is flipped, or read as what they were', async () => {
    const before = await store.read(STREAM);
    const raw = await home.openRaw();
    const page = (await raw.get('pages', [STREAM, 1])) as ColdPage;
    let refused = 0;
    for (let at = 0; at < page.bytes.length; at++) {
      await changePage(1, () => ({
        ...page,
        bytes: page.bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte)),
      }));
      const outcome = await store
        .read(STREAM)
        .then((records) => (openLog(records), records))
        .catch((error: unknown) => error);
      if (outcome instanceof Error) refused++;
      if (outcome instanceof Error) expect(outcome.name).toBe('LogFaultError');
      else expect(outcome).toEqual(before);
    }
    expect(refused).toBeGreaterThan(page.bytes.length * 0.99);
  });
});
