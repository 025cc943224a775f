import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { NotTriedError } from '../../fuzz/case/target.ts';
import type { ShareReport } from '../../fuzz/run/share.ts';
import type { ClusterShare } from './thread.ts';

/** The thread's code, as it is built beside the command line and the server. */
const WORKER = new URL('./fuzz-worker.js', import.meta.url);
/** How long a thread may take to end its case, in ms, before it is ended in the middle of it. */
const GRACE_MS = 3_000;

/** A message from a thread about its share; `notTried` is the reason why it ended early. */
export type ThreadMessage = ShareReport | { readonly notTried: string };

/** Threads at work on the cases of a run. */
export interface RunningShares {
  /**
   * Settled when no thread works any more.
   * @throws NotTriedError where a case could not be tried, as when the cluster is gone
   */
  readonly ended: Promise<void>;
  /** Asks the threads to end, and ends them. */
  stop(): Promise<void>;
}

/** Whether there are threads: there are none where the server or the command line runs from its source. */
export function hasThreads(): boolean {
  return existsSync(WORKER);
}

/** Runs each share in a separate thread. */
export function startThreads(
  shares: readonly ClusterShare[],
  onReport: (thread: number, report: ShareReport) => void,
): RunningShares {
  const workers = shares.map((workerData) => new Worker(WORKER, { workerData }));
  let notTried: string | undefined;
  const stop = async () => {
    for (const worker of workers) worker.postMessage('stop');
    const timer = setTimeout(() => workers.forEach((worker) => void worker.terminate()), GRACE_MS);
    await ended.catch(() => undefined);
    clearTimeout(timer);
  };
  for (const [thread, worker] of workers.entries()) {
    worker.on('message', (message: ThreadMessage) => {
      if (!('notTried' in message)) return onReport(thread, message);
      notTried ??= message.notTried;
      void stop();
    });
  }
  const untilEnded = async () => {
    try {
      await Promise.all(workers.map((worker) => once(worker, 'exit')));
    } finally {
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
    if (notTried !== undefined) throw new NotTriedError(notTried);
  };
  const ended = untilEnded();
  // Whoever started them hears of it; until then it is no unhandled rejection.
  ended.catch(() => undefined);
  return { ended, stop };
}
