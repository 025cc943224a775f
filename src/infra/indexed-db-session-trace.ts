import type { SessionTrace } from '#domain/ports';
import type { Database } from './database.ts';
import { formatEntry, parseEntry, TRACE_LIMIT } from './trace-text.ts';

/**
 * The session trace of this browser; a stream's entries beyond {@link TRACE_LIMIT} go as new ones come.
 *
 * It has a separate store in the database of the log: one opening, one layout, one set of problems to show. Its writes
 * wait for those of the log and those for them, as all writes of the database do (`Database.transact`): entries are
 * written in a millisecond or two, and nobody waits for them.
 */
export function indexedDbSessionTrace(database: Database): SessionTrace {
  return {
    async append(entry) {
      const { stream } = entry;
      const text = formatEntry(entry);
      await database.transact(['trace'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('trace');
        const newest = await store.openKeyCursor(entriesOf(stream), 'prev');
        const number = (newest?.key[1] ?? 0) + 1;
        await Promise.all([store.put(text, [stream, number]), store.delete(entriesOf(stream, number - TRACE_LIMIT))]);
      });
    },
    async read(stream) {
      const texts = await database.transact(['trace'], 'readonly', ({ store }) => store.getAll(entriesOf(stream)));
      return texts.map(parseEntry);
    },
  };
}

function entriesOf(stream: string, upTo = Infinity): IDBKeyRange {
  return IDBKeyRange.bound([stream, -Infinity], [stream, upTo]);
}
