import { observable, type Observable } from '../kit/observable.ts';

/** The browser's own small storage, or null where the page may not use it: then a preference lasts as long as the page. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** What this device keeps under a key, or null. */
export function keptPreference(key: string): string | null {
  return storage()?.getItem(key) ?? null;
}

/** Keeps a preference on this device, or with null forgets it. Whether that was done: there may be no storage, or no room. */
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
  /** Changes it everywhere on the page at once. Whether the device keeps it longer than the page is open. */
  set(value: T): boolean;
}

/** A preference that is read from the device once; `read` gets what is kept, and `write` gives what to keep, null for the default. */
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
