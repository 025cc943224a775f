// A thread of a fuzz run: does one share of the cases, and tells how far it is.
import { parentPort, workerData } from 'node:worker_threads';
import { NotTriedError } from '../../fuzz/case/target.ts';
import { runOnThread, type ClusterShare } from './thread.ts';
import type { ThreadMessage } from './start-threads.ts';

const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

/** The thread that started the run may end it. Pending messages do not keep this thread alive. */
let isWanted = true;
parentPort?.on('message', () => (isWanted = false));
parentPort?.unref();

try {
  await runOnThread(workerData as ClusterShare, (report) => {
    tell(report);
    return isWanted;
  });
} catch (error) {
  if (!(error instanceof NotTriedError)) throw error;
  tell({ notTried: error.message });
}
