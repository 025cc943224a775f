import { runShare, type Share, type ShareReport } from '../../fuzz/run/share.ts';
import type { EngineChoice } from './engine-choice.ts';
import { openEngines } from './engines.ts';

/** The part of a run that one thread does, and what it may write to. It can be sent to another thread. */
export interface ClusterShare extends Share {
  readonly cluster?: EngineChoice;
}

/** Does a share with its own way to the cluster. @throws NotTriedError */
export async function runOnThread(
  { cluster, ...share }: ClusterShare,
  onReport: (report: ShareReport) => boolean,
): Promise<void> {
  if (cluster === undefined) return runShare(share, null, onReport);
  const engines = openEngines(cluster, share);
  try {
    await runShare(share, engines, onReport);
  } finally {
    await engines.close();
  }
}
