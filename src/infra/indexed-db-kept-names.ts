import type { KeptNames } from '#domain/ports';
import type { Database } from './database.ts';

/** Names behind the commitments in recorded events. */
export function indexedDbKeptNames(database: Database): KeptNames {
  return {
    list: () => database.transact(['names'], 'readonly', ({ store }) => store.getAll()),
    async keep(names) {
      if (names.length === 0) return;
      await database.transact(['names'], 'readwrite', async (transaction) => {
        await Promise.all(names.map((name) => transaction.objectStore('names').put(name)));
      });
    },
  };
}
