import type { TargetEntry } from '../../fuzz/case/target.ts';
import type { ShareReport } from '../../fuzz/run/share.ts';
import { hasThreads, startThreads, type RunningShares } from '../fuzz/start-threads.ts';
import type { EngineChoice } from '../fuzz/engine-choice.ts';
import type { ClusterShare } from '../fuzz/thread.ts';

/** What carries out fuzz runs. */
export interface LabRunner {
  targets(): Promise<readonly TargetEntry[]>;
  /**
   * What the cases of a target may meet, by kind; of its cluster, what killed runs have left there is removed.
   * @throws NotTriedError, ClusterError where the cluster does not answer
   */
  open(entry: TargetEntry, seed: number, cluster?: EngineChoice): Promise<Coverage>;
  /** Runs each share in a separate thread. */
  start(shares: readonly ClusterShare[], onReport: (thread: number, report: ShareReport) => void): RunningShares;
}

type Coverage = Readonly<Record<string, readonly string[]>>;

/** Runs in threads of the built server; on its own thread, between requests, where it runs from its source. */
export function labRunner(): LabRunner {
  return {
    targets: async () => (await import('../../fuzz/targets/list.ts')).TARGETS,
    async open(entry, seed, cluster) {
      if (!entry.needsCluster || cluster === undefined) return (await entry.open(null)).coverage;
      const [{ openEngines }, { removeLeftovers }] = await Promise.all([
        import('../fuzz/engines.ts'),
        import('../fuzz/leftovers.ts'),
      ]);
      const engines = openEngines(cluster, { seed, worker: 0 });
      try {
        await removeLeftovers(engines.cluster, seed);
        return (await entry.open(engines)).coverage;
      } finally {
        await engines.close();
      }
    },
    start: hasThreads() ? startThreads : (shares, onReport) => startHere(shares, onReport, runHere),
  };
}

async function runHere(share: ClusterShare, onReport: (report: ShareReport) => boolean): Promise<void> {
  const { runOnThread } = await import('../fuzz/thread.ts');
  return runOnThread(share, onReport);
}

/** Does all shares on this thread, which has its other work between their reports. */
export function startHere(
  shares: readonly ClusterShare[],
  onReport: (thread: number, report: ShareReport) => void,
  run: (share: ClusterShare, onReport: (report: ShareReport) => boolean) => Promise<void>,
): RunningShares {
  let isWanted = true;
  const ended = Promise.all(
    shares.map((share, thread) =>
      run(share, (report) => {
        onReport(thread, report);
        return isWanted;
      }),
    ),
  ).then(() => undefined);
  ended.catch(() => undefined);
  return {
    ended,
    async stop() {
      isWanted = false;
      await ended.catch(() => undefined);
    },
  };
}
