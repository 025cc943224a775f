/** Why a store could not be opened. */
export type StorageOpenFailure = 'unavailable' | 'newer' | 'full' | 'unanswered' | 'failed';

const OPEN_FAILURES: Readonly<Record<StorageOpenFailure, string>> = {
  unavailable: 'The browser blocks storage for this site, for example in a private window',
  newer: 'The stored data was written by a newer version of Mapledger',
  full: 'Not enough disk space to open the storage',
  unanswered: 'The browser’s storage doesn’t respond',
  failed: 'The browser could not open its storage',
};

/** The store is not there. */
export class StorageOpenError extends Error {
  override readonly name = 'StorageOpenError';
  constructor(
    readonly reason: StorageOpenFailure,
    override readonly cause?: unknown,
  ) {
    super(
      // A TypeError is of a program that was answered nonsense, and means nothing to a person.
      cause instanceof Error && !(cause instanceof TypeError) && reason === 'failed'
        ? `${OPEN_FAILURES[reason]}: ${cause.message}`
        : OPEN_FAILURES[reason],
    );
  }
}

/** The storage answered something that no storage answers, as where an extension or a policy replaces it. */
export class StorageAnswerError extends Error {
  override readonly name = 'StorageAnswerError';
  constructor(override readonly cause: unknown) {
    super('The browser’s storage gave an unexpected response');
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

/**
 * Why an open database is open no more. `interrupted` passes: the browser closed the connection, as it does when the
 * disk is full, and the next use opens it again.
 */
export type StorageClosure = 'closed' | 'interrupted' | Exclude<StorageProblem, 'blocked'>;

const CLOSURES: Readonly<Record<StorageClosure, string>> = {
  closed: 'it was closed',
  interrupted: 'the browser closed the connection, as it does when the disk is full',
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
