import type { ServerDatabase } from './database.ts';
import { rowQuery } from './row-query.ts';
import { streamKey } from './stream-key.ts';
import { inTransaction } from './transaction.ts';

/** How far a data folder is the copy of a trail in an index; undefined where it never was to be one. */
export function readTrailCopy(database: ServerDatabase): { readonly trail: string | null } | undefined {
  return rowQuery<{ readonly trail: string | null }>(database, 'SELECT trail FROM trail_log').get();
}

/**
 * Whether a stream of an action or a plan belongs to another server; that stays so where the folder is no copy any
 * more.
 */
export function streamsOfOthers(database: ServerDatabase): (stream: string) => boolean {
  const select = database.prepare('SELECT 1 AS found FROM other_stream WHERE stream = ?');
  return (stream) => select.get(streamKey(stream)) !== undefined;
}

/**
 * Detaches the data folder from the index: it keeps all records, and discards entries that wait to be written to the
 * index.
 */
export function leaveTrailIndex(database: ServerDatabase): void {
  inTransaction(database, 'IMMEDIATE', () => database.exec('DELETE FROM trail_log; DELETE FROM spool;'));
}
