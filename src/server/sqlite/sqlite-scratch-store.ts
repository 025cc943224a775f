import type { ScratchIndex, ScratchStore } from '../console/scratch.ts';
import type { ServerDatabase } from './database.ts';
import { rowQuery } from './row-query.ts';

/** Names of scratch indices on the server's own disk; a name is there for good when `begin` resolves. */
export function sqliteScratchStore(database: ServerDatabase): ScratchStore {
  const insert = database.prepare('INSERT INTO scratch_index (cluster, name, created_at) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM scratch_index WHERE cluster = ? AND name = ?');
  const select = rowQuery<ScratchIndex>(
    database,
    'SELECT cluster, name, created_at AS createdAt FROM scratch_index WHERE cluster = ? ORDER BY name',
  );
  return {
    begin: async ({ cluster, name, createdAt }) => {
      insert.run(cluster, name, createdAt);
    },
    end: async (cluster, name) => {
      remove.run(cluster, name);
    },
    list: async (cluster) => select.all(cluster),
  };
}
