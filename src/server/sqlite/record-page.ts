import type { SealedRecord } from '#domain/events';
import type { ServerDatabase } from './database.ts';
import { rowQuery } from './row-query.ts';

/** Characters of records after which a page ends; one record is given whole, however long. */
const PAGE_LENGTH = 4 * 1024 * 1024;
/** Rows that are read at once: as many as fit into memory where each is as long as a record may be. */
const ROWS_AT_ONCE = 16;

/** Reads records after a version, until there are `limit` of them or they are long. */
export function pageOfRecords(
  database: ServerDatabase,
): (streamKey: string, afterVersion: number, limit: number) => readonly SealedRecord[] {
  const select = rowQuery<SealedRecord>(
    database,
    'SELECT text, hash FROM record WHERE stream = ? AND version > ? ORDER BY version LIMIT ?',
  );
  return (streamKey, afterVersion, limit) => {
    const records: SealedRecord[] = [];
    let length = 0;
    while (records.length < limit) {
      const asked = Math.min(ROWS_AT_ONCE, limit - records.length);
      const rows = select.all(streamKey, afterVersion + records.length, asked);
      for (const { text, hash } of rows) {
        if (records.length > 0 && length + text.length > PAGE_LENGTH) return records;
        records.push({ text, hash });
        length += text.length;
      }
      if (rows.length < asked) return records;
    }
    return records;
  };
}
