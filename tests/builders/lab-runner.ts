import type { TargetEntry } from '../../src/fuzz/case/target.ts';
import { runCases } from '../../src/fuzz/run/run-cases.ts';
import { startHere, type LabRunner } from '../../src/server/lab/lab-runner.ts';

/** Runs targets of a test on this thread, one report for each case; what is given time has it by `nowMs`. */
export function testLabRunner(targets: readonly TargetEntry[], nowMs = () => performance.now()): LabRunner {
  return {
    targets: () => Promise.resolve(targets),
    open: async (entry) => (await entry.open(null)).coverage,
    start: (shares, onReport) =>
      startHere(
        shares,
        onReport,
        async ({ target: name, from, worker, workers, forMs = Infinity, ...share }, report) => {
          const entry = targets.find((each) => each.name === name);
          if (entry === undefined) throw new Error(`The test has no target "${name}".`);
          const startedMs = nowMs();
          let isWanted = true;
          await runCases({
            ...share,
            target: await entry.open(null),
            first: from + worker,
            step: workers,
            goesOn: () => isWanted && nowMs() - startedMs < forMs,
            async onCase(_number, tally, failure) {
              isWanted = report({ cases: 1, tally, failures: failure === null ? [] : [failure] });
              await new Promise((resolve) => setTimeout(resolve, 0));
            },
          });
        },
      ),
  };
}
