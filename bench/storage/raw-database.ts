import type { SealedRecord } from '../../src/domain/index.ts';

/** IndexedDB as one writes it by hand, without any of our code: the floor of every figure. */
export interface RawDatabase {
  /** One text in one relaxed transaction; resolves when it has completed. */
  add(text: string, key: number): Promise<void>;
  addAll(records: readonly SealedRecord[]): Promise<void>;
  /** Reads every record and parses each text. */
  parseAll(): Promise<readonly unknown[]>;
}

export async function openRawDatabase(name: string): Promise<RawDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore('records');
  const database = await resultOf(opening);
  const write = () => database.transaction('records', 'readwrite', { durability: 'relaxed' });
  return {
    add(text, key) {
      const transaction = write();
      transaction.objectStore('records').add(text, key);
      return completed(transaction);
    },
    addAll(records) {
      const transaction = write();
      records.forEach((record, index) => transaction.objectStore('records').add(record, index));
      return completed(transaction);
    },
    async parseAll() {
      const records: readonly SealedRecord[] = await resultOf(database.transaction('records').objectStore('records').getAll());
      return records.map(({ text }): unknown => JSON.parse(text));
    },
  };
}

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
