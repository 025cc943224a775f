import { deleteDB, openDB } from 'idb';

/** Just above the 4 MiB at which Chromium puts its log away and begins another. */
const FILLER_COUNT = 80;
/** Larger values go into separate files and stay out of the log. */
const FILLER_LENGTH = 60_000;

/**
 * Makes the browser begin a fresh log, unless another open tab of this browser has done so; resolves with whether this
 * call did it.
 *
 * Chromium (156) that was killed may leave the beginning of a record at the end of its log, goes on writing behind that
 * when it is started again, and one start later takes the log for damaged and deletes all databases of the site.
 * Between those two starts nothing is wrong yet, and filling the log gets it put away. All databases of a site share
 * that log, so the filler has a separate database, which is deleted at once. See docs/decisions/0009.
 */
export async function renewBrowserLog(name = 'mapledger'): Promise<boolean> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return false;
  return new Promise((resolve, reject) => {
    // Held for as long as the page lives: the first tab after a start finds it free.
    const holding = navigator.locks.request(`mapledger:${name}:renewal`, { ifAvailable: true }, async (lock) => {
      if (lock === null) {
        resolve(false);
        return;
      }
      await fill(`${name}-renewal`);
      resolve(true);
      return new Promise<never>(() => {});
    });
    holding.catch(reject);
  });
}

async function fill(name: string): Promise<void> {
  const connection = await openDB(name, 1, { upgrade: (opened) => void opened.createObjectStore('filler') });
  try {
    const { store, done } = connection.transaction('filler', 'readwrite');
    const filler = 'x'.repeat(FILLER_LENGTH);
    await Promise.all([...Array.from({ length: FILLER_COUNT }, (_, index) => store.put(filler, index)), done]);
    // The log is put away by the first write that finds it full.
    await connection.clear('filler');
  } finally {
    connection.close();
    await deleteDB(name);
  }
}
