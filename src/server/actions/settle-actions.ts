import { actionStream } from '#domain/action';
import { parseLiveStream } from '#domain/document';
import { ClusterError, StorageClosedError, type ClusterFault } from '#domain/ports';
import type { LoggedAction } from '../console/action-log.ts';
import type { NotedReading, RecordSave } from '../console/changes.ts';
import type { CheckedInput } from '../console/check-input.ts';
import type { HandledRouteId, OpenCluster } from '../console/context.ts';
import { isDiskFull } from '../console/disk-full.ts';
import { facetOf } from '../console/handlers.ts';
import { bodyOf, TRACELESS, type Found } from '../console/look-ups.ts';
import { calledObjectOf } from '../trail/changes-check.ts';
import { NotRecordedError } from '../trail/store-errors.ts';
import type { EventActionLog } from './event-action-log.ts';

/** A cluster may still do what it was asked for so long after the server that asked is gone, in milliseconds. */
export const LATE_MS = 60_000;

const DONE_AGAIN: Found = {
  found: 'unknown',
  note: 'A later action has changed the same, so the cluster doesn’t show whether this was done.',
};

const REFUSALS: ReadonlySet<ClusterFault> = new Set(['refused', 'forbidden', 'unauthorized']);

export interface SettlerOptions {
  readonly log: Pick<EventActionLog, 'unsettled' | 'settle' | 'find'>;
  readonly nowMs: () => number;
  /** Calls back after a time, unless the server ends before. */
  readonly later: (run: () => void, ms: number) => void;
  /** Answers a route that reads. */
  readonly read: (id: HandledRouteId, input: CheckedInput['input'], cluster: OpenCluster) => Promise<unknown>;
  readonly recordSave: RecordSave;
  /** Called with internal errors. */
  readonly onFailure: (error: unknown, requestId: string) => void;
}

/**
 * Looks up the outcome of actions without a response, as far as the caller's privileges allow. An action that has saved
 * a document is noted in the log of the document, as if its response had come.
 */
export interface ActionSettler {
  /**
   * Looks up all actions of a cluster, and again once the cluster is done with what it was asked for late, or can be
   * reached. Never rejects.
   */
  settle(cluster: OpenCluster): Promise<void>;
  /**
   * Looks up the actions that may have changed what is about to be read, and settles those that are done. Cost where
   * there are none: one query of the index of actions.
   * @throws ClusterError where the cluster fails: what was read then would pass for a change made outside
   */
  settleBefore(reading: Pick<NotedReading, 'id' | 'input' | 'cluster'>): Promise<void>;
}

export function actionSettler(options: SettlerOptions): ActionSettler {
  const { log, nowMs, later, onFailure } = options;
  const atWork = new Map<string, Promise<boolean>>();
  const waiting = new Set<OpenCluster>();

  /**
   * Whether the action is settled. One that is not may still be done by the cluster.
   * @throws ClusterError where the cluster can’t be read: it stays without an outcome, for the next reader or start
   */
  async function settleOne(action: LoggedAction, cluster: OpenCluster): Promise<boolean> {
    const shown = (await facetOf(action.route).lookUp?.(action, cluster.gateway)) ?? TRACELESS;
    const found = shown.found === 'done' && (await isDoneAgain(action)) ? DONE_AGAIN : shown;
    const isYoung = nowMs() - Date.parse(action.at) < LATE_MS;
    if (isYoung && found.found !== 'done') return false;
    // First: an action that is settled is not looked at again. A save that is noted already changes nothing.
    if (found.found === 'done') await noteSave(action, cluster);
    await log.settle(action, found);
    return true;
  }

  /** Whether the same was changed by a later action, which is done: what the cluster has can be of that one. */
  async function isDoneAgain({ id, cluster, route, names: [name], changes }: LoggedAction): Promise<boolean> {
    const named = name === undefined ? null : { route, name };
    const same = changes === undefined ? named : { stream: changes.stream };
    return same !== null && (await log.find({ cluster, ...same, state: 'done', from: id, limit: 1 })).length > 0;
  }

  /** Settles an action once, however many ask at the same time. */
  function settleOnce(action: LoggedAction, cluster: OpenCluster): Promise<boolean> {
    const stream = actionStream(action);
    const running = atWork.get(stream) ?? settleOne(action, cluster).finally(() => atWork.delete(stream));
    atWork.set(stream, running);
    return running;
  }

  /** Notes in the log of a document that an action has saved it, where the action’s record has all that was sent. */
  async function noteSave(action: LoggedAction, cluster: OpenCluster): Promise<void> {
    const { changes, id, route } = action;
    const { readBack } = facetOf(route);
    const object = changes === undefined ? null : parseLiveStream(changes.stream);
    const sent = bodyOf(action);
    if (changes === undefined || changes.events.length === 0 || object === null) return;
    if (readBack === undefined || sent === undefined) return;
    const { kind, name } = object;
    const query = kind.endsWith('template') && { query: { legacy: kind === 'legacy_template' } };
    const read = await options.read(readBack, { params: { name }, ...query }, cluster);
    try {
      await options.recordSave({ changes, action: id, sent, read });
    } catch (error) {
      if (isForNow(error)) throw error;
      // As of a save whose response came: what the log of the document does not take is left to the browser.
      onFailure(error, 'settling of actions');
    }
  }

  // The newest action first: what it asked for has what older ones asked for too, and can’t be told from it.
  async function settle(cluster: OpenCluster): Promise<void> {
    let isLate = false;
    try {
      for (const action of await log.unsettled({ cluster: cluster.entry.id }))
        if (!(await settleOnce(action, cluster).catch(passRefused))) isLate = true;
    } catch (error) {
      if (error instanceof ClusterError) isLate = true;
      else onFailure(error, 'settling of actions');
    }
    if (!isLate || waiting.has(cluster)) return;
    waiting.add(cluster);
    later(() => {
      waiting.delete(cluster);
      void settle(cluster);
    }, LATE_MS);
  }

  return {
    settle,
    async settleBefore({ id, input, cluster }) {
      try {
        const { name } = calledObjectOf({ id, input });
        for (const action of await log.unsettled({ cluster: cluster.entry.id, name }))
          if (facetOf(action.route).readBack === id) await settleOnce(action, cluster).catch(passRefused);
      } catch (error) {
        if (error instanceof ClusterError) throw error;
        onFailure(error, 'settling of actions');
      }
    },
  };
}

/** Passes over an action that the cluster does not show to the caller: others may see it. @throws `error` otherwise */
function passRefused(error: unknown): true {
  if (error instanceof ClusterError && REFUSALS.has(error.fault)) return true;
  throw error;
}

/** Whether nothing can be recorded at the moment. */
function isForNow(error: unknown): boolean {
  return error instanceof NotRecordedError || error instanceof StorageClosedError || isDiskFull(error);
}
