import { describe, expect, it } from 'vitest';
import { sampleHistory } from '../../tests/contracts/sample-history.ts';
import { describeTrailReplica, sealedByServer } from '../../tests/contracts/trail-replica.contract.ts';
import type { DocumentEvent } from '#domain/events';
import { confirmOutbox, formatLog, sealAfter } from '#domain/log';
import { compactStream } from './compaction.ts';
import { versions } from './database-schema.ts';
import type { Database } from './database.ts';
import { indexedDbEventStore } from './indexed-db-event-store.ts';
import { indexedDbTrailReplica } from './indexed-db-trail-replica.ts';
import { testDatabase } from './test-database.ts';

describeTrailReplica('IndexedDB', async () => {
  const home = testDatabase();
  const database = await home.open();
  return {
    store: indexedDbEventStore(database),
    replica: indexedDbTrailReplica(database),
    destroy: () => home.destroy(),
  };
});

const STREAM = 'draft/a';
const PAGES = { pageSize: 3, mostSingles: 7 };

describe('a stream whose outbox reaches into pages', () => {
  const [one] = sampleHistory().events as [DocumentEvent];
  const events = Array.from({ length: 20 }, (_, index) => ({ ...one, id: `event-${String(index)}` }));

  async function pagesOf(database: Database): Promise<readonly (readonly [number, number])[]> {
    const pages = await database.transact(['pages'], 'readonly', ({ store }) => store.getAll(versions(STREAM, 0)));
    return pages.map(({ firstVersion, lastVersion }) => [firstVersion, lastVersion] as const);
  }

  it.each([1, 2, 3, 4, 7, 10, 19, 20])('is confirmed in groups of %i', async (size) => {
    const home = testDatabase();
    const database = await home.open();
    const store = indexedDbEventStore(database);
    const replica = indexedDbTrailReplica(database, PAGES);
    await store.append(STREAM, 0, events);
    await compactStream(database, STREAM, { pageSize: 4, keptRecords: 3 });
    const recorded = sealedByServer(events);
    for (let done = 0; done < events.length; done += size) {
      const found = await replica.read(STREAM);
      const change = confirmOutbox(found, recorded.slice(done, done + size));
      expect(change !== null && (await replica.rewrite(found, change))).toBe(true);
      const records = await store.read(STREAM);
      expect(records).toHaveLength(events.length);
      expect(formatLog(records.slice(0, done + size))).toBe(formatLog(recorded.slice(0, done + size)));
    }
    expect(await replica.list()).toEqual([{ stream: STREAM, version: 20, recordedVersion: 20 }]);
    // Pages follow one another from the first version on, and the newest records stay single.
    const pages = await pagesOf(database);
    expect(pages.map(([first]) => first)).toEqual(
      [1, ...pages.slice(0, -1).map(([, last]) => last + 1)].slice(0, pages.length),
    );
    expect(await store.append(STREAM, 20, [{ ...one, id: 'next' }])).toEqual({ conflict: false, version: 21 });
    expect(await store.read(STREAM)).toHaveLength(21);
    store.close();
    replica.close();
    await home.destroy();
  });

  it('is confirmed one by one though compaction makes pages in between', async () => {
    const home = testDatabase();
    const database = await home.open();
    const store = indexedDbEventStore(database);
    const replica = indexedDbTrailReplica(database, PAGES);
    const recorded = sealedByServer(events);
    for (const [index, event] of events.entries()) {
      expect(await store.append(STREAM, index, [event])).toEqual({ conflict: false, version: index + 1 });
      // What the replica knows of pages is from before.
      if (index % 5 === 4) await compactStream(database, STREAM, { pageSize: 2, keptRecords: 1 });
      const found = await replica.read(STREAM);
      expect(found.records).toHaveLength(1);
      const change = confirmOutbox(found, recorded.slice(index, index + 1));
      expect(change !== null && (await replica.rewrite(found, change))).toBe(true);
    }
    expect((await pagesOf(database)).length).toBeGreaterThan(1);
    expect(formatLog(await store.read(STREAM))).toBe(formatLog(recorded));
    store.close();
    replica.close();
    await home.destroy();
  });

  it('has no records of its outbox compacted', async () => {
    const home = testDatabase();
    const database = await home.open();
    const store = indexedDbEventStore(database);
    const replica = indexedDbTrailReplica(database);
    await store.append(STREAM, 0, events);
    const found = await replica.read(STREAM);
    const change = confirmOutbox(found, sealAfter(STREAM, { version: 0, hash: '' }, events.slice(0, 6)));
    if (change !== null) await replica.rewrite(found, change);
    await compactStream(database, STREAM, { pageSize: 4, keptRecords: 1 });
    expect(await pagesOf(database)).toEqual([[1, 4]]);
    store.close();
    replica.close();
    await home.destroy();
  });

  it('keeps the records of a page that compaction makes while an outbox is confirmed', async () => {
    const home = testDatabase();
    const database = await home.open();
    const store = indexedDbEventStore(database);
    const replica = indexedDbTrailReplica(database);
    const recorded = sealedByServer(events);
    await store.append(STREAM, 0, events);
    const begun = await replica.read(STREAM);
    const first = confirmOutbox(begun, recorded.slice(0, 15));
    expect(first !== null && (await replica.rewrite(begun, first))).toBe(true);
    const found = await replica.read(STREAM);
    const change = confirmOutbox(found, recorded.slice(15));
    // What the change takes the place of has been read, and is written over next.
    const racing = indexedDbTrailReplica(beforeWrite(database, () => compactStream(database, STREAM, COLD)));
    expect(change !== null && (await racing.rewrite(found, change))).toBe(false);
    expect(await store.read(STREAM)).toHaveLength(events.length);
    expect(change !== null && (await replica.rewrite(found, change))).toBe(true);
    expect(formatLog(await store.read(STREAM))).toBe(formatLog(recorded));
    expect(await pagesOf(database)).not.toEqual([]);
    store.close();
    replica.close();
    racing.close();
    await home.destroy();
  });
});

const COLD = { pageSize: 4, keptRecords: 3 };

/** The database, on which something happens just before the next write. */
function beforeWrite(database: Database, happen: () => Promise<unknown>): Database {
  let isNext = true;
  const { transact } = database;
  const delayed = async (...transaction: readonly [unknown, IDBTransactionMode, unknown]) => {
    if (isNext && transaction[1] === 'readwrite') {
      isNext = false;
      await happen();
    }
    return (transact as (...transaction: readonly unknown[]) => Promise<unknown>)(...transaction);
  };
  return { ...database, transact: delayed };
}
