import { observable, type Observable } from '../kit/observable.ts';
import { consoleLocalStorage, consoleStorageName, type StoragePlace } from './console-storage.ts';

/**
 * Under this key are the names to which the lists of a cluster are narrowed: the first request needs it before the code
 * of lists. The first cluster of the configuration has no id.
 */
export const listedNamesKey = (clusterId: string | null): string => `mapledger.listed/${clusterId ?? ''}`;

/** Returns the storage of preferences; throws where the page may not use it: then one lasts as long as the page. */
type PreferencePlace = () => StoragePlace;

/** The value that this device keeps under a key, or null. */
export function keptPreference(key: string, place: PreferencePlace = consoleLocalStorage): string | null {
  try {
    return place().getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a preference on this device; null removes it. False where that failed: there may be no storage, or no room. */
export function keepPreference(
  key: string,
  text: string | null,
  place: PreferencePlace = consoleLocalStorage,
): boolean {
  try {
    if (text === null) place().removeItem(key);
    else place().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export interface DevicePreference<T> extends Observable<T> {
  /** Changes it everywhere on the page at once. Returns whether the device keeps it longer than the page is open. */
  set(value: T): boolean;
}

/**
 * A preference that is read from the device once for each console. `read` gets the stored text; `write` returns the
 * text to store, null for the default.
 */
export function devicePreference<T extends object | string>(
  key: string,
  read: (text: string | null) => T,
  write: (value: T) => string | null,
  place: PreferencePlace = consoleLocalStorage,
): DevicePreference<T> {
  // Null until it was read.
  const current = observable<{ readonly console: string; readonly value: T } | null>(null);
  const show = (value: T) => current.set({ console: consoleStorageName(), value });
  return {
    subscribe: current.subscribe,
    getSnapshot() {
      const known = current.getSnapshot();
      if (known?.console === consoleStorageName()) return known.value;
      const value = read(keptPreference(key, place));
      show(value);
      return value;
    },
    set(value) {
      show(value);
      return keepPreference(key, write(value), place);
    },
  };
}
