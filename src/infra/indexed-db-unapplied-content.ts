import type { UnappliedContentStore } from '#domain/ports';
import type { Database } from './database.ts';
import { adoptedBy, formatContent, isRecovered, oldestFirst, parseContent, storeKeyOf } from './unapplied-text.ts';

/** What was typed and not applied in this browser, in a store of its own beside log and trace. */
export function indexedDbUnappliedContent(database: Database): UnappliedContentStore {
  return {
    async put(content) {
      const text = formatContent(content);
      await database.transact(['unapplied'], 'readwrite', async (transaction) => {
        const putting = transaction.objectStore('unapplied').put(text, storeKeyOf(content));
        // Asked for at once: a page that goes does not see the request succeed, and what it did not commit is taken back.
        transaction.commit();
        await putting;
      });
    },
    async remove(key) {
      await database.transact(['unapplied'], 'readwrite', async (transaction) => {
        const deleting = transaction.objectStore('unapplied').delete(storeKeyOf(key));
        transaction.commit();
        await deleting;
      });
    },
    async recover(content) {
      const text = formatContent(content);
      await database.transact(['unapplied'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('unapplied');
        const texts = await store.getAll(recordsOf(content.stream));
        if (!isRecovered(content, texts.map(parseContent))) await store.put(text, storeKeyOf(content));
      });
    },
    async read(stream) {
      const texts = await database.transact(['unapplied'], 'readonly', (transaction) =>
        transaction.objectStore('unapplied').getAll(recordsOf(stream)),
      );
      return oldestFirst(texts.map(parseContent));
    },
    async adopt(stream, tab, isAdoptable) {
      return database.transact(['unapplied'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('unapplied');
        const texts = await store.getAll(recordsOf(stream));
        const adopted = adoptedBy(tab, texts.map(parseContent), isAdoptable).map((content) => ({
          before: content,
          after: { ...content, tab },
        }));
        await Promise.all(
          adopted.flatMap(({ before, after }) => [
            store.delete(storeKeyOf(before)),
            store.put(formatContent(after), storeKeyOf(after)),
          ]),
        );
        return adopted.map(({ after }) => after);
      });
    },
  };
}

/** Every array sorts after every string, and so after all tabs. */
function recordsOf(stream: string): IDBKeyRange {
  return IDBKeyRange.bound([stream], [stream, []]);
}
