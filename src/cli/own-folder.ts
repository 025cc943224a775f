import { join } from 'node:path';
import { errorText } from '#domain/json';
import { openDatabase, type ServerDatabase } from '../server/sqlite/database.ts';
import { lockFolder } from '../server/sqlite/folder-lock.ts';
import { DataError } from '../server/sqlite/open-file.ts';
import { InputError, UnavailableError } from './errors.ts';

/**
 * Works on the data folder of a server that is stopped; the folder is locked meanwhile.
 * @throws UnavailableError where it can't be used
 */
export async function withOwnFolder<Result>(
  folder: string,
  work: (database: ServerDatabase) => Promise<Result>,
): Promise<Result> {
  const closings: (() => void)[] = [];
  try {
    const lock = lockFolder(folder);
    closings.unshift(() => lock.close());
    const database = openDatabase(join(folder, 'server.db'));
    closings.unshift(() => database.close());
    return await work(database);
  } catch (error) {
    if (error instanceof InputError || error instanceof UnavailableError) throw error;
    if (error instanceof DataError) throw new UnavailableError(error.message);
    throw new UnavailableError(`The data folder ${folder} can’t be used: ${errorText(error)}`);
  } finally {
    for (const close of closings) close();
  }
}
