import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { describeEventStore } from '../../tests/contracts/event-store.contract.ts';
import { sampleHistory } from '../../tests/contracts/sample-history.ts';
import { describeStoreAttacks } from '../../tests/contracts/store-attacks.contract.ts';
import type { DocumentEvent, SealedRecord } from '#domain/events';
import { openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { packPage } from './cold-page.ts';
import { compactStream } from './compaction.ts';
import { indexedDbEventStore, openIndexedDbEventStore } from './indexed-db-event-store.ts';
import { clearSiteData, testDatabase, type TestDatabase } from './test-database.ts';

async function openDatabaseStore() {
  const database = testDatabase();
  const stores: EventStore[] = [];
  const reopen = async () => {
    const store = await openIndexedDbEventStore({ name: database.name });
    stores.push(store);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    damage: database.damage,
    async destroy() {
      for (const store of stores) store.close();
      await database.destroy();
    },
  };
}

describeEventStore('IndexedDB', openDatabaseStore);
// Each change opens the database anew.
describeStoreAttacks('IndexedDB', openDatabaseStore, { stride: 4 });

/** Whatever a store does, it does over records that went into pages after each step. */
describeEventStore('IndexedDB, compacted after each append', async () => {
  const home = testDatabase();
  const reopen = async (): Promise<EventStore> => {
    const database = await home.open();
    const store = indexedDbEventStore(database);
    const compacted = async <Result>(stream: string, appending: Promise<Result>): Promise<Result> => {
      const result = await appending;
      await compactStream(database, stream, { pageSize: 2, keptRecords: 1 });
      return result;
    };
    return {
      ...store,
      append: (stream, ...rest) => compacted(stream, store.append(stream, ...rest)),
      appendSealed: (stream, ...rest) => compacted(stream, store.appendSealed(stream, ...rest)),
    };
  };
  return { store: await reopen(), reopen, damage: home.damage, destroy: home.destroy };
});

const { events } = sampleHistory();
const [first, second] = events as [DocumentEvent, DocumentEvent];
const STREAM = 'draft/a';
let home: TestDatabase;
let store: EventStore;

beforeEach(async () => {
  home = testDatabase();
  store = indexedDbEventStore(await home.open());
});
afterEach(async () => {
  store.close();
  await home.destroy();
});

it('takes a record back in the place of a damaged one in a page, once', async () => {
  const database = await home.open();
  await store.append(STREAM, 0, events.slice(0, 5));
  const sound = await store.read(STREAM);
  await compactStream(database, STREAM, { pageSize: 2, keptRecords: 1 });
  const raw = await home.openRaw();
  const damaged = { text: 'damaged', hash: sound[2]?.hash ?? '' };
  await raw.put('pages', await packPage(3, [damaged, sound[3] as SealedRecord]), [STREAM, 3]);
  const found = await store.ends?.find(STREAM);
  if (found === undefined) throw new Error('It has no ends.');
  const restored = { records: [{ version: 3, record: sound[2] as SealedRecord }], reason: 'x', at: 'y' };
  expect(await store.ends?.restore?.(STREAM, found, restored)).toBe(true);
  expect(await store.ends?.restore?.(STREAM, found, restored)).toBe(false);
  expect(await store.read(STREAM)).toEqual(sound);
  expect(await store.ends?.list(STREAM)).toMatchObject([{ records: [{ version: 3, record: damaged }] }]);
});

describe('two stores over one database', () => {
  it('hear one another, and close apart', async () => {
    const other = indexedDbEventStore(await home.open());
    const heard = new Promise((resolve) => other.subscribe(resolve));
    await store.append(STREAM, 0, [first]);
    expect(await heard).toEqual({ stream: STREAM, version: 1 });
    store.close();
    expect(await other.append(STREAM, 1, [second])).toEqual({ conflict: false, version: 2 });
    other.close();
  });

  it('hear nothing that is no change of a stream', async () => {
    const channel = new BroadcastChannel(`mapledger:${home.name}`);
    const heard: unknown[] = [];
    store.subscribe((change) => void heard.push(change));
    const last = new Promise<void>((resolve) => store.subscribe(() => resolve()));
    for (const message of [
      null,
      'draft/a',
      { stream: 1, version: 1 },
      { stream: STREAM },
      { stream: STREAM, version: 7, more: true },
    ]) {
      channel.postMessage(message);
    }
    await last;
    expect(heard).toEqual([{ stream: STREAM, version: 7 }]);
    channel.close();
  });
});

describe('an append that is under way when the store is closed', () => {
  it('is kept, and says so', async () => {
    const append = store.append(STREAM, 0, [first]);
    store.close();
    expect(await append).toEqual({ conflict: false, version: 1 });
    expect(await indexedDbEventStore(await home.open()).read(STREAM)).toHaveLength(1);
  });
});

/** What a log of five records can suffer, and the first record that can't be trusted then. */
interface Manipulation {
  readonly what: string;
  readonly position: number;
  readonly change: (records: (SealedRecord | object)[]) => void;
}

function edit(version: number, change: (record: SealedRecord) => object): Manipulation['change'] {
  return (records) => {
    records[version - 1] = change(records[version - 1] as SealedRecord);
  };
}

const MANIPULATIONS: readonly Manipulation[] = [
  {
    what: 'a changed byte in a text',
    position: 2,
    change: edit(2, ({ text, hash }) => ({ text: text.replace('keyword', 'keywore'), hash })),
  },
  {
    what: 'a changed byte in the last text',
    position: 5,
    change: edit(5, ({ text, hash }) => ({ text: text.replace('keyword', 'keywore'), hash })),
  },
  { what: 'a changed digit in a hash', position: 3, change: edit(3, ({ text, hash }) => ({ text, hash: flip(hash) })) },
  {
    what: 'a changed digit in the last hash',
    position: 5,
    change: edit(5, ({ text, hash }) => ({ text, hash: flip(hash) })),
  },
  {
    what: 'a text that is torn',
    position: 4,
    change: edit(4, ({ text, hash }) => ({ text: text.slice(0, text.length / 2), hash })),
  },
  {
    what: 'a last text that is torn',
    position: 5,
    change: edit(5, ({ text, hash }) => ({ text: text.slice(0, -1), hash })),
  },
  { what: 'a text that is empty', position: 1, change: edit(1, ({ hash }) => ({ text: '', hash })) },
  { what: 'a record without a hash', position: 4, change: edit(4, ({ text }) => ({ text })) },
  { what: 'a record that is something else', position: 2, change: edit(2, () => [1, 2, 3]) },
  { what: 'a first record that is gone', position: 1, change: (records) => void records.splice(0, 1) },
  { what: 'a middle record that is gone', position: 3, change: (records) => void records.splice(2, 1) },
  { what: 'a last record that is gone', position: 5, change: (records) => void records.pop() },
  { what: 'records that are all gone', position: 1, change: (records) => void records.splice(0) },
  {
    what: 'two records in the wrong order',
    position: 2,
    change: (records) => void records.splice(1, 2, ...records.slice(1, 3).reverse()),
  },
  {
    what: 'a middle record that is doubled',
    position: 4,
    change: (records) => void records.splice(3, 0, records[2] as SealedRecord),
  },
  {
    what: 'a last record that is doubled',
    position: 6,
    change: (records) => void records.push(records[4] as SealedRecord),
  },
];

function flip(hash: string): string {
  return `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`;
}

describe('a log that something else wrote to', () => {
  const log = events.slice(0, 5);

  /** Writes records to the versions from 1 on, behind the back of the store. */
  async function write(records: readonly unknown[], stream = STREAM): Promise<void> {
    const { transaction } = await rawStores();
    const raw = transaction.objectStore('records');
    await raw.delete(IDBKeyRange.bound([stream, 0], [stream, Infinity]));
    await Promise.all(records.map((record, index) => raw.put(record as SealedRecord, [stream, index + 1])));
    await transaction.done;
  }

  async function rawStores() {
    const connection = await home.openRaw();
    return { transaction: connection.transaction(['streams', 'records'], 'readwrite') };
  }

  it.each(MANIPULATIONS)('is refused with the place: $what', async ({ change, position }) => {
    await store.append(STREAM, 0, log);
    const records = [...(await store.read(STREAM))];
    change(records);
    await write(records);
    const reading = indexedDbEventStore(await home.open())
      .read(STREAM)
      .then(openLog);
    await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'LogFaultError', position }));
  });

  it('is refused where its end was sealed anew', async () => {
    await store.append(STREAM, 0, log);
    await store.append('draft/forged', 0, [
      ...log.slice(0, 4),
      { ...(log[4] as DocumentEvent), summary: 'Something else' },
    ]);
    await write(await store.read('draft/forged'));
    const fault = expect.objectContaining({ name: 'LogFaultError', position: 5 });
    await expect(store.read(STREAM)).rejects.toThrow(fault);
    await expect(store.read(STREAM, 3)).rejects.toThrow(fault);
  });

  it('is refused where the head of its stream is gone', async () => {
    await store.append(STREAM, 0, log);
    const { transaction } = await rawStores();
    await transaction.objectStore('streams').delete(STREAM);
    await transaction.done;
    await expect(store.read(STREAM)).rejects.toThrow(expect.objectContaining({ name: 'LogFaultError', position: 1 }));
    // Nor is it written over: the append fails as a whole.
    await expect(store.append(STREAM, 0, [first])).rejects.toThrow(
      expect.objectContaining({ name: 'ConstraintError' }),
    );
    expect(await store.streams()).toEqual([]);
  });

  it('does not spoil the other streams', async () => {
    await store.append(STREAM, 0, log);
    await store.append('draft/b', 0, log);
    await write([]);
    expect(openLog(await store.read('draft/b')).events).toHaveLength(5);
  });
});

