import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { describeEventStore } from '../../../tests/contracts/event-store.contract.ts';
import { sampleHistory } from '../../../tests/contracts/sample-history.ts';
import { changeRecords } from '../../../tests/contracts/change-records.ts';
import { describeStoreAttacks } from '../../../tests/contracts/store-attacks.contract.ts';
import { randomFrom } from '../../fuzz/generate/random.ts';
import { killAppender } from '../../../tests/crash/server-store/kill-appender.ts';
import { commitmentTo, type DocumentEvent, type SealedRecord } from '#domain/events';
import { EMPTY_HEAD, sealRecordedAfter } from '#domain/log';
import { StorageFullError } from '#domain/ports';
import { openDatabase, type ServerDatabase } from './database.ts';
import { sqliteEventStore, type StoreNeighbours } from './sqlite-event-store.ts';

const now = () => '2026-11-22T10:00:00.000Z';
const newSalt = () => '00112233445566778899aabbccddeeff';

async function openOnDisk() {
  const folder = quickFolder();
  const file = join(folder, 'server.db');
  const neighbours: StoreNeighbours = new Set();
  const databases: ServerDatabase[] = [];
  const reopen = async () => {
    const database = openDatabase(file);
    databases.push(database);
    return sqliteEventStore(database, { now, newSalt, neighbours });
  };
  return {
    store: await reopen(),
    reopen,
    sealAll: (stream: string, events: readonly DocumentEvent[]) =>
      sealRecordedAfter(stream, EMPTY_HEAD, events, ({ author }) => ({
        recordedAt: now(),
        commitment: commitmentTo(author.name, newSalt()),
      })),
    async damage(stream: string, change: (records: SealedRecord[]) => void) {
      const [database] = databases as [ServerDatabase];
      // Whoever does damage need not wait until the disk has it.
      database.exec('PRAGMA synchronous = OFF');
      changeRecords(database, stream, change);
      database.exec('PRAGMA synchronous = FULL');
    },
    async destroy() {
      for (const database of databases) database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describeEventStore('SQLite', openOnDisk);
describeStoreAttacks('SQLite', openOnDisk, { stride: 4 });

describe('an event store on a disk', () => {
  const [first, second] = sampleHistory().events as [DocumentEvent, DocumentEvent];
  let folder: string;
  let database: ServerDatabase;
  beforeEach(() => {
    folder = quickFolder();
    database = openDatabase(join(folder, 'server.db'));
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('that is full keeps nothing of an append, says so, and goes on when there is room', async () => {
    const store = sqliteEventStore(database, { now, newSalt });
    await store.append('draft/a', 0, [first]);
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { readonly page_count: number };
    database.exec(`PRAGMA max_page_count = ${pages}`);
    const large = { ...second, summary: 'x'.repeat(100_000) };
    await expect(store.append('draft/a', 1, [second, large])).rejects.toBeInstanceOf(StorageFullError);
    expect(await store.read('draft/a')).toHaveLength(1);
    database.exec('PRAGMA max_page_count = 100000');
    expect(await store.append('draft/a', 1, [second, large])).toEqual({ conflict: false, version: 3 });
  });

  it('keeps two streams apart whose names differ in half a character alone', async () => {
    const store = sqliteEventStore(database, { now, newSalt });
    await store.append('draft/\ud800', 0, [first]);
    await store.append('draft/\ud801', 0, [first, second]);
    expect(await store.streams()).toEqual([
      { stream: 'draft/\ud800', version: 1 },
      { stream: 'draft/\ud801', version: 2 },
    ]);
  });
});

it('keeps what it acknowledged when its process is killed', async () => {
  const { found, acknowledged, lost } = await killAppender(2, randomFrom(7));
  expect(lost).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
  expect(found).toBeGreaterThanOrEqual(acknowledged);
});
