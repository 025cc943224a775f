import { createHash } from 'node:crypto';
import type { ServerDatabase } from './database.ts';
import { oneRowQuery, rowQuery } from './row-query.ts';

/**
 * What a row of the spool holds: a name to put into the index or a commitment to take out, an entry of the log, one
 * with records.
 */
export type SpoolKind = 'name' | 'erased' | 'register' | 'records';

/**
 * Rows that wait to be written into the index, the oldest first. Every method is a part of the caller's transaction.
 */
export interface Spool {
  add(kind: SpoolKind, entry: string): void;
  list(kind: SpoolKind, limit: number): readonly string[];
  /** The oldest, until there are `maxEntries` or they are longer than `maxLength`; one in any case. */
  oldest(kind: SpoolKind, maxEntries: number, maxLength: number): readonly string[];
  /** Takes out the oldest row with this entry, where there is one. */
  remove(kind: SpoolKind, entry: string): void;
  clear(): void;
  size(): number;
}

const ROWS_AT_ONCE = 16;

export function sqliteSpool(database: ServerDatabase): Spool {
  const insert = database.prepare('INSERT INTO spool (kind, digest, entry) VALUES (?, ?, ?)');
  const select = rowQuery<{ readonly entry: string }>(
    database,
    'SELECT entry FROM spool WHERE kind = ? ORDER BY number LIMIT ? OFFSET ?',
  );
  const remove = database.prepare(
    'DELETE FROM spool WHERE number = (SELECT MIN(number) FROM spool WHERE kind = ? AND digest = ?)',
  );
  const count = oneRowQuery<{ readonly size: number }>(database, 'SELECT COUNT(*) AS size FROM spool');
  const list = (kind: SpoolKind, limit: number, offset = 0) =>
    select.all(kind, limit, offset).map(({ entry }) => entry);
  return {
    add: (kind, entry) => void insert.run(kind, digestOf(entry), entry),
    list: (kind, limit) => list(kind, limit),
    oldest(kind, maxEntries, maxLength) {
      const entries: string[] = [];
      let length = 0;
      while (entries.length < maxEntries) {
        const rows = list(kind, Math.min(ROWS_AT_ONCE, maxEntries - entries.length), entries.length);
        for (const entry of rows) {
          length += entry.length;
          if (entries.length > 0 && length > maxLength) return entries;
          entries.push(entry);
        }
        if (rows.length === 0) break;
      }
      return entries;
    },
    remove: (kind, entry) => void remove.run(kind, digestOf(entry)),
    clear: () => database.exec('DELETE FROM spool'),
    size: () => count.get().size,
  };
}

function digestOf(entry: string): string {
  return createHash('sha256').update(entry).digest('hex');
}
