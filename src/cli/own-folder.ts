import { join } from 'node:path';
import { errorText } from '#domain/json';
import { openDatabase, type ServerDatabase } from '../server/sqlite/database.ts';
import { lockFolder } from '../server/sqlite/folder-lock.ts';
import { DataError } from '../server/sqlite/open-file.ts';
import { ClusterError } from '#domain/ports';
import { InputError, UnavailableError, UsageError } from './errors.ts';

/** In a data folder. */
export const DATABASE_FILE = 'server.db';

/** What says itself what is wrong. */
const OF_WORK = [InputError, UnavailableError, UsageError, ClusterError] as const;
/** Faults of a program: no folder is to blame. */
const OF_PROGRAM = [TypeError, RangeError, ReferenceError] as const;

/** What is said where the folder is not that of a server. */
interface OtherWords {
  /** Who else uses it where it is locked already. */
  readonly takenBy?: string;
  /** That its database can't be read, and what to do. */
  readonly unreadable?: (reason: string) => string;
}

/**
 * Works on the data folder of a server that is stopped, or on one of the same form; the folder is locked meanwhile.
 * @throws UnavailableError where it can't be used; what `work` throws otherwise
 */
export async function withOwnFolder<Result>(
  folder: string,
  work: (database: ServerDatabase) => Promise<Result>,
  { takenBy, unreadable }: OtherWords = {},
): Promise<Result> {
  const closings: (() => void)[] = [];
  try {
    const lock = lockFolder(folder, takenBy);
    closings.unshift(() => lock.close());
    const database = openedDatabase(join(folder, DATABASE_FILE), unreadable);
    closings.unshift(() => database.close());
    return await work(database);
  } catch (error) {
    if ([...OF_WORK, ...OF_PROGRAM].some((kind) => error instanceof kind)) throw error;
    if (error instanceof DataError) throw new UnavailableError(error.message);
    throw new UnavailableError(`The data folder ${folder} can’t be used: ${errorText(error)}`);
  } finally {
    for (const close of closings) close();
  }
}

function openedDatabase(file: string, unreadable: OtherWords['unreadable']): ServerDatabase {
  try {
    return openDatabase(file);
  } catch (error) {
    // One of a newer version says itself what to do.
    const isDamaged = error instanceof DataError && error.cause !== undefined;
    throw isDamaged && unreadable ? new UnavailableError(unreadable(errorText(error.cause))) : error;
  }
}
