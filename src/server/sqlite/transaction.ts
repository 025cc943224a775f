import type { SqliteFile } from './open-file.ts';

interface Waiting {
  run(): void;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Runs statements as one transaction, all or none; IMMEDIATE takes the lock of writers before anything is read. The
 * driver's own wrapper (libsql 0.5) throws "cannot rollback" instead of the reason where SQLite has rolled back by
 * itself, as when the disk is full.
 */
export function inTransaction<Result>(database: SqliteFile, mode: 'DEFERRED' | 'IMMEDIATE', run: () => Result): Result {
  database.exec(`BEGIN ${mode}`);
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Runs work as a part of the next transaction; all or nothing of it is kept, and it is on the disk when the promise
 * resolves.
 */
export type GroupedWrite = <Result>(work: () => Result) => Promise<Result>;

/**
 * Writes that wait at the same time share one transaction, and so one wait for the disk: with 50 clients that is what
 * the speed of the server hangs on. Each is undone by itself where it fails.
 */
export function groupedWrites(database: SqliteFile): GroupedWrite {
  let waiting: Waiting[] = [];

  function writeGroup(group: readonly Waiting[]): void {
    const failures = new Map<Waiting, unknown>();
    inTransaction(database, 'IMMEDIATE', () => {
      for (const part of group) {
        database.exec('SAVEPOINT part');
        try {
          part.run();
        } catch (error) {
          // SQLite has ended the whole transaction, as it does where the disk is full.
          if (!database.inTransaction) throw error;
          database.exec('ROLLBACK TO part');
          failures.set(part, error);
        }
        database.exec('RELEASE part');
      }
    });
    for (const part of group) {
      if (failures.has(part)) part.reject(failures.get(part));
      else part.resolve();
    }
  }

  function flush(): void {
    const group = waiting;
    waiting = [];
    try {
      writeGroup(group);
    } catch (error) {
      // In a group of one, the error is that of the write itself.
      if (group.length === 1) group[0]?.reject(error);
      else for (const part of group) writeAlone(part);
    }
  }

  function writeAlone(part: Waiting): void {
    try {
      writeGroup([part]);
    } catch (error) {
      part.reject(error);
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      let result: ReturnType<typeof work>;
      const part = { run: () => void (result = work()), resolve: () => resolve(result), reject };
      if (waiting.push(part) === 1) setImmediate(flush);
    });
}
