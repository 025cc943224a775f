import type { Clock, UnappliedContentStore } from '#domain/ports';
import type { Database } from './database.ts';
import {
  adoptedBy,
  formatContent,
  isRecovered,
  isRemoved,
  parseContent,
  removedContent,
  storeKeyOf,
  typedIn,
  type StoredContent,
} from './unapplied-text.ts';

/** How long removals are known, in ms: far longer than a browser needs to write its local storage. */
const REMOVALS_KEPT_MS = 24 * 60 * 60 * 1_000;

/** Input that was typed and not applied in this browser, in a separate store next to log and trace. */
export function indexedDbUnappliedContent(database: Database, clock: Clock): UnappliedContentStore {
  async function put(content: StoredContent): Promise<void> {
    const text = formatContent(content);
    await database.transact(['unapplied'], 'readwrite', async (transaction) => {
      const putting = transaction.objectStore('unapplied').put(text, storeKeyOf(content));
      // Asked for at once: a page that goes does not see the request succeed, and what it did not commit is taken back.
      transaction.commit();
      await putting;
    });
  }

  async function recover(content: StoredContent): Promise<void> {
    const text = formatContent(content);
    await database.transact(['unapplied'], 'readwrite', async (transaction) => {
      const store = transaction.objectStore('unapplied');
      const texts = await store.getAll(recordsOf(content.stream));
      if (!isRecovered(content, texts.map(parseContent))) await store.put(text, storeKeyOf(content));
    });
  }

  return {
    put,
    remove: (removal) => put(removedContent(removal)),
    recover,
    recoverRemoval: (removal) => recover(removedContent(removal)),
    async read(stream) {
      const texts = await database.transact(['unapplied'], 'readonly', (transaction) =>
        transaction.objectStore('unapplied').getAll(recordsOf(stream)),
      );
      return typedIn(texts.map(parseContent));
    },
    async adopt(stream, tab, isAdoptable) {
      const forgotten = new Date(Date.parse(clock.now()) - REMOVALS_KEPT_MS).toISOString();
      return database.transact(['unapplied'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('unapplied');
        const contents = (await store.getAll(recordsOf(stream))).map(parseContent);
        const adopted = adoptedBy(tab, contents, isAdoptable);
        const own = adopted.map((content) => ({ ...content, tab }));
        await Promise.all([
          ...contents
            .filter((content) => isRemoved(content) && content.at < forgotten)
            .map((content) => store.delete(storeKeyOf(content))),
          ...[...adopted.map(removedContent), ...own].map((content) =>
            store.put(formatContent(content), storeKeyOf(content)),
          ),
        ]);
        return own;
      });
    },
  };
}

/** Every array sorts after every string, and so after all tabs. */
function recordsOf(stream: string): IDBKeyRange {
  return IDBKeyRange.bound([stream], [stream, []]);
}
