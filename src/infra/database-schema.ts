import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { SealedRecord } from '../domain/index.ts';

/**
 * The layout of the newest version. What is made of records (pages of cold events, snapshots) gets stores of its own in
 * later versions: an append reads and writes the head of its stream and adds records, whatever has become of older ones.
 */
export interface DatabaseSchema extends DBSchema {
  /** The head of each stream, so that an append reads no record. */
  streams: {
    key: string;
    value: { readonly stream: string; readonly version: number; readonly hash: string };
  };
  /** Sealed records as text, by stream and version. */
  records: {
    key: [stream: string, version: number];
    value: SealedRecord;
  };
  /** Entries of the session trace as text, by stream and a number that only grows. */
  trace: {
    key: [stream: string, number: number];
    value: string;
  };
  /** What belongs to this device rather than to a stream. */
  device: {
    key: 'author';
    value: { readonly id: string; readonly name: string };
  };
}

export type StoreName = StoreNames<DatabaseSchema>;

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

/** In order, one for each version. A step that was released is never changed: databases made by it are out there. */
export const UPGRADES: readonly Upgrade[] = [toVersion1];

export const DATABASE_VERSION = UPGRADES.length;
