import { openDB, type IDBPTransaction } from 'idb';
import { hasDiskRoom } from './disk-room.ts';
import { UPGRADES, WRITE_LOCK, type DatabaseSchema, type DataStoreName, type Upgrade } from './database-schema.ts';
import {
  StorageAnswerError,
  StorageClosedError,
  StorageFullError,
  StorageOpenError,
  type StorageClosure,
  type StorageOpenFailure,
  type StorageProblem,
} from '#domain/ports';

export interface OpenDatabaseOptions {
  readonly name?: string;
  /** Called with each problem as it occurs, `blocked` while the opening waits. */
  readonly onProblem?: (problem: StorageProblem) => void;
  readonly upgrades?: readonly Upgrade[];
}

export type ReadTransaction<Names extends readonly DataStoreName[]> = IDBPTransaction<DatabaseSchema, Names>;
/** Never beside another one, in any tab; see `writeLock` in the schema. */
export type WriteTransaction<Names extends readonly DataStoreName[]> = IDBPTransaction<
  DatabaseSchema,
  WriteScope<Names>,
  'readwrite'
>;
type WriteScope<Names extends readonly DataStoreName[]> = readonly [typeof WRITE_LOCK, ...Names];
type Durability = 'relaxed' | 'strict';

/** One connection to the database of this origin; the adapters of this folder work over it. */
export interface Database {
  readonly name: string;
  /** Whether there was no such database before this opening. */
  readonly isNew: boolean;
  /**
   * Resolves with what `work` came to when its transaction has completed; nothing is kept where `work` throws. It may
   * wait for requests of the transaction and for nothing else. Durability is relaxed unless it is asked for: the
   * promise waits for the operating system, not for the disk.
   * @throws StorageClosedError, StorageFullError
   */
  transact<const Names extends readonly DataStoreName[], Result>(
    names: Names,
    mode: 'readonly',
    work: (transaction: ReadTransaction<Names>) => Promise<Result>,
  ): Promise<Result>;
  /** As above; it begins when no other readwrite transaction of the database is under way, in any tab. */
  transact<const Names extends readonly DataStoreName[], Result>(
    names: Names,
    mode: 'readwrite',
    work: (transaction: WriteTransaction<Names>) => Promise<Result>,
    ...durability: readonly [durability?: Durability]
  ): Promise<Result>;
  /** Transactions under way are completed. */
  close(): void;
}

/**
 * Opens the database, and brings its layout up to date first; waits while another tab holds an older layout open.
 * @throws StorageOpenError
 */
export async function openDatabase({
  name = 'mapledger',
  onProblem,
  upgrades = UPGRADES,
}: OpenDatabaseOptions = {}): Promise<Database> {
  let closure: StorageClosure | null = null;
  /** Null while the browser has closed it and nothing has opened it again. */
  let connection: Connection | null = null;
  let reopening: Promise<Connection> | null = null;
  const lose = (problem: Exclude<StorageProblem, 'blocked'>) => {
    if (closure !== null) return;
    closure = problem;
    onProblem?.(problem);
  };
  const callbacks = {
    blocked: () => onProblem?.('blocked'),
    // Holding on would keep the other tab waiting for ever, with its user looking at nothing.
    blocking: (_currentVersion: number, newVersion: number | null) => {
      connection?.close();
      lose(newVersion === null ? 'deleted' : 'outdated');
    },
    terminated: () => interrupt(),
  };
  const opened = await openConnection(name, upgrades, callbacks);
  const { isNew } = opened;
  connection = opened.connection;

  /**
   * The browser has closed the connection: all connections of a site are closed when its disk is full, and when its
   * data are cleared.
   */
  function interrupt(): void {
    connection = null;
    // Finds out which of the two it was; where it fails, the next transaction tries again.
    if (closure === null) reopen().catch(() => undefined);
  }

  async function openWhereThereIsRoom() {
    const hasRoom = await hasDiskRoom();
    if (hasRoom === null) throw new StorageClosedError('interrupted');
    if (!hasRoom) throw new StorageOpenError('full');
    return openConnection(name, upgrades, callbacks, { mayCreate: false });
  }

  function reopen(): Promise<Connection> {
    reopening ??= openWhereThereIsRoom()
      .then((again) => {
        if (closure !== null) {
          again.connection.close();
          throw new StorageClosedError(closure);
        }
        connection = again.connection;
        return connection;
      })
      .catch((error: unknown) => {
        if (error instanceof DatabaseGoneError) lose('terminated');
        if (closure !== null) throw new StorageClosedError(closure, error);
        if (error instanceof StorageOpenError && error.reason === 'full') throw new StorageFullError(error);
        throw new StorageClosedError('interrupted', error);
      })
      .finally(() => {
        reopening = null;
      });
    return reopening;
  }

  /** Begins at once where the database is open: requests of one turn keep their order. */
  function begin<Transaction, Result>(
    transaction: (open: Connection) => Transaction,
    run: (begun: Transaction) => Promise<Result>,
  ): Promise<Result> {
    if (closure !== null) return Promise.reject(new StorageClosedError(closure));
    if (connection === null) return reopen().then((again) => run(transaction(again)));
    let begun: Transaction;
    try {
      begun = transaction(connection);
    } catch (error) {
      // The browser has closed the connection, and has not come round to saying so.
      if (!isNamed(error, 'InvalidStateError')) throw error;
      connection = null;
      return reopen().then((again) => run(transaction(again)));
    }
    return run(begun);
  }

  /** A request that fails along with its transaction says only that, and the transaction says why. */
  function explain(reasons: readonly unknown[], begunOn: Connection | null): unknown {
    const full = reasons.find(isOfFullDisk);
    if (full !== undefined) return new StorageFullError(full);
    const first = reasons.find((reason) => reason !== undefined && reason !== null);
    if (first instanceof TypeError) return new StorageAnswerError(first);
    if (!isNamed(first, 'AbortError')) return first;
    const ended = closure ?? (connection === null || connection !== begunOn ? 'interrupted' : null);
    return ended === null ? first : new StorageClosedError(ended, first);
  }

  async function complete<Transaction extends AnyTransaction, Result>(
    transaction: Transaction,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    let failure: unknown;
    const begunOn = connection;
    const attempt = (async () => work(transaction))();
    attempt.catch((error: unknown) => {
      failure = error;
      abort(transaction);
    });
    try {
      // Before the attempt, which may never end: Chromium (156) forgets requests where there is no room for a commit().
      await transaction.done;
    } catch (ended) {
      // The transaction ends before the connection's close event.
      await nextTask();
      throw explain([failure, transaction.error, ended], begunOn);
    }
    return attempt;
  }

  async function transact<const Names extends readonly DataStoreName[], Result>(
    names: Names,
    ...rest:
      | readonly [mode: 'readonly', work: (transaction: ReadTransaction<Names>) => Promise<Result>]
      | readonly [
          mode: 'readwrite',
          work: (transaction: WriteTransaction<Names>) => Promise<Result>,
          durability?: Durability,
        ]
  ): Promise<Result> {
    if (rest[0] === 'readonly') {
      const [, read] = rest;
      return begin(
        (open) => open.transaction(names, 'readonly'),
        (transaction) => complete(transaction, read),
      );
    }
    // Relaxed, since a page or browser that dies loses nothing by it.
    const [mode, work, durability = 'relaxed'] = rest;
    return begin(
      (open) => open.transaction([WRITE_LOCK, ...names], mode, { durability }),
      (transaction) => complete(transaction, work),
    );
  }

  return {
    name,
    isNew,
    transact,
    close() {
      closure ??= 'closed';
      connection?.close();
    },
  };
}

