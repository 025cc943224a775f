/** The name of a console's database, and the start of its keys in the storages of the browser, by default. */
export const DEFAULT_STORAGE_NAME = 'mapledger';

export type StoragePlace = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * The local storage as one console sees it. Consoles of different servers may have one origin, as below one address:
 * the keys of each start with its name, and it does not find those of the others. Those of the default name are as they
 * are, since browsers have them.
 */
export function localStorageOf(
  name: string,
  whole: () => StoragePlace = () => window.localStorage,
): () => StoragePlace {
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

/** The storage of the tab as one console sees it. */
export function sessionStorageOf(name: string): () => StoragePlace {
  return localStorageOf(name, () => window.sessionStorage);
}

let current = DEFAULT_STORAGE_NAME;

/** Names the storages of the console of this page; call it before anything is read from them. */
export function nameConsoleStorage(name: string): void {
  current = name;
}

/** The name that the console of this page has now. */
export function consoleStorageName(): string {
  return current;
}

/** The local storage of the console of this page. Throws where the page may not use it. */
export function consoleLocalStorage(): StoragePlace {
  return localStorageOf(current)();
}

/** The storage of this tab for the console of this page. Throws where the page may not use it. */
export function consoleSessionStorage(): StoragePlace {
  return sessionStorageOf(current)();
}
