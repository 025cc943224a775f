import { existsSync, statSync } from 'node:fs';
import Database from 'libsql';

export type SqliteFile = InstanceType<typeof Database>;

/** That the server's own data can't be used as it is: what is wrong with which file or folder, and what to do. */
export class DataError extends Error {
  override readonly name = 'DataError';
}

interface OpenOptions {
  /** What is lost where the file is replaced by a new one. */
  readonly holds: string;
  /** Told of what a person should know, though the server can go on. */
  readonly warn?: (line: string) => void;
}

/** How long a write waits for another process that has the file. */
const BUSY_TIMEOUT_MS = 5_000;
const DAMAGED: ReadonlySet<string> = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);

/**
 * Opens a file, made where it is missing, and looks whether all of it can be read; that takes as long as to read it. What is committed is on the disk.
 * @throws DataError where it is damaged or can't be opened
 */
export function openFile(file: string, { holds, warn }: OpenOptions): SqliteFile {
  const wasEmptied = existsSync(file) && statSync(file).size === 0;
  let database: SqliteFile | undefined;
  try {
    database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    // What is deleted is written over: erased texts and names must not stay in free pages.
    database.exec('PRAGMA secure_delete = ON');
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { readonly quick_check: string };
    if (found !== 'ok') throw Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' });
  } catch (error) {
    database?.close();
    throw openError(file, holds, error);
  }
  if (wasEmptied) warn?.(`${file} was empty. It has been created again: ${holds} start anew.`);
  return database;
}

function openError(file: string, holds: string, error: unknown): DataError {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isDamaged = DAMAGED.has(code) || /not a database|malformed/.test(reason);
  return new DataError(
    isDamaged
      ? `${file} is damaged, or not a SQLite database (${reason}). Restore it from a backup, or move it away to start without ${holds}.`
      : `${file} can’t be opened: ${reason}. Check that this user may write to it, or choose another folder with --data-dir.`,
    { cause: error },
  );
}