type AnyTransaction = Pick<IDBPTransaction<DatabaseSchema>, 'done' | 'error'> & { abort(): void };

/**
 * What this module does with a connection once it is open. The shortcuts of `idb` (`put`, `clear`, …) are left out of
 * it, and a readwrite transaction without the lock does not compile.
 */
interface Connection {
  transaction<const Names extends readonly DataStoreName[]>(names: Names, mode: 'readonly'): ReadTransaction<Names>;
  transaction<const Names extends readonly DataStoreName[]>(
    names: WriteScope<Names>,
    mode: 'readwrite',
    options: { readonly durability: Durability },
  ): WriteTransaction<Names>;
  close(): void;
}

async function openConnection(
  name: string,
  upgrades: readonly Upgrade[],
  callbacks: Omit<NonNullable<Parameters<typeof openDB<DatabaseSchema>>[2]>, 'upgrade'>,
  { mayCreate = true }: { readonly mayCreate?: boolean } = {},
): Promise<{ readonly connection: Connection; readonly isNew: boolean }> {
  let fault: unknown;
  let isNew = false;
  try {
    // Where storage is blocked, even to look for it may be refused.
    if (typeof indexedDB === 'undefined') throw new StorageOpenError('unavailable');
    const opened = await openDB<DatabaseSchema>(name, upgrades.length, {
      ...callbacks,
      upgrade(connection, oldVersion, _newVersion, transaction) {
        isNew = oldVersion === 0;
        if (isNew && !mayCreate) {
          transaction.done.catch(() => undefined);
          fault = new DatabaseGoneError();
          abort(transaction);
          return;
        }
        const steps = async () => {
          for (const upgrade of upgrades.slice(oldVersion)) await upgrade(connection, transaction);
        };
        // The request to open fails with the transaction, but tells nobody why.
        Promise.all([steps(), transaction.done]).catch((error: unknown) => {
          fault ??= error;
          abort(transaction);
        });
      },
    });
    return { connection: opened, isNew };
  } catch (error) {
    const cause = fault ?? error;
    if (cause instanceof DatabaseGoneError || cause instanceof StorageOpenError) throw cause;
    throw new StorageOpenError(openFailure(cause), cause);
  }
}

/** The database is not there any more: it was opened again, and would have been created. */
class DatabaseGoneError extends Error {}

/**
 * What Chromium (156) says where the disk itself is full: an `UnknownError` with the text of the operation, which has
 * one of these in it.
 */
const FULL_DISK = /NO_SPACE|full disk|disk full/i;

function isOfFullDisk(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'QuotaExceededError' || FULL_DISK.test(error.message));
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function openFailure(cause: unknown): StorageOpenFailure {
  if (isNamed(cause, 'VersionError')) return 'newer';
  if (isOfFullDisk(cause)) return 'full';
  // Firefox in a private window, and pages whose origin may store nothing.
  if (isNamed(cause, 'SecurityError') || isNamed(cause, 'InvalidStateError')) return 'unavailable';
  return 'failed';
}

/** A transaction that has ended already stays as it ended. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch (error) {
    if (!isNamed(error, 'InvalidStateError')) throw error;
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}
