import type { SealedRecord } from '#domain/events';

/** IndexedDB as one writes it by hand, without any of our code: the floor of every figure. */
export interface RawDatabase {
  /** One text in one relaxed transaction; resolves when it has completed. */
  add(text: string, key: number): Promise<void>;
  /**
   * One text as our store has to keep it: in one transaction with the head of its stream, which is read and found to be what it
   * was, so that no other tab can have been there; told to other tabs then. Without chain, hash and errors.
   */
  addGuarded(text: string, version: number): Promise<void>;
  addAll(records: readonly SealedRecord[]): Promise<void>;
  /** Reads every record and parses each text. */
  parseAll(): Promise<readonly unknown[]>;
}

export async function openRawDatabase(name: string): Promise<RawDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('records');
    opening.result.createObjectStore('guarded');
    opening.result.createObjectStore('streams', { keyPath: 'stream' });
  };
  const database = await resultOf(opening);
  const channel = new BroadcastChannel(name);
  const write = () => database.transaction('records', 'readwrite', { durability: 'relaxed' });
  return {
    add(text, key) {
      const transaction = write();
      transaction.objectStore('records').add(text, key);
      return completed(transaction);
    },
    async addGuarded(text, version) {
      const transaction = database.transaction(['streams', 'guarded'], 'readwrite', { durability: 'relaxed' });
      const streams: IDBObjectStore = transaction.objectStore('streams');
      const reading: IDBRequest<{ readonly version: number } | undefined> = streams.get(STREAM);
      reading.onsuccess = () => {
        if ((reading.result?.version ?? version - 1) === version - 1) transaction.commit();
        else transaction.abort();
      };
      transaction.objectStore('guarded').add({ text, hash: HASH }, [STREAM, version]);
      streams.put({ stream: STREAM, version, hash: HASH });
      await completed(transaction);
      channel.postMessage({ stream: STREAM, version });
    },
    addAll(records) {
      const transaction = write();
      records.forEach((record, index) => transaction.objectStore('records').add(record, index));
      return completed(transaction);
    },
    async parseAll() {
      const records: readonly SealedRecord[] = await resultOf(
        database.transaction('records').objectStore('records').getAll(),
      );
      return records.map(({ text }): unknown => JSON.parse(text));
    },
  };
}

const STREAM = 'draft/bench';
const HASH = '0'.repeat(64);

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The request failed'));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'));
  });
}
