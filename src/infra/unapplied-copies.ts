import type { TabPresence, UnappliedContentStore, UnappliedKey } from '#domain/ports';
import { formatContent, keyOfStored, parseContent, storeKeyOf } from './unapplied-text.ts';

const PREFIX = 'mapledger-unapplied:';
/** Stands in the place of a copy until the record is removed. Not JSON, as all copies are. */
const REMOVED = 'removed';

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * A store whose changes are noted in the local storage until they are stored. A tab that is closed is not waited for: what it begins to write comes to
 * nothing where it has to wait for another tab, while the local storage has taken the note before the page goes on. A page that reads what is not
 * applied, in whatever tab, stores first what tabs have left there that are gone. Where there is no local storage, or no room in it, it is as without.
 */
export function copiedUnapplied(
  store: UnappliedContentStore,
  { findGone }: Pick<TabPresence, 'findGone'>,
  place: () => Place = () => window.localStorage,
): UnappliedContentStore {
  let storing = Promise.resolve();
  const storeLeft = () => (storing = storing.then(() => storeCopies(store, findGone, place)).catch(() => undefined));

  return {
    async put(content) {
      const copy = { key: copyKeyOf(content), text: formatContent(content) };
      note(copy, place);
      await store.put(content);
      letGo(copy, place);
    },
    async remove(key) {
      const copy = { key: copyKeyOf(key), text: REMOVED };
      // Without room for the note the copy must not bring the record back.
      attempt(() => place().removeItem(copy.key));
      note(copy, place);
      await storing;
      await store.remove(key);
      letGo(copy, place);
    },
    recover: (content) => store.recover(content),
    async read(stream) {
      await storeLeft();
      return store.read(stream);
    },
    async adopt(stream, tab, isAdoptable) {
      await storeLeft();
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

function note({ key, text }: Copy, place: () => Place): void {
  attempt(() => place().setItem(key, text));
}

/** What was typed since it was made has a copy of its own in its place, which stays. */
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
      await (copy.text === REMOVED ? store.remove(key) : store.recover(parseContent(copy.text)));
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
