/** As much as a database needs to be opened: its log is written anew. */
const ROOM_BYTES = 4_000_000;
const FILE = 'mapledger-room';

/**
 * Whether a file of a few megabytes can be written; null where the browser lets nobody try. Chromium (156) drops a
 * database that it is asked to open while the disk is full, and reports a quota that has nothing to do with the disk.
 */
export async function hasDiskRoom(): Promise<boolean | null> {
  // Pages over plain HTTP have no storage manager.
  const storage: Partial<StorageManager> | undefined = typeof navigator === 'undefined' ? undefined : navigator.storage;
  if (storage?.getDirectory === undefined) return null;
  try {
    const folder = await storage.getDirectory();
    const file = await folder.getFileHandle(FILE, { create: true });
    try {
      const writable = await file.createWritable();
      await writable.write(new Uint8Array(ROOM_BYTES));
      await writable.close();
    } finally {
      await folder.removeEntry(FILE).catch(() => undefined);
    }
    return true;
  } catch {
    return false;
  }
}