describe('a device without room', () => {
  const { origin } = location;
  const setQuota = (quota: { readonly quotaSize?: number }) =>
    cdp().send('Storage.overrideQuotaForOrigin', { origin, ...quota });
  afterEach(() => setQuota({}));

  it('keeps nothing of what was too much, and all that was kept before', async () => {
    // Chromium remembers for a while how much room an origin has; it forgets that with the origin's data. What earlier
    // tests have stored may be on the disk for longer, so the quota leaves more room than they take.
    await clearSiteData();
    await setQuota({ quotaSize: 10_000_000 });
    const full = indexedDbEventStore(await home.open());
    await full.append(STREAM, 0, [first]);
    const large = { ...second, summary: 'x'.repeat(16_000_000) };
    await expect(full.append(STREAM, 1, [second, large])).rejects.toThrow(
      expect.objectContaining({ name: 'StorageFullError' }),
    );
    expect(openLog(await full.read(STREAM)).events).toHaveLength(1);
    expect(await full.append(STREAM, 1, [second])).toEqual({ conflict: false, version: 2 });
    await setQuota({});
    expect(await full.append(STREAM, 2, [large])).toEqual({ conflict: false, version: 3 });
    expect(openLog(await full.read(STREAM)).events).toHaveLength(3);
    full.close();
  });
});
