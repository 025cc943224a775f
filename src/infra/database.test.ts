import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { openIndexedDbEventStore } from './indexed-db-event-store.ts';

// Node has no IndexedDB, as some browsers have none for some pages.
it.each([openDatabase, openIndexedDbEventStore])('opens nothing where there is no IndexedDB: %o', async (open) => {
  await expect(open()).rejects.toThrow(expect.objectContaining({ name: 'StorageOpenError', reason: 'unavailable' }));
});
