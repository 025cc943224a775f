import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** As much as one page of a SQLite file: a disk may have room for a name, and for nothing in it. */
const PROBE_BYTES = 4_096;
/** Whoever asks more often gets the last result. */
const CHECKED_FOR_MS = 5_000;

/** Why what this server has to keep can't be written, or undefined where it can. Never rejects. */
export type StorageCheck = () => Promise<string | undefined>;

/** Writes to the data folder, and takes it away again. `now` returns epoch milliseconds. */
export function folderCheck(folder: string, now: () => number): StorageCheck {
  let last: { readonly at: number; readonly result: Promise<string | undefined> } | undefined;
  return () => {
    const at = now();
    if (last === undefined || at - last.at >= CHECKED_FOR_MS) last = { at, result: writeFault(folder) };
    return last.result;
  };
}

async function writeFault(folder: string): Promise<string | undefined> {
  const file = join(folder, `.probe-${randomUUID()}`);
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.write(Buffer.alloc(PROBE_BYTES));
      // A disk may take what it finds no room for when it is written through.
      await handle.sync();
    } finally {
      await handle.close();
    }
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
