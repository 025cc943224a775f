import type { ServerDatabase } from './database.ts';
import { oneRowQuery } from './row-query.ts';

export interface StreamCounts {
  readonly streams: number;
  readonly events: number;
}

/** Counts the streams and the events of the server's file. Cost: one row for each stream. */
export function sqliteStreamCounts(database: ServerDatabase): () => StreamCounts {
  const select = oneRowQuery<StreamCounts>(
    database,
    'SELECT count(*) AS streams, coalesce(sum(version), 0) AS events FROM stream',
  );
  return () => select.get();
}
