import type { ShareReport } from '../../fuzz/run/share.ts';
import { hasThreads, startThreads } from './start-threads.ts';
import { runOnThread, type ClusterShare } from './thread.ts';

/**
 * Does the cases of a run in so many threads; with one, on this thread. `onReport` says whether to go on.
 * @throws NotTriedError where a case could not be tried, as when the cluster is gone
 */
export async function runJobs(
  share: Omit<ClusterShare, 'worker' | 'workers'>,
  jobs: number,
  onReport: (report: ShareReport) => boolean,
): Promise<void> {
  if (jobs === 1 || !hasThreads()) return runOnThread({ ...share, worker: 0, workers: 1 }, onReport);
  const shares = Array.from({ length: jobs }, (_, worker): ClusterShare => ({ ...share, worker, workers: jobs }));
  let isWanted = true;
  const running = startThreads(shares, (_thread, report) => {
    if (!isWanted || onReport(report)) return;
    isWanted = false;
    void running.stop();
  });
  await running.ended;
}
