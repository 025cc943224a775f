import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleHistory } from '../../tests/contracts/sample-history.ts';
import type { DocumentEvent } from '#domain/events';
import { openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { startCompaction, type Compaction, type CompactionOptions } from './background-compaction.ts';
import type { Database } from './database.ts';
import { indexedDbEventStore } from './indexed-db-event-store.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

const { events } = sampleHistory();
const SMALL = { pageSize: 3, keptRecords: 2 };
let home: TestDatabase;
let store: EventStore;
let database: Database;
let running: Compaction[];

beforeEach(async () => {
  home = testDatabase();
  database = await home.open();
  store = indexedDbEventStore(database);
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((compaction) => compaction.close()));
  store.close();
  await home.destroy();
});

/** A tab that compacts, and the steps that it reports, one by one. */
function start(over: Database = database) {
  const told: unknown[] = [];
  const waiting: ((step: unknown) => void)[] = [];
  const tell = (step: unknown) => {
    const next = waiting.shift();
    if (next === undefined) told.push(step);
    else next(step);
  };
  const options: CompactionOptions = { ...SMALL, onPage: tell, onFailure: (error, stream) => tell({ error, stream }) };
  const compaction = startCompaction(over, options);
  running.push(compaction);
  return {
    compaction,
    told,
    next: () => (told.length > 0 ? Promise.resolve(told.shift()) : new Promise((resolve) => waiting.push(resolve))),
  };
}

async function pageCount(): Promise<number> {
  return (await home.openRaw()).count('pages');
}

it('compacts what is there, and what comes', async () => {
  await store.append('draft/a', 0, events.slice(0, 8));
  await store.append('draft/b', 0, events.slice(0, 4));
  const tab = start();
  expect([await tab.next(), await tab.next()]).toEqual(['draft/a', 'draft/a']);
  await store.append('draft/b', 4, events.slice(4, 5));
  expect(await tab.next()).toBe('draft/b');
  await store.append('draft/a', 8, events.slice(8, 11));
  expect(await tab.next()).toBe('draft/a');
  expect(await pageCount()).toBe(4);
  expect(openLog(await store.read('draft/a')).events).toHaveLength(11);
});

it('hears of appends in other tabs', async () => {
  const tab = start();
  const other = indexedDbEventStore(await home.open());
  await other.append('draft/a', 0, events.slice(0, 5));
  expect(await tab.next()).toBe('draft/a');
  other.close();
});

it('is done by one tab at a time, and by the next when that closes', async () => {
  const first = start();
  await store.append('draft/a', 0, events.slice(0, 5));
  await first.next();
  const second = start(await home.open());
  await store.append('draft/a', 5, events.slice(5, 8));
  expect(await first.next()).toBe('draft/a');
  expect(second.told).toEqual([]);
  await first.compaction.close();
  await store.append('draft/a', 8, events.slice(8, 11));
  expect(await second.next()).toBe('draft/a');
  expect(first.told).toEqual([]);
});

it('ends when it is closed, while it waits for its turn too', async () => {
  const first = start();
  const second = start();
  await second.compaction.close();
  await first.compaction.close();
  await first.compaction.close();
  await store.append('draft/a', 0, events);
  expect([first.told, second.told, await pageCount()]).toEqual([[], [], 0]);
});

it('says which stream it could not compact, and goes on with the others', async () => {
  await store.append('draft/a', 0, events.slice(0, 8));
  await store.append('draft/b', 0, events.slice(0, 5));
  await (await home.openRaw()).delete('records', ['draft/a', 2]);
  const tab = start();
  expect(await tab.next()).toEqual({ error: expect.objectContaining({ name: 'LogFaultError' }), stream: 'draft/a' });
  expect(await tab.next()).toBe('draft/b');
  await store.append('draft/a', 8, [events[1] as DocumentEvent]);
  await store.append('draft/b', 5, events.slice(5, 8));
  expect(await tab.next()).toBe('draft/b');
  expect(tab.told).toEqual([]);
});

it('ends with its database, and lets another tab go on', async () => {
  const first = start();
  await store.append('draft/a', 0, events.slice(0, 5));
  await first.next();
  const second = start(await home.open());
  database.close();
  const other = indexedDbEventStore(await home.open());
  await other.append('draft/a', 5, events.slice(5, 8));
  expect(await second.next()).toBe('draft/a');
  expect(first.told).toEqual([]);
  other.close();
});
