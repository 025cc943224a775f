import { isObject, parseJson, type JsonObject } from '#domain/json';
import type { RememberedDrafts, RememberedStorage, StorageMemory } from '#domain/ports';

const KEY = 'mapledger.stored';

type Place = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Remembers facts about the database in the local storage, which the browser deletes separately. If that is unavailable
 * or full, nothing is remembered and no error is shown: it only serves to notice a loss.
 */
export function localStorageMemory(place: () => Place): StorageMemory {
  return {
    recall() {
      try {
        const loaded = parseJson(place().getItem(KEY) ?? 'null');
        if (!isObject(loaded)) return null;
        const [drafts, lost] = [draftsIn(loaded), isObject(loaded['lost']) ? draftsIn(loaded['lost']) : null];
        const list = loaded['list'];
        return drafts === null
          ? null
          : { ...drafts, ...(typeof list === 'string' && { list }), ...(lost !== null && { lost }) };
      } catch {
        return null;
      }
    },
    remember({ drafts, seenAt, list, lost }: RememberedStorage) {
      try {
        place().setItem(KEY, JSON.stringify({ drafts, seenAt, list, lost }));
      } catch {
        // As said above.
      }
    },
  };
}

/** The value may be from another version or another program. */
function draftsIn({ drafts, seenAt }: JsonObject): RememberedDrafts | null {
  return typeof drafts === 'number' &&
    Number.isSafeInteger(drafts) &&
    drafts >= 0 &&
    typeof seenAt === 'string' &&
    !Number.isNaN(Date.parse(seenAt))
    ? { drafts, seenAt }
    : null;
}
