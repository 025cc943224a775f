import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import Database from 'libsql';
import { oneRowQuery } from './row-query.ts';

export type SqliteFile = InstanceType<typeof Database>;

/** The server's data can't be used. The message names the file or folder, the fault and what to do. */
export class DataError extends Error {
  override readonly name = 'DataError';
}

interface OpenOptions {
  /** What is lost where the file is replaced by a new one. */
  readonly holds: string;
  /** Called with a warning for people that does not keep the server from running. */
  readonly warn?: (line: string) => void;
}

/** How long a write waits for another process that has the file. */
const BUSY_TIMEOUT_MS = 5_000;
/** For reading and writing by the owner. */
const PRIVATE = 0o600;
const DAMAGED: ReadonlySet<string> = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);

/**
 * Opens a file, made where it is missing, and looks whether all of it can be read; that takes as long as to read it.
 * What is committed is on the disk.
 * @throws DataError where it is damaged or can't be opened
 */
export function openFile(file: string, { holds, warn }: OpenOptions): SqliteFile {
  const wasEmptied = existsSync(file) && statSync(file).size === 0;
  let database: SqliteFile | undefined;
  try {
    keepPrivate(file);
    database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    // What is deleted is written over: erased texts and names must not stay in free pages.
    database.exec('PRAGMA secure_delete = ON');
    const { quick_check: found } = oneRowQuery<{ readonly quick_check: string }>(
      database,
      'PRAGMA quick_check(1)',
    ).get();
    if (found !== 'ok') throw Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' });
  } catch (error) {
    database?.close();
    throw openError(file, holds, error);
  }
  if (wasEmptied) warn?.(`${file} was empty. It has been created again: ${holds} start empty.`);
  return database;
}

/**
 * What the file holds is for the user of the server alone, also in a folder that others may read. SQLite gives the
 * files beside it the same rights.
 */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, PRIVATE);
}

function openError(file: string, holds: string, error: unknown): DataError {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isDamaged = DAMAGED.has(code) || /not a database|malformed/.test(reason);
  return new DataError(
    isDamaged
      ? `${file} is damaged, or not a SQLite database (${reason}). Restore it from a backup of the folder: it holds ${holds}. Without one, move it away and start again; "mapledger import" brings back logs that were exported, and browsers keep the drafts that they have.`
      : `${file} can’t be opened: ${reason}. Check that this user may write to it, or choose another folder with --data-dir.`,
    { cause: error },
  );
}
