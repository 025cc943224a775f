import type { DocumentEvent, SealedRecord } from '#domain/events';
import {
  chainAfter,
  EMPTY_HEAD,
  eventIdOf,
  headAfter,
  sealAfter,
  type StreamHead,
  namesByCommitment,
} from '#domain/log';
import {
  type AppendConflict,
  type Appended,
  changeListeners,
  type EventStore,
  StorageClosedError,
  type StreamChange,
  type StreamTip,
  type SetAsideEvents,
} from '#domain/ports';
import { indexedDbTailRepair } from './indexed-db-stream-ends.ts';
import { indexedDbKeptNames } from './indexed-db-kept-names.ts';
import { openDatabase, type Database, type OpenDatabaseOptions, type WriteTransaction } from './database.ts';
import { readStream } from './read-stream.ts';
import { streamChannel } from './stream-channel.ts';
import { versions } from './database-schema.ts';

/**
 * The log of this browser, over a database that others use too: closing the store leaves the database open.
 *
 * Beside what the port says, an append throws `StorageFullError` where there is no room and `StorageClosedError` where
 * the database is gone, and a read throws `LogFaultError` where a page of cold records is damaged and where a stream
 * does not end where its last append left it.
 */
export function indexedDbEventStore(database: Database): EventStore {
  const listeners = changeListeners(queueMicrotask);
  // A channel does not hear itself, but every other store on this database, in this tab or another.
  const channel = streamChannel(database, (change) => listeners.tell(change));
  /** Where this store's own appends left the streams: a guess, which each transaction checks. */
  const lastHeads = new Map<string, StreamHead>();
  const keptNames = indexedDbKeptNames(database);
  let isClosed = false;

  function assertOpen(): void {
    if (isClosed) throw new StorageClosedError('closed');
  }

  async function write(
    stream: string,
    expectedVersion: number,
    recordsAfter: (head: StreamHead) => readonly SealedRecord[],
    tip?: StreamTip,
  ): Promise<Appended | AppendConflict> {
    assertOpen();
    const added = await database.transact(
      ['streams', 'records', 'recorded'],
      'readwrite',
      async (transaction): Promise<StreamHead | AppendConflict> => {
        const head: StreamHead = (await transaction.objectStore('streams').get(stream)) ?? EMPTY_HEAD;
        if (
          head.version !== expectedVersion ||
          (tip !== undefined && !(await hasTip(transaction, stream, head, tip)))
        ) {
          // Only what is a replica of a trail is ever decided again.
          const isReplica = (await transaction.objectStore('recorded').getKey(stream)) !== undefined;
          const isRebased = isReplica && head.version <= expectedVersion;
          return { conflict: true, actualVersion: head.version, ...(isRebased && { isRebased }) };
        }
        const records = recordsAfter(head);
        if (records.length === 0) return head;
        const requests = add(transaction, stream, head, records);
        commit(transaction);
        await requests;
        return headAfter(head, records);
      },
    );
    return 'conflict' in added ? added : finish(stream, expectedVersion, added);
  }

  /**
   * As `write`, by a sixth faster: the records are on their way before the head has been read. Nothing is kept where it
   * turns out to be another one; null then.
   */
  async function writeAfter(
    head: StreamHead,
    stream: string,
    events: readonly DocumentEvent[],
  ): Promise<Appended | null> {
    assertOpen();
    const moved = new Error('The stream has another head');
    try {
      const added = await database.transact(['streams', 'records'], 'readwrite', async (transaction) => {
        const reading = transaction.objectStore('streams').get(stream);
        // Where sealing throws, nobody waits for it any more.
        reading.catch(() => {});
        const records = sealAfter(stream, head, events);
        const requests = add(transaction, stream, head, records);
        const found = await reading;
        if (found?.version !== head.version || found.hash !== head.hash) throw moved;
        commit(transaction);
        await requests;
        return headAfter(head, records);
      });
      return finish(stream, head.version, added);
    } catch (error) {
      if (error === moved) return null;
      throw error;
    }
  }

  function finish(stream: string, expectedVersion: number, head: StreamHead): Appended {
    const { version } = head;
    lastHeads.set(stream, head);
    if (version > expectedVersion) tell({ stream, version });
    return { conflict: false, version };
  }

  function tell(change: StreamChange): void {
    listeners.tell(change);
    // Closed while the transaction was under way: other tabs find the records when they next append.
    if (!isClosed) channel.postMessage(change);
  }

  return {
    ends: indexedDbTailRepair(database, tell),
    aside: indexedDbSetAside(database),
    keptNames,
    async authorNames() {
      assertOpen();
      return namesByCommitment(await keptNames.list());
    },
    async append(stream, expectedVersion, events, tip) {
      const head = lastHeads.get(stream);
      const isNext = head?.version === expectedVersion && events.length > 0;
      const appended = isNext ? await writeAfter(head, stream, events) : null;
      return appended ?? write(stream, expectedVersion, (found) => sealAfter(stream, found, events), tip);
    },
    appendSealed: (stream, expectedVersion, records) =>
      write(stream, expectedVersion, (head) => chainAfter(head, records)),
    async read(stream, afterVersion = 0) {
      assertOpen();
      return readStream(database, stream, afterVersion);
    },
    async rebases(stream) {
      const recorded = await database.transact(['recorded'], 'readonly', ({ store }) => store.get(stream));
      return recorded?.rebases ?? 0;
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

/** As {@link indexedDbEventStore}, with its own database, which is closed with the store. @throws StorageOpenError */
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

/**
 * Whether a stream is as it is known, and ends with the event. A last record that is not there is for reading to tell.
 */
async function hasTip(
  transaction: WriteTransaction<readonly ['streams', 'records', 'recorded']>,
  stream: string,
  { version }: StreamHead,
  { eventId, rebases }: StreamTip,
): Promise<boolean> {
  const [last, recorded] = await Promise.all([
    transaction.objectStore('records').get([stream, version]),
    transaction.objectStore('recorded').get(stream),
  ]);
  if ((recorded?.rebases ?? 0) !== rebases) return false;
  return last === undefined || eventId === undefined || eventIdOf(last) === eventId;
}

/** Requests the records and the new head of their stream; resolves when all requests are done. */
function add(
  transaction: Pick<WriteTransaction<readonly ['streams', 'records']>, 'objectStore'>,
  stream: string,
  head: StreamHead,
  records: readonly SealedRecord[],
): Promise<unknown> {
  const store = transaction.objectStore('records');
  // `add` refuses a key that is taken: no record is ever written over.
  const requests: Promise<unknown>[] = records.map((record, index) =>
    store.add(record, [stream, head.version + index + 1]),
  );
  requests.push(transaction.objectStore('streams').put({ stream, ...headAfter(head, records) }));
  const all = Promise.all(requests);
  // Where the transaction is given up, they fail with it, and it says why.
  all.catch(() => {});
  return all;
}

/**
 * Firefox (153) completes a transaction that was committed by `commit()` where a request but the last one failed, as
 * for want of room, and stores the other ones: a stream would end at a record that is not there.
 */
const COMMITS_AS_A_WHOLE = typeof navigator === 'undefined' || !navigator.userAgent.includes('Firefox/');

/**
 * Tells the browser that no more requests follow. Without it, the browser asks this thread first, and each append takes
 * a third longer.
 */
function commit(transaction: { commit(): void }): void {
  if (COMMITS_AS_A_WHOLE) transaction.commit();
}

/** The events that were set aside, as sessions show them. */
function indexedDbSetAside(database: Database): SetAsideEvents {
  return {
    list: (stream) =>
      database.transact(['aside'], 'readonly', ({ store }) => store.getAll(versions(stream, -Infinity))),
    dismiss: (stream, eventId) =>
      database.transact(['aside'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('aside');
        const events = await store.getAll(versions(stream, -Infinity));
        await Promise.all(
          events
            .filter((event) => event.eventId === eventId && !event.isDismissed)
            .map((event) => store.put({ ...event, isDismissed: true }, [stream, event.number])),
        );
      }),
  };
}
