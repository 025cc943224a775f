import { ClusterError } from '#domain/ports';
import type { OpenCluster } from '../console/context.ts';
import { facetOf } from '../console/handlers.ts';
import { TRACELESS } from '../console/look-ups.ts';
import type { EventActionLog } from './event-action-log.ts';

/** A cluster may still do what it was asked for so long after the server that asked is gone, in milliseconds. */
export const LATE_MS = 60_000;

export interface SettlerOptions {
  readonly log: Pick<EventActionLog, 'unsettled' | 'settle'>;
  readonly nowMs: () => number;
  /** Calls back after a time, unless the server ends before. */
  readonly later: (run: () => void, ms: number) => void;
  /** Called with internal errors. */
  readonly onFailure: (error: unknown, requestId: string) => void;
}

/** Looks up the outcome of actions without a response, as far as the caller's privileges allow. Never rejects. */
export type SettleActions = (cluster: OpenCluster) => Promise<void>;

export function settleActions({ log, nowMs, later, onFailure }: SettlerOptions): SettleActions {
  return async function settle(cluster) {
    let isLate = false;
    try {
      for (const action of await log.unsettled(cluster.entry.id)) {
        try {
          const found = (await facetOf(action.route).lookUp?.(action, cluster.gateway)) ?? TRACELESS;
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
