import type { TabPresence, UnappliedContentStore, UnappliedKey } from '#domain/ports';
import {
  formatContent,
  isRemoved,
  keyOfStored,
  parseContent,
  removedContent,
  storeKeyOf,
  type StoredContent,
} from './unapplied-text.ts';

const PREFIX = 'mapledger-unapplied:';

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * A store whose changes are noted in the local storage until they are stored. A tab that is closed is not waited for:
 * what it begins to write comes to nothing where it has to wait for another tab, while the local storage has taken the
 * note before the page goes on. A page that reads what is not applied, in whatever tab, stores first what tabs have
 * left there that are gone. A browser that is killed may leave copies that were let go before: the store knows by their
 * times what was stored or removed since. Where there is no local storage, or no room in it, it is as without.
 */
export function copiedUnapplied(
  store: UnappliedContentStore,
  { findGone }: Pick<TabPresence, 'findGone'>,
  place: () => Place,
): UnappliedContentStore {
  let storing = Promise.resolve();
  const storeLeft = () => (storing = storing.then(() => storeCopies(store, findGone, place)).catch(() => undefined));

  return {
    ...store,
    async put(content) {
      const copy = copyOf(content);
      note(copy, place);
      await store.put(content);
      letGo(copy, place);
    },
    async remove(removal) {
      const copy = copyOf(removedContent(removal));
      // Without room for the note the copy must not bring the record back.
      attempt(() => place().removeItem(copy.key));
      note(copy, place);
      await storing;
      await store.remove(removal);
      letGo(copy, place);
    },
    async read(stream) {
      await storeLeft();
      return store.read(stream);
    },
    async adopt(...call) {
      await storeLeft();
      return store.adopt(...call);
    },
  };
}

function copyOf(content: StoredContent): Copy {
  return { key: PREFIX + JSON.stringify(storeKeyOf(content)), text: formatContent(content) };
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // As said above: the store is still written.
  }
}

interface Copy {
  readonly key: string;
  readonly text: string;
}

function note({ key, text }: Copy, place: () => Place): void {
  attempt(() => place().setItem(key, text));
}

/** Removes a copy, unless newer input has replaced it. */
function letGo({ key, text }: Copy, place: () => Place): void {
  attempt(() => {
    if (place().getItem(key) === text) place().removeItem(key);
  });
}

/** The copies that are there, of every tab. */
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

/** Stores what tabs have left that are gone. What can't be stored now, or read, stays, and holds up nothing. */
async function storeCopies(
  store: UnappliedContentStore,
  findGone: TabPresence['findGone'],
  place: () => Place,
): Promise<void> {
  const copies = copiesIn(place);
  if (copies.length === 0) return;
  const isGone = await findGone();
  for (const copy of copies) {
    const key = keyOfCopy(copy);
    if (key === null || !isGone(key.tab)) continue;
    try {
      const content = parseContent(copy.text);
      await (isRemoved(content) ? store.recoverRemoval(content) : store.recover(content));
      letGo(copy, place);
    } catch {
      // The next page tries it again.
    }
  }
}

/** Null where another version has made it. */
function keyOfCopy({ key }: Copy): UnappliedKey | null {
  try {
    return keyOfStored(JSON.parse(key.slice(PREFIX.length)));
  } catch {
    return null;
  }
}
