import type { LabRun } from './lab-run.ts';
import { MAX_RUNS, type LabStore } from './lab-store.ts';
import type { ServerDatabase } from '../sqlite/database.ts';

/**
 * Fuzz runs on the server's own disk; their ids are in the order of time. All are in memory besides: who watches a run asks for the list every
 * few seconds, and nobody else writes to the file.
 */
export function sqliteLabStore(database: ServerDatabase): LabStore {
  const selectAll = database.prepare('SELECT run FROM lab_run');
  const save = database.prepare(
    'INSERT INTO lab_run (id, run) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET run = excluded.run',
  );
  const saveCase = database.prepare('INSERT OR IGNORE INTO lab_case (run, number, file) VALUES (?, ?, ?)');
  const selectCase = database.prepare('SELECT file FROM lab_case WHERE run = ? AND number = ?');
  const removeRun = database.prepare('DELETE FROM lab_run WHERE id = ?');
  const removeCases = database.prepare('DELETE FROM lab_case WHERE run = ?');
  const runs = new Map(
    (selectAll.all() as { readonly run: string }[]).map(({ run }) => {
      const read = JSON.parse(run) as LabRun;
      return [read.id, read] as const;
    }),
  );
  const list = () => [...runs.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  const remove = (id: string) => {
    removeCases.run(id);
    removeRun.run(id);
  };
  return {
    list,
    get: (id) => runs.get(id) ?? null,
    save(run, files = []) {
      const excess = list()
        .filter(({ id }) => id !== run.id)
        .slice(MAX_RUNS - 1);
      database.transaction(() => {
        save.run(run.id, JSON.stringify(run));
        for (const { number, text } of files) saveCase.run(run.id, number, text);
        for (const { id } of excess) remove(id);
      })();
      runs.set(run.id, run);
      for (const { id } of excess) runs.delete(id);
    },
    caseFile: (id, number) => (selectCase.get(id, number) as { readonly file: string } | undefined)?.file ?? null,
    remove(id) {
      database.transaction(() => remove(id))();
      return runs.delete(id);
    },
  };
}
