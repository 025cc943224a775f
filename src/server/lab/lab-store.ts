import type { CaseFile, LabRun } from './lab-run.ts';

/** Where fuzz runs are kept. */
export interface LabStore {
  /** The newest first. */
  list(): readonly LabRun[];
  get(id: string): LabRun | null;
  /**
   * Keeps a run as it is now, and files of cases that are new; what goes beyond the most runs is removed, the oldest
   * first.
   */
  save(run: LabRun, files?: readonly CaseFile[]): void;
  caseFile(id: string, number: number): string | null;
  /** A run with its files; false where there is none. */
  remove(id: string): boolean;
}

/** The most runs that are kept. */
export const MAX_RUNS = 100;
