/** The name of a console's database, and the start of its keys in the local storage, where nothing else is chosen. */
export const DEFAULT_STORAGE_NAME = 'mapledger';

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * The local storage as one console sees it. Consoles of different servers may have one origin, as below one address:
 * the keys of each start with its name, and it does not find those of the others. Those of the default name are as they
 * are, since browsers have them.
 */
export function localStorageOf(name: string, whole: () => Place = () => window.localStorage): () => Place {
  if (name === DEFAULT_STORAGE_NAME) return whole;
  const start = `${name}:`;
  return () => {
    const storage = whole();
    return {
      getItem: (key) => storage.getItem(start + key),
      setItem: (key, text) => storage.setItem(start + key, text),
      removeItem: (key) => storage.removeItem(start + key),
      get length() {
        return storage.length;
      },
      key(index) {
        const key = storage.key(index);
        return key?.startsWith(start) === true ? key.slice(start.length) : null;
      },
    };
  };
}
