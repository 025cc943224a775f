import { join } from 'node:path';
import Database from 'libsql';
import { errorText } from '#domain/json';
import { DataError } from './open-file.ts';

/** Holds nothing: what counts is who has it locked. */
const LOCK_FILE = 'server.lock';

/** A data folder that no other server may use. */
export interface FolderLock {
  /** Lets others have it. */
  close(): void;
}

/**
 * Has the data folder for this process alone. SQLite holds a lock of the operating system on a file in it, which goes
 * with the process, however that ends.
 * @throws DataError where another process has it; `takenBy` says so in a sentence
 */
export function lockFolder(folder: string, takenBy = takenByServer(folder)): FolderLock {
  const file = join(folder, LOCK_FILE);
  let database: InstanceType<typeof Database> | undefined;
  try {
    database = new Database(file, { timeout: 0 });
    // A journal on the disk would need room, which a full disk has none of.
    database.exec('PRAGMA journal_mode = MEMORY');
    // Never committed: the lock lasts as long as the transaction.
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const isTaken = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
    throw new DataError(
      isTaken || /locked/.test(errorText(error))
        ? takenBy
        : `The data folder ${folder} can’t be locked (${file}): ${errorText(error)}. Check that this user may write to it, or choose another with --data-dir.`,
      { cause: error },
    );
  }
  const held = database;
  return { close: () => void held.close() };
}

function takenByServer(folder: string): string {
  return `Another Mapledger server is using the data folder ${folder}. Stop it, or choose another folder with --data-dir.`;
}
