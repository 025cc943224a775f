import { openDB, type IDBPTransaction } from 'idb';
import { UPGRADES, WRITE_LOCK, type DatabaseSchema, type DataStoreName, type Upgrade } from './database-schema.ts';
import {
  StorageClosedError,
  StorageFullError,
  StorageOpenError,
  type StorageClosure,
  type StorageOpenFailure,
  type StorageProblem,
} from '#domain/ports';

export interface OpenDatabaseOptions {
  readonly name?: string;
  /** Told of each problem as it comes up, `blocked` while the opening waits. */
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
   * wait for requests of the transaction and for nothing else. Durability is relaxed unless it is asked for: the promise
   * waits for the operating system, not for the disk.
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
  const lose = (problem: Exclude<StorageProblem, 'blocked'>) => {
    closure ??= problem;
    onProblem?.(problem);
  };
  const { connection, isNew } = await openConnection(name, upgrades, {
    blocked: () => onProblem?.('blocked'),
    // Holding on would keep the other tab waiting for ever, with its user looking at nothing.
    blocking: (_currentVersion, newVersion) => {
      connection.close();
      lose(newVersion === null ? 'deleted' : 'outdated');
    },
    terminated: () => lose('terminated'),
  });

  function begin<Transaction>(transaction: () => Transaction): Transaction {
    if (closure !== null) throw new StorageClosedError(closure);
    try {
      return transaction();
    } catch (error) {
      // The browser has closed the connection, and has not come round to saying so.
      if (isNamed(error, 'InvalidStateError')) throw new StorageClosedError('terminated', error);
      throw error;
    }
  }

  /** A request that fails along with its transaction says only that, and the transaction says why. */
  function explain(reasons: readonly unknown[]): unknown {
    const full = reasons.find((reason) => isNamed(reason, 'QuotaExceededError'));
    if (full !== undefined) return new StorageFullError(full);
    const first = reasons.find((reason) => reason !== undefined && reason !== null);
    return closure !== null && isNamed(first, 'AbortError') ? new StorageClosedError(closure, first) : first;
  }

  async function complete<Transaction extends AnyTransaction, Result>(
    transaction: Transaction,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    let failure: unknown;
    const attempt = (async () => work(transaction))();
    attempt.catch((error: unknown) => {
      failure = error;
      abort(transaction);
    });
    try {
      // Before the attempt, which may never end: Chromium (156) forgets requests where there is no room for a commit().
      await transaction.done;
    } catch (ended) {
      throw explain([failure, transaction.error, ended]);
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
    if (rest[0] === 'readonly')
      return complete(
        begin(() => connection.transaction(names, 'readonly')),
        rest[1],
      );
    // Relaxed, since a page or browser that dies loses nothing by it.
    const [mode, work, durability = 'relaxed'] = rest;
    return complete(
      begin(() => connection.transaction([WRITE_LOCK, ...names], mode, { durability })),
      work,
    );
  }

  return {
    name,
    isNew,
    transact,
    close() {
      closure ??= 'closed';
      connection.close();
    },
  };
}

type AnyTransaction = Pick<IDBPTransaction<DatabaseSchema>, 'done' | 'error'> & { abort(): void };

/**
 * What this module does with a connection once it is open. The shortcuts of `idb` (`put`, `clear`, …) are left out of it, and a
 * readwrite transaction without the lock does not compile.
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
): Promise<{ readonly connection: Connection; readonly isNew: boolean }> {
  if (typeof indexedDB === 'undefined') throw new StorageOpenError('unavailable');
  let fault: unknown;
  let isNew = false;
  try {
    const opened = await openDB<DatabaseSchema>(name, upgrades.length, {
      ...callbacks,
      upgrade(connection, oldVersion, _newVersion, transaction) {
        isNew = oldVersion === 0;
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
    throw new StorageOpenError(openFailure(cause), cause);
  }
}

function openFailure(cause: unknown): StorageOpenFailure {
  if (isNamed(cause, 'VersionError')) return 'newer';
  if (isNamed(cause, 'QuotaExceededError')) return 'full';
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
