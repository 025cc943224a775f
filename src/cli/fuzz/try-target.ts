import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetEntry } from '../../fuzz/case/target.ts';
import { formatCase } from '../../fuzz/run/replay-file.ts';
import type { FailedCase } from '../../fuzz/run/run-cases.ts';
import type { Share } from '../../fuzz/run/share.ts';
import {
  acceptanceOf,
  agreementOf,
  NOTHING_RUN,
  reachedOf,
  withReport,
  type Agreement,
  type Reached,
  type RunSummary,
} from '../../fuzz/run/summary.ts';
import type { EngineChoice } from '../../server/fuzz/engine-choice.ts';
import { runJobs } from '../../server/fuzz/threads.ts';
import { progressOf, type Terminal } from '../terminal.ts';
import { openForRun, unavailable } from './clusters.ts';

/** So many broken laws end a run. */
const MAX_FAILURES = 10;

/** How the cases of a target are to be tried. */
export interface Trial {
  readonly seed: number;
  readonly jobs: number;
  readonly corpus: Share['corpus'];
  /** The number of the first case, and of the one after the last. */
  readonly from: number;
  readonly to: number;
  /** How long at most, in ms. */
  readonly forMs?: number;
  readonly cluster?: EngineChoice;
  /** The folder that failed cases are written to. */
  readonly output: string;
}

/** The outcome of one target. */
export interface Outcome {
  readonly target: string;
  readonly seed: number;
  readonly cluster?: EngineChoice;
  readonly seconds: number;
  readonly summary: RunSummary;
  readonly reached: readonly Reached[];
  /** From 0 to 1; null where nothing was tried. */
  readonly acceptance: number | null;
  readonly agreement: Agreement | null;
  /** Of each failure, in their order. */
  readonly files: readonly string[];
}

/**
 * Tries cases of a target, and writes down those that failed.
 * @throws UnavailableError where a cluster is why that can't be
 */
export async function tryTarget(terminal: Terminal, entry: TargetEntry, trial: Trial): Promise<Outcome> {
  const { seed, jobs, corpus, from, to, forMs, cluster, output } = trial;
  const target = await openForRun(entry, cluster, seed);
  const startedAt = Date.now();
  let summary = NOTHING_RUN;
  const progress = progressOf(terminal, `${target.name}, seed ${seed}`, 'cases');
  const share = {
    target: target.name,
    corpus,
    seed,
    from,
    runs: to,
    ...(cluster !== undefined && { cluster }),
    ...(forMs !== undefined && { forMs }),
  };
  const running = runJobs(share, jobs, (report) => {
    summary = withReport(summary, report);
    progress.at(summary.cases);
    return summary.failures.length < MAX_FAILURES;
  });
  await running.catch(unavailable).finally(() => progress.done());
  return {
    target: target.name,
    seed,
    ...(cluster !== undefined && { cluster }),
    seconds: (Date.now() - startedAt) / 1_000,
    summary,
    reached: reachedOf(target, summary.tally),
    acceptance: acceptanceOf(summary.tally),
    agreement: agreementOf(summary.tally),
    files: await writeFailures(summary.failures, output),
  };
}

async function writeFailures(failures: readonly FailedCase[], folder: string): Promise<readonly string[]> {
  if (failures.length === 0) return [];
  await mkdir(folder, { recursive: true });
  return Promise.all(
    failures.map(async (failure) => {
      const file = join(folder, `fuzz-${failure.target}-${failure.seed}-${failure.number}.json`);
      await writeFile(file, formatCase(failure));
      return file;
    }),
  );
}
