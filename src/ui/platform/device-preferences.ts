import { observable, type Observable } from '../kit/observable.ts';

/** The browser's local storage, or null where the page may not use it: then a preference lasts as long as the page. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The value that this device keeps under a key, or null. */
export function keptPreference(key: string): string | null {
  return storage()?.getItem(key) ?? null;
}

/** Keeps a preference on this device; null removes it. False where that failed: there may be no storage, or no room. */
export function keepPreference(key: string, text: string | null): boolean {
  try {
    const place = storage();
    if (text === null) place?.removeItem(key);
    else place?.setItem(key, text);
    return place !== null;
  } catch {
    return false;
  }
}

export interface DevicePreference<T> extends Observable<T> {
  /** Changes it everywhere on the page at once. Returns whether the device keeps it longer than the page is open. */
  set(value: T): boolean;
}

/**
 * A preference that is read from the device once. `read` gets the stored text; `write` returns the text to store, null
 * for the default.
 */
export function devicePreference<T extends object | string>(
  key: string,
  read: (text: string | null) => T,
  write: (value: T) => string | null,
): DevicePreference<T> {
  // Null until it was read.
  const current = observable<T | null>(null);
  return {
    subscribe: current.subscribe,
    getSnapshot() {
      const known = current.getSnapshot();
      if (known !== null) return known;
      const value = read(keptPreference(key));
      current.set(value);
      return value;
    },
    set(value) {
      current.set(value);
      return keepPreference(key, write(value));
    },
  };
}
