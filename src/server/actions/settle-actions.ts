import { ClusterError } from '#domain/ports';
import type { OpenCluster } from '../console/context.ts';
import type { EventActionLog } from './event-action-log.ts';
import { lookUp } from './look-up.ts';

/** A cluster may still do what it was asked for so long after the server that asked is gone, in milliseconds. */
export const LATE_MS = 60_000;

export interface SettlerOptions {
  readonly log: Pick<EventActionLog, 'unsettled' | 'settle'>;
  readonly nowMs: () => number;
  /** Calls back after a time, unless the server ends before. */
  readonly later: (run: () => void, ms: number) => void;
  /** Told of failures of the server's own. */
  readonly onFailure: (error: unknown, requestId: string) => void;
}

/** Finds out what came of actions whose answer nobody heard, as far as the cluster lets whoever asks. Never rejects. */
export type SettleActions = (cluster: OpenCluster) => Promise<void>;

export function settleActions({ log, nowMs, later, onFailure }: SettlerOptions): SettleActions {
  return async function settle(cluster) {
    let isLate = false;
    try {
      for (const action of await log.unsettled(cluster.entry.id)) {
        try {
          const found = await lookUp(action, cluster.gateway);
          const isYoung = nowMs() - Date.parse(action.at) < LATE_MS;
          if (isYoung && found.found !== 'done') isLate = true;
          else await log.settle(action, found);
        } catch (error) {
          // It stays without an outcome, for the next who signs in or the next start.
          if (!(error instanceof ClusterError)) throw error;
        }
      }
    } catch (error) {
      onFailure(error, 'settling of actions');
    }
    if (isLate) later(() => void settle(cluster), LATE_MS);
  };
}
