import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { SealedRecord } from '#domain/events';
import type { RecordedName, SetAsideEvent, TruncatedTail } from '#domain/ports';

/** Consecutive records that were moved together, because they are rarely read. */
export interface ColdPage {
  readonly firstVersion: number;
  readonly lastVersion: number;
  /** Of the last record. */
  readonly hash: string;
  /** The lines of `formatLog` in UTF-8, compressed as deflate-raw. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The layout of the newest version. Derived data has separate stores: an append reads and writes the head of its stream
 * and adds records, regardless of older ones.
 */
export interface DatabaseSchema extends DBSchema {
  /** The head of each stream, so that an append reads no record. */
  streams: {
    key: string;
    value: { readonly stream: string; readonly version: number; readonly hash: string };
  };
  /** Sealed records as text, by stream and version: the newest of each stream, and all that are in no page. */
  records: {
    key: [stream: string, version: number];
    value: SealedRecord;
  };
  /** Cold records, by stream and the version of the first. A stream's pages follow one another from version 1 on. */
  pages: {
    key: [stream: string, firstVersion: number];
    value: ColdPage;
  };
  /** Entries of the session trace as text, by stream and a number that only grows. */
  trace: {
    key: [stream: string, number: number];
    value: string;
  };
  /** Damaged records that were cut from the ends of streams, by stream and number. They are never deleted. */
  cut: {
    key: [stream: string, number: number];
    value: TruncatedTail;
  };
  /** Data of this device, independent of streams. */
  device: {
    key: 'author' | 'secret';
    /** Under `author` who writes its events; under `secret` by what that is proved to our server. */
    value: { readonly id: string; readonly name: string } | string;
  };
  /**
   * Always empty. Every readwrite transaction has it in its scope, so that the browser lets one begin when the one
   * before has ended, in whichever tab: Chromium (156) that is killed with two under way takes that for corruption at
   * its next start, and deletes all databases of the site (docs/decisions/0009). It is a separate store, since a read
   * of a store waits for the writes that have it in scope.
   */
  writeLock: {
    key: never;
    value: never;
  };
  /** Typed content of forms that is not applied, as text. */
  unapplied: {
    key: [stream: string, tab: string, form: string, field: string];
    value: string;
  };
  /** How far the server of the trail has each stream: its last recorded version, and the hash of that record. */
  recorded: {
    key: string;
    value: {
      readonly stream: string;
      readonly version: number;
      readonly hash: string;
      /** How often events of an outbox were replaced by others; absent where none were. */
      readonly rebases?: number;
    };
  };
  /** Events of outboxes that could not be decided again, by stream and number; never deleted. */
  aside: {
    key: [stream: string, number: number];
    value: SetAsideEvent;
  };
  /** Names of authors in recorded events, by commitment. */
  names: {
    key: string;
    value: RecordedName;
  };
}

export type StoreName = StoreNames<DatabaseSchema>;
export const WRITE_LOCK = 'writeLock';
/** The stores that hold something. */
export type DataStoreName = Exclude<StoreName, typeof WRITE_LOCK>;

/**
 * One step from a layout to the next. It may wait for requests of its transaction and for nothing else: the
 * transaction ends as soon as none is under way. What it throws undoes all steps of this opening.
 */
export type Upgrade = (
  connection: IDBPDatabase<DatabaseSchema>,
  transaction: IDBPTransaction<DatabaseSchema, StoreName[], 'versionchange'>,
) => void | Promise<void>;

function toVersion1(connection: Parameters<Upgrade>[0]): void {
  connection.createObjectStore('streams', { keyPath: 'stream' });
  connection.createObjectStore('records');
  connection.createObjectStore('trace');
  connection.createObjectStore('device');
}

function toVersion2(connection: Parameters<Upgrade>[0]): void {
  connection.createObjectStore('pages');
}

function toVersion3(connection: Parameters<Upgrade>[0]): void {
  connection.createObjectStore('cut');
}

function toVersion4(connection: Parameters<Upgrade>[0]): void {
  connection.createObjectStore(WRITE_LOCK);
}

function toVersion5(connection: Parameters<Upgrade>[0]): void {
  connection.createObjectStore('unapplied');
}

function toVersion6(connection: Parameters<Upgrade>[0]): void {
  connection.createObjectStore('recorded', { keyPath: 'stream' });
  connection.createObjectStore('aside');
  connection.createObjectStore('names', { keyPath: 'commitment' });
}

/** In order, one for each version. A step that was released is never changed: databases made by it are out there. */
export const UPGRADES: readonly Upgrade[] = [toVersion1, toVersion2, toVersion3, toVersion4, toVersion5, toVersion6];

/** The keys of a stream in `records`, `pages` and `cut`, from one version or number to another. */
export function versions(stream: string, from: number, to = Infinity): IDBKeyRange {
  return IDBKeyRange.bound([stream, from], [stream, to]);
}

export const DATABASE_VERSION = UPGRADES.length;
