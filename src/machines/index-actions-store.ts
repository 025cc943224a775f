import { createStore } from '@xstate/store';
import {
  INDEX_ACTIONS,
  mustWait,
  outcomesFor,
  unfinished,
  type IndexActionId,
  type IndexOutcome,
  type RowStatus,
} from '#domain/console';

/** An action on some indices of a cluster, as it was asked for. */
export interface IndexRun {
  /** The id of this run, from whoever starts it. */
  readonly id: string;
  /** Null for the first cluster of the configuration. */
  readonly clusterId: string | null;
  readonly action: IndexActionId;
  readonly names: readonly string[];
  /** For a force merge. */
  readonly maxNumSegments?: number;
  readonly reason?: string;
}

/** A run that has ended, with an outcome for each of its names. */
export interface FinishedRun {
  readonly run: IndexRun;
  readonly outcomes: readonly IndexOutcome[];
}

interface IndexActionsContext {
  readonly running: readonly IndexRun[];
  /** Runs that failed at least in part, until they are dismissed; the newest last. */
  readonly reports: readonly FinishedRun[];
}

// Types rather than interfaces: the library wants payloads that have an index signature.
type IndexActionsEvents = {
  /** Names on which an action already runs are left out of it. */
  start: { readonly run: IndexRun };
  finish: { readonly id: string; readonly results: readonly IndexOutcome[] };
  /** The report of a run has been read. */
  dismiss: { readonly id: string };
};

type IndexActionsEmitted = {
  /** A run has ended. */
  finished: FinishedRun;
};

/** Does a run. It never rejects: the outcomes contain the errors. */
export type PerformRun = (run: IndexRun) => Promise<readonly IndexOutcome[]>;

export type IndexActionsStore = ReturnType<typeof indexActionsStore>;

/** The actions that run on the indices of a cluster, by their names. */
export function rowStatuses(running: readonly IndexRun[], clusterId: string | null): ReadonlyMap<string, RowStatus> {
  const ofCluster = running.filter((run) => run.clusterId === clusterId);
  return new Map(
    ofCluster.flatMap(({ action, names }) => names.map((name) => [name, INDEX_ACTIONS[action].rowStatus] as const)),
  );
}

/** The run without the names that must wait for another run, or null where no name is left. */
function startable(run: IndexRun, running: readonly IndexRun[]): IndexRun | null {
  if (running.some(({ id }) => id === run.id)) return null;
  const busy = rowStatuses(running, run.clusterId);
  const action = INDEX_ACTIONS[run.action];
  const names = [...new Set(run.names)].filter((name) => !mustWait(action, busy.get(name)));
  return names.length === 0 ? null : { ...run, names };
}

/**
 * The actions that run on indices, in parallel on different rows, and the reports of those that failed in part. It
 * outlives the screens: leaving, refreshing or filtering a list changes nothing here. Emits `finished` with each end of
 * a run.
 *
 * A store and not a statechart: every event is legal at every time, and its effect depends on which rows are busy,
 * which is data.
 */
export function indexActionsStore(perform: PerformRun) {
  return createStore<IndexActionsContext, IndexActionsEvents, IndexActionsEmitted>({
    context: { running: [], reports: [] },
    on: {
      start: (context, { run }, enqueue) => {
        const started = startable(run, context.running);
        if (started === null) return context;
        enqueue.effect(({ trigger }) => {
          void perform(started).then((results) => trigger.finish({ id: started.id, results }));
        });
        return { ...context, running: [...context.running, started] };
      },
      finish: ({ running, reports }, { id, results }, enqueue) => {
        const run = running.find((one) => one.id === id);
        if (run === undefined) return { running, reports };
        const finished: FinishedRun = { run, outcomes: outcomesFor(run.names, results) };
        enqueue.emit.finished(finished);
        return {
          running: running.filter((one) => one !== run),
          reports: unfinished(finished.outcomes).length === 0 ? reports : [...reports, finished],
        };
      },
      dismiss: (context, { id }) => ({ ...context, reports: context.reports.filter(({ run }) => run.id !== id) }),
    },
  });
}
