import { asJson, formatJson, parseJson } from '#domain/json';
import type { LabRun } from './lab-run.ts';
import { MAX_RUNS, type LabStore } from './lab-store.ts';
import type { ServerDatabase } from '../sqlite/database.ts';
import { rowQuery } from '../sqlite/row-query.ts';

/**
 * Fuzz runs on the server's own disk; their ids are in the order of time. All are in memory besides: who watches a run
 * asks for the list every few seconds, and nobody else writes to the file.
 */
export function sqliteLabStore(database: ServerDatabase): LabStore {
  const selectAll = rowQuery<{ readonly run: string }>(database, 'SELECT run FROM lab_run');
  const save = database.prepare(
    'INSERT INTO lab_run (id, run) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET run = excluded.run',
  );
  const saveCase = database.prepare('INSERT OR IGNORE INTO lab_case (run, number, file) VALUES (?, ?, ?)');
  const selectCase = rowQuery<{ readonly file: string }>(
    database,
    'SELECT file FROM lab_case WHERE run = ? AND number = ?',
  );
  const removeRun = database.prepare('DELETE FROM lab_run WHERE id = ?');
  const removeCases = database.prepare('DELETE FROM lab_case WHERE run = ?');
  const runs = new Map(
    selectAll.all().map(({ run }) => {
      const read = runOf(run);
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
        save.run(run.id, formatJson(asJson(run)));
        for (const { number, text } of files) saveCase.run(run.id, number, text);
        for (const { id } of excess) remove(id);
      })();
      runs.set(run.id, run);
      for (const { id } of excess) runs.delete(id);
    },
    caseFile: (id, number) => selectCase.get(id, number)?.file ?? null,
    remove(id) {
      database.transaction(() => remove(id))();
      return runs.delete(id);
    },
  };
}

/** A run as it was written down; what versions before did not know is as it was then. */
function runOf(text: string): LabRun {
  const read = parseJson(text) as unknown as Partial<LabRun> & Omit<LabRun, 'corpus' | 'isOnSandbox'>;
  return {
    ...read,
    corpus: read.corpus ?? [],
    isOnSandbox: read.isOnSandbox ?? false,
    failed: read.failed.map((failed) => ({ ...failed, steps: (failed as Partial<typeof failed>).steps ?? [] })),
  };
}
