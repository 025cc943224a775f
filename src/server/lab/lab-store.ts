import type { LabRun } from './lab-run.ts';

/** A failed case as a file, by its number in the run. */
export interface CaseFile {
  readonly number: number;
  readonly text: string;
}

/** Where fuzz runs are kept. */
export interface LabStore {
  /** The newest first. */
  list(): readonly LabRun[];
  get(id: string): LabRun | null;
  /** Keeps a run as it is now, and files of cases that are new; what goes beyond the most runs is removed, the oldest first. */
  save(run: LabRun, files?: readonly CaseFile[]): void;
  caseFile(id: string, number: number): string | null;
  /** A run with its files; false where there is none. */
  remove(id: string): boolean;
}

/** The most runs that are kept. */
export const MAX_RUNS = 100;
