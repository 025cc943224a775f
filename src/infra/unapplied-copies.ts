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
  // Read before this page has copies of its own. What can't be stored now stays for the next page, and holds up nothing.
  const storing = storeLeft(store, copiesIn(place), findGone, place).catch(() => undefined);

  return {
    async put(content) {
      const key = copyKeyOf(content);
      const copy = formatContent(content);
      attempt(() => place().setItem(key, copy));
      await storing;
      await store.put(content);
      letGo({ key, text: copy }, place);
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

interface Copy {
  readonly key: string;
  readonly text: string;
}

/** What was typed since it was made has a copy of its own in its place, which stays. */
function letGo({ key, text }: Copy, place: () => Place): void {
  attempt(() => {
    if (place().getItem(key) === text) place().removeItem(key);
  });
}

/** The copies that are there. */
function copiesIn(place: () => Place): readonly Copy[] {
  const found: Copy[] = [];
  attempt(() => {
    const storage = place();
    for (let index = 0; index < storage.length; index++) {
      const key = storage.key(index);
      const text = key?.startsWith(PREFIX) === true ? storage.getItem(key) : null;
      if (key !== null && text !== null) found.push({ key, text });
    }
  });
  return found;
}

/** A tab that was duplicated has copies of one that is alive: those are left to that one. */
async function storeLeft(
  store: UnappliedContentStore,
  left: readonly Copy[],
  findGone: TabPresence['findGone'],
  place: () => Place,
): Promise<void> {
  if (left.length === 0) return;
  const isGone = await findGone();
  for (const copy of left) {
    const content = contentOf(copy);
    if (content === null) continue;
    if (isGone(content.tab)) {
      const stored = (await store.read(content.stream)).find((record) => copyKeyOf(record) === copy.key);
      if (stored === undefined || stored.at < content.at) await store.put(content);
    }
    letGo(copy, place);
  }
}

/** Null where it can't be read, as what another version has written. */
function contentOf({ text }: Copy): UnappliedContent | null {
  try {
    return parseContent(text);
  } catch {
    return null;
  }
}
