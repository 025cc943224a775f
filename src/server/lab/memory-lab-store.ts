import type { LabRun } from './lab-run.ts';
import { MAX_RUNS, type LabStore } from './lab-store.ts';

/** Fuzz runs in memory. */
export function memoryLabStore(): LabStore {
  const runs = new Map<string, LabRun>();
  const files = new Map<string, string>();
  const list = () => [...runs.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  const remove = (id: string) => {
    for (const key of files.keys()) if (key.startsWith(`${id} `)) files.delete(key);
    return runs.delete(id);
  };
  return {
    list,
    get: (id) => runs.get(id) ?? null,
    save(run, added = []) {
      runs.set(run.id, run);
      for (const { number, text } of added) files.set(`${run.id} ${number}`, text);
      for (const { id } of list().slice(MAX_RUNS)) if (id !== run.id) remove(id);
    },
    caseFile: (id, number) => files.get(`${id} ${number}`) ?? null,
    remove,
  };
}
