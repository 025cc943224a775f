import { type AppendConflict, type Appended, type EventStore, LogFaultError, type SealedRecord, StorageClosedError, type StreamInfo } from '../domain/index.ts';
import { changeListeners } from './change-listeners.ts';
import { openDatabase, type Database, type OpenDatabaseOptions } from './database.ts';
import { chainAfter, EMPTY_HEAD, headAfter, sealAfter, type StreamHead } from './stream-head.ts';

/**
 * The log of this browser, over a database that others use too: closing the store leaves the database open.
 *
 * Beside what the port says, an append throws `StorageFullError` where there is no room and `StorageClosedError` where the
 * database is gone, and a read throws `LogFaultError` where a stream does not end where its last append left it.
 */
export function indexedDbEventStore(database: Database): EventStore {
  const listeners = changeListeners();
  // A channel does not hear itself, but every other store on this database, in this tab or another.
  const channel = new BroadcastChannel(`mapledger:${database.name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isStreamInfo(data)) listeners.tell({ stream: data.stream, version: data.version });
  });
  let isClosed = false;

  function assertOpen(): void {
    if (isClosed) throw new StorageClosedError('closed');
  }

  async function write(
    stream: string,
    expectedVersion: number,
    recordsAfter: (head: StreamHead) => readonly SealedRecord[],
  ): Promise<Appended | AppendConflict> {
    assertOpen();
    const result = await database.transact(['streams', 'records'], 'readwrite', async (transaction): Promise<Appended | AppendConflict> => {
      const heads = transaction.objectStore('streams');
      const head: StreamHead = (await heads.get(stream)) ?? EMPTY_HEAD;
      if (head.version !== expectedVersion) return { conflict: true, actualVersion: head.version };
      const records = recordsAfter(head);
      if (records.length === 0) return { conflict: false, version: head.version };
      const { version, hash } = headAfter(head, records);
      const store = transaction.objectStore('records');
      // `add` refuses a key that is taken: no record is ever written over.
      const requests = records.map((record, index) => store.add(record, [stream, head.version + index + 1]));
      const all = Promise.all([...requests, heads.put({ stream, version, hash })]);
      // Nothing follows: without a word the browser asks this thread first, which costs a third more for each append.
      transaction.commit();
      await all;
      return { conflict: false, version };
    });
    if (!result.conflict && result.version > expectedVersion) tell({ stream, version: result.version });
    return result;
  }

  function tell(change: StreamInfo): void {
    listeners.tell(change);
    // Closed while the transaction was under way: other tabs find the records when they next append.
    if (!isClosed) channel.postMessage(change);
  }

  return {
    append: (stream, expectedVersion, events) => write(stream, expectedVersion, (head) => sealAfter(stream, head, events)),
    appendSealed: (stream, expectedVersion, records) => write(stream, expectedVersion, (head) => chainAfter(head, records)),
    async read(stream, afterVersion = 0) {
      assertOpen();
      return database.transact(['streams', 'records'], 'readonly', async (transaction) => {
        const [head = EMPTY_HEAD, records] = await Promise.all([
          transaction.objectStore('streams').get(stream),
          transaction.objectStore('records').getAll(versionsAfter(stream, afterVersion)),
        ]);
        return checkRead(records, head, afterVersion);
      });
    },
    async streams() {
      assertOpen();
      const heads = await database.transact(['streams'], 'readonly', ({ store }) => store.getAll());
      return heads.map(({ stream, version }) => ({ stream, version }));
    },
    subscribe: (listener) => listeners.add(listener),
    close() {
      isClosed = true;
      listeners.clear();
      channel.close();
    },
  };
}

/** As {@link indexedDbEventStore}, with a database of its own, which is closed with the store. @throws StorageOpenError */
export async function openIndexedDbEventStore(options?: OpenDatabaseOptions): Promise<EventStore> {
  const database = await openDatabase(options);
  const store = indexedDbEventStore(database);
  return {
    ...store,
    close() {
      store.close();
      database.close();
    },
  };
}

function versionsAfter(stream: string, version: number): IDBKeyRange {
  return IDBKeyRange.bound([stream, version], [stream, Infinity], true);
}

/**
 * Refuses what the chain of hashes can't tell: values that are no records, and an end that is not the end. Without
 * this, a stream whose last record got lost would read as a shorter one that no append fits.
 */
function checkRead(values: readonly unknown[], head: StreamHead, afterVersion: number): readonly SealedRecord[] {
  const records = values.map((value, index) => {
    if (isSealedRecord(value)) return value;
    throw new LogFaultError(afterVersion + index + 1, 'it is not a text with its hash');
  });
  const last = afterVersion + records.length;
  if (records.length === 0 ? head.version <= afterVersion : records.at(-1)?.hash === head.hash) return records;
  if (last < head.version) throw new LogFaultError(last + 1, `it is missing: the stream ends at version ${head.version}`);
  if (last > head.version) throw new LogFaultError(head.version + 1, `the stream ends before it, at version ${head.version}`);
  throw new LogFaultError(last, 'its hash is not the one that the stream ends with');
}

function isSealedRecord(value: unknown): value is SealedRecord {
  return isObjectWith(value, 'text', 'hash') && typeof value.text === 'string' && typeof value.hash === 'string';
}

/** A page of another version may share the channel. */
function isStreamInfo(value: unknown): value is StreamInfo {
  return isObjectWith(value, 'stream', 'version') && typeof value.stream === 'string' && typeof value.version === 'number';
}

function isObjectWith<Key extends string>(value: unknown, ...keys: readonly Key[]): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => Object.hasOwn(value, key));
}
