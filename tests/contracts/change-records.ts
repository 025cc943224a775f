import type { SealedRecord } from '#domain/events';
import type { ServerDatabase } from '../../src/server/sqlite/database.ts';
import { streamKey } from '../../src/server/sqlite/stream-key.ts';
import { inTransaction } from '../../src/server/sqlite/transaction.ts';

/** Changes the records of a stream in the file of a server, behind its back. */
export function changeRecords(
  database: ServerDatabase,
  stream: string,
  change: (records: SealedRecord[]) => void,
): void {
  const key = streamKey(stream);
  inTransaction(database, 'IMMEDIATE', () => {
    const records = database
      .prepare('SELECT text, hash FROM record WHERE stream = ? ORDER BY version')
      .all(key) as SealedRecord[];
    change(records);
    database.prepare('DELETE FROM record WHERE stream = ?').run(key);
    const add = database.prepare('INSERT INTO record (stream, version, text, hash) VALUES (?, ?, ?, ?)');
    for (const [index, { text, hash }] of records.entries()) add.run(key, index + 1, text, hash);
  });
}
