import type { TabPresence, UnappliedContent, UnappliedContentStore, UnappliedKey } from '#domain/ports';
import { formatContent, parseContent, storeKeyOf } from './unapplied-text.ts';

const PREFIX = 'mapledger-unapplied:';

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * A store whose records are copied to the session storage until they are stored. A page that goes is not waited for: what it begins to write may come
 * to nothing, while the session storage has taken the copy before it goes on. The next page of the tab stores what is left there. Where there is no
 * session storage, or no room in it, it is as without.
 */
export function copiedUnapplied(
  store: UnappliedContentStore,
  { findGone }: Pick<TabPresence, 'findGone'>,
  place: () => Place = () => window.sessionStorage,
): UnappliedContentStore {
  const left = takeLeft(place);
  const storing = storeLeft(store, left, findGone);

  return {
    async put(content) {
      const key = copyKeyOf(content);
      const copy = formatContent(content);
      attempt(() => place().setItem(key, copy));
      try {
        await storing;
        await store.put(content);
      } finally {
        // What was typed since then has a copy of its own in this place.
        attempt(() => {
          if (place().getItem(key) === copy) place().removeItem(key);
        });
      }
    },
    async remove(key) {
      attempt(() => place().removeItem(copyKeyOf(key)));
      await storing;
      await store.remove(key);
    },
    async read(stream) {
      await storing;
      return store.read(stream);
    },
    async adopt(stream, tab, isAdoptable) {
      await storing;
      return store.adopt(stream, tab, isAdoptable);
    },
  };
}

function copyKeyOf(key: UnappliedKey): string {
  return PREFIX + JSON.stringify(storeKeyOf(key));
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // As said above: it is written to the store all the same.
  }
}

/** The copies that the page before has left. */
function takeLeft(place: () => Place): readonly UnappliedContent[] {
  const found: UnappliedContent[] = [];
  attempt(() => {
    const storage = place();
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
      (key) => key?.startsWith(PREFIX) === true,
    );
    for (const key of keys as string[]) {
      const text = storage.getItem(key);
      storage.removeItem(key);
      if (text !== null) found.push(parseContent(text));
    }
  });
  return found;
}

/** A tab that was duplicated has copies of one that is alive: those are left to that one. */
async function storeLeft(
  store: UnappliedContentStore,
  left: readonly UnappliedContent[],
  findGone: TabPresence['findGone'],
): Promise<void> {
  if (left.length === 0) return;
  const isGone = await findGone();
  for (const copy of left.filter(({ tab }) => isGone(tab))) {
    const key = copyKeyOf(copy);
    const stored = (await store.read(copy.stream)).find((record) => copyKeyOf(record) === key);
    if (stored === undefined || stored.at < copy.at) await store.put(copy);
  }
}
