/** Why a store could not be opened. */
export type StorageOpenFailure = 'unavailable' | 'newer' | 'full' | 'failed';

const OPEN_FAILURES: Readonly<Record<StorageOpenFailure, string>> = {
  unavailable: 'The browser blocks storage for this site, for example in a private window',
  newer: 'The stored data was written by a newer version of Mapledger',
  full: 'Not enough disk space to open the storage',
  failed: 'The browser could not open its storage',
};

/** The store is not there, and nothing else takes its place. */
export class StorageOpenError extends Error {
  override readonly name = 'StorageOpenError';
  constructor(
    readonly reason: StorageOpenFailure,
    override readonly cause?: unknown,
  ) {
    super(
      cause instanceof Error && reason === 'failed'
        ? `${OPEN_FAILURES[reason]}: ${cause.message}`
        : OPEN_FAILURES[reason],
    );
  }
}

/** There was no room for what was to be kept: none of it was kept, and everything before it still is. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
  constructor(override readonly cause: unknown) {
    super('Not enough disk space: the change was not saved');
  }
}

/**
 * What can happen to an open database from outside.
 * - `blocked`: opening waits until another tab, which holds an older layout open, is closed;
 * - `outdated`: a newer Mapledger in another tab changes the layout, so this tab let go of the database;
 * - `deleted`: the database is being deleted, so this tab let go of it;
 * - `terminated`: the browser took the database away, as when the data of the site is cleared.
 */
export type StorageProblem = 'blocked' | 'outdated' | 'deleted' | 'terminated';

/** Why an open database is open no more. */
export type StorageClosure = 'closed' | Exclude<StorageProblem, 'blocked'>;

const CLOSURES: Readonly<Record<StorageClosure, string>> = {
  closed: 'it was closed',
  outdated: 'a newer version of Mapledger in another tab updated it',
  deleted: 'the database was deleted',
  terminated: 'the browser revoked access to the database',
};

/** The store was open once: what was to be kept was not kept. */
export class StorageClosedError extends Error {
  override readonly name = 'StorageClosedError';
  constructor(
    readonly reason: StorageClosure,
    override readonly cause?: unknown,
  ) {
    super(`The storage is not open: ${CLOSURES[reason]}`);
  }
}

/** An event with an id that the stream has already, in another place than a repeated append would have it. */
export class DoubledEventError extends Error {
  override readonly name = 'DoubledEventError';
  constructor(
    readonly id: string,
    readonly version: number,
  ) {
    super(`Event ${id} is recorded as version ${version} of this stream already.`);
  }
}
