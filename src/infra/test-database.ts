import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { cdp } from 'vitest/browser';
import type { SealedRecord } from '#domain/events';
import { versions, type DatabaseSchema } from './database-schema.ts';
import { openDatabase, type Database, type OpenDatabaseOptions } from './database.ts';

/** A database for one test, under a name that no other has. */
export interface TestDatabase {
  readonly name: string;
  /** As another tab or the next visit opens it. */
  open(options?: Omit<OpenDatabaseOptions, 'name'>): Promise<Database>;
  /** A raw connection, to read the stores and to change them in any way. */
  openRaw(version?: number): Promise<IDBPDatabase<DatabaseSchema>>;
  /** Changes the records of a stream that are in no page, behind the back of all stores. */
  damage(stream: string, change: (records: SealedRecord[]) => void): Promise<void>;
  /** Closes what was opened here, and deletes the database. */
  destroy(): Promise<void>;
}

export function testDatabase(): TestDatabase {
  const name = `test-${crypto.randomUUID()}`;
  const opened: { close(): void }[] = [];
  const keep = <T extends { close(): void }>(connection: T): T => {
    opened.push(connection);
    return connection;
  };
  return {
    name,
    open: async (options) => keep(await openDatabase({ ...options, name })),
    openRaw: async (version) => keep(await openDB<DatabaseSchema>(name, version)),
    async damage(stream, change) {
      const raw = await openDB<DatabaseSchema>(name);
      const { store, done } = raw.transaction('records', 'readwrite');
      const [keys, values] = await Promise.all([
        store.getAllKeys(versions(stream, 0)),
        store.getAll(versions(stream, 0)),
      ]);
      const firstVersion = keys[0]?.[1] ?? 1;
      change(values);
      await store.delete(versions(stream, 0));
      await Promise.all([...values.map((record, index) => store.put(record, [stream, firstVersion + index])), done]);
      raw.close();
    },
    async destroy() {
      for (const connection of opened) connection.close();
      await deleteDB(name);
    },
  };
}

/** Clears what this origin stores, as the settings of the browser do. */
export async function clearSiteData(): Promise<void> {
  await cdp().send('Storage.clearDataForOrigin', { origin: location.origin, storageTypes: 'indexeddb' });
  // Chromium aborts the requests that meet the end of the clearing, one in thirty here.
  while (await isAborted(deleteDB('nothing'))) continue;
}

function isAborted(request: Promise<unknown>): Promise<boolean> {
  return request.then(
    () => false,
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') return true;
      throw error;
    },
  );
}
