import { assign, emit, enqueueActions, fromCallback, setup } from 'xstate';
import {
  INDEX_ACTIONS,
  outcomesFor,
  unfinished,
  type IndexActionId,
  type IndexOutcome,
  type RowStatus,
} from '#domain/console';

/** An action on some indices of a cluster, as it was asked for. */
export interface IndexRun {
  /** Of this run, from whoever starts it. */
  readonly id: string;
  /** Null for the first cluster of the configuration. */
  readonly clusterId: string | null;
  readonly action: IndexActionId;
  readonly names: readonly string[];
  /** Of a force merge. */
  readonly maxNumSegments?: number;
}

/** A run that has ended, with an outcome for each of its names. */
export interface FinishedRun {
  readonly run: IndexRun;
  readonly outcomes: readonly IndexOutcome[];
}

export type IndexActionsEvent =
  /** Names that something is being done with already are left out of it. */
  | { readonly type: 'START'; readonly run: IndexRun }
  | { readonly type: 'FINISHED'; readonly id: string; readonly results: readonly IndexOutcome[] }
  /** The report of a run has been read. */
  | { readonly type: 'DISMISS'; readonly id: string };

interface Context {
  readonly running: readonly IndexRun[];
  /** Runs that did not come to what was asked, until they are dismissed; the newest last. */
  readonly reports: readonly FinishedRun[];
}

/** Does a run. It never rejects: what went wrong is said by the outcomes. */
export type PerformRun = (run: IndexRun) => Promise<readonly IndexOutcome[]>;

/** The actor in which a run is done; give it to `indexActionsMachine.provide({ actors: { perform: performing(…) } })`. */
export function performing(perform: PerformRun) {
  return fromCallback<IndexActionsEvent, IndexRun>(({ input, sendBack }) => {
    void perform(input).then((results) => sendBack({ type: 'FINISHED', id: input.id, results }));
  });
}

/** What is being done with the indices of a cluster, by their names. */
export function rowStatuses(running: readonly IndexRun[], clusterId: string | null): ReadonlyMap<string, RowStatus> {
  const ofCluster = running.filter((run) => run.clusterId === clusterId);
  return new Map(
    ofCluster.flatMap(({ action, names }) => names.map((name) => [name, INDEX_ACTIONS[action].rowStatus] as const)),
  );
}

/** The run without what another one has in hand, or null where nothing is left of it. */
function startable(run: IndexRun, running: readonly IndexRun[]): IndexRun | null {
  if (running.some(({ id }) => id === run.id)) return null;
  const busy = rowStatuses(running, run.clusterId);
  const names = [...new Set(run.names)].filter((name) => !busy.has(name));
  return names.length === 0 ? null : { ...run, names };
}

/**
 * The actions on indices that run, side by side on different rows, and the reports of those that failed in part. It outlives the screens: a list that is
 * left, read again or filtered changes nothing here. Emits `finished` with each end of a run.
 */
export const indexActionsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as IndexActionsEvent,
    emitted: {} as FinishedRun & { readonly type: 'finished' },
    children: {} as Record<string, 'perform'>,
  },
  actors: { perform: performing(() => Promise.reject(new Error('Nobody has said how actions on indices are done'))) },
  actions: {
    start: enqueueActions(({ context, enqueue }, { run }: { readonly run: IndexRun }) => {
      const started = startable(run, context.running);
      if (started === null) return;
      enqueue.assign({ running: [...context.running, started] });
      enqueue.spawnChild('perform', { id: started.id, input: started });
    }),
    finish: enqueueActions(
      ({ context, enqueue }, { id, results }: { readonly id: string; readonly results: readonly IndexOutcome[] }) => {
        const run = context.running.find((one) => one.id === id);
        if (run === undefined) return;
        const finished: FinishedRun = { run, outcomes: outcomesFor(run.names, results) };
        enqueue.assign({
          running: context.running.filter((one) => one !== run),
          reports: unfinished(finished.outcomes).length === 0 ? context.reports : [...context.reports, finished],
        });
        enqueue.stopChild(id);
        enqueue(emit({ type: 'finished', ...finished }));
      },
    ),
    dismiss: assign(({ context }, { id }: { readonly id: string }) => ({
      reports: context.reports.filter(({ run }) => run.id !== id),
    })),
  },
}).createMachine({
  id: 'indexActions',
  context: { running: [], reports: [] },
  on: {
    START: { actions: { type: 'start', params: ({ event }) => event } },
    FINISHED: { actions: { type: 'finish', params: ({ event }) => event } },
    DISMISS: { actions: { type: 'dismiss', params: ({ event }) => event } },
  },
});
