import { entryNamed } from '../targets/list.ts';
import { runCases, type FailedCase } from './run-cases.ts';
import { addTallies, NOTHING_MET, type Tally } from '../case/tally.ts';
import type { CorpusEntry, Engines } from '../case/target.ts';

/**
 * The part of a run that one thread does: of so many cases one after another, its own. It can be sent to another
 * thread.
 */
export interface Share {
  readonly target: string;
  readonly corpus: readonly CorpusEntry[];
  readonly seed: number;
  /** The number of the first case of the run. */
  readonly from: number;
  /** Of so many threads, this one. */
  readonly worker: number;
  readonly workers: number;
  readonly runs: number;
  /**
   * How long cases are begun, in ms since the share was: threads have no clock in common. Absent where only the count
   * ends it.
   */
  readonly forMs?: number;
}

/** Results of the cases since the last report. */
export interface ShareReport {
  readonly cases: number;
  readonly tally: Tally;
  readonly failures: readonly FailedCase[];
}

/** How often a report is made, in ms. */
const REPORT_EVERY_MS = 250;

/**
 * Does a share, and reports after its first case, then now and then, and at its end. `onReport` says whether to go on.
 * @throws NotTriedError after a last report
 */
export async function runShare(
  { target: name, from, worker, workers, forMs = Number.POSITIVE_INFINITY, ...share }: Share,
  engines: Engines | null,
  onReport: (report: ShareReport) => boolean,
): Promise<void> {
  const startedMs = performance.now();
  const entry = entryNamed(name);
  if (entry === undefined) throw new Error(`There is no fuzz target "${name}".`);
  const target = await entry.open(engines);
  let report: ShareReport = { cases: 0, tally: NOTHING_MET, failures: [] };
  // The first case is reported at once: whoever waits sees that the run goes on.
  let reportedAt = Number.NEGATIVE_INFINITY;
  let isWanted = true;
  const send = () => {
    isWanted = onReport(report) && isWanted;
    report = { cases: 0, tally: NOTHING_MET, failures: [] };
    reportedAt = Date.now();
  };
  try {
    await runCases({
      ...share,
      target,
      first: from + worker,
      step: workers,
      goesOn: () => isWanted && performance.now() - startedMs < forMs,
      async onCase(_number, tally, failure) {
        report = {
          cases: report.cases + 1,
          tally: addTallies(report.tally, tally),
          failures: failure === null ? report.failures : [...report.failures, failure],
        };
        if (failure === null && Date.now() - reportedAt < REPORT_EVERY_MS) return;
        send();
        // Others on this thread get their turn.
        await new Promise((resolve) => setTimeout(resolve, 0));
      },
    });
  } finally {
    if (report.cases > 0) send();
  }
}
