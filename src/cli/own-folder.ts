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

/**
 * Works on the data folder of a server that is stopped, or on one of the same form; the folder is locked meanwhile.
 * `takenBy` says who else uses it where it is locked already.
 * @throws UnavailableError where it can't be used
 */
export async function withOwnFolder<Result>(
  folder: string,
  work: (database: ServerDatabase) => Promise<Result>,
  takenBy?: string,
): Promise<Result> {
  const closings: (() => void)[] = [];
  try {
    const lock = lockFolder(folder, takenBy);
    closings.unshift(() => lock.close());
    const database = openDatabase(join(folder, DATABASE_FILE));
    closings.unshift(() => database.close());
    return await work(database);
  } catch (error) {
    if (OF_WORK.some((kind) => error instanceof kind)) throw error;
    if (error instanceof DataError) throw new UnavailableError(error.message);
    throw new UnavailableError(`The data folder ${folder} can’t be used: ${errorText(error)}`);
  } finally {
    for (const close of closings) close();
  }
}
