import type { OldAction, OldActions } from '../actions/import-old-actions.ts';
import type { ServerDatabase } from './database.ts';
import { rowQuery } from './row-query.ts';

interface Row {
  readonly id: number;
  readonly action: string;
  readonly outcome: string | null;
}

/** Rows that are read at once. */
const ROWS = 500;

/** The table in which actions were kept before they were events. */
export function sqliteOldActions(database: ServerDatabase): OldActions {
  const select = rowQuery<Row>(database, 'SELECT id, action, outcome FROM action WHERE id > ? ORDER BY id LIMIT ?');
  const remove = database.prepare('DELETE FROM action WHERE id = ?');
  return {
    after: async (row) =>
      // Both texts were written by an earlier version of this server.
      select.all(row, ROWS).map(({ id, action, outcome }) => ({
        row: id,
        action: JSON.parse(action) as OldAction['action'],
        outcome: outcome === null ? null : (JSON.parse(outcome) as OldAction['outcome']),
      })),
    remove: async (row) => {
      remove.run(row);
    },
    // What is deleted has been committed as events before, in the same file.
    async inBulk(run) {
      database.exec('PRAGMA synchronous = NORMAL');
      try {
        await run();
      } finally {
        database.exec('PRAGMA synchronous = FULL');
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      }
    },
  };
}
