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
