import { assign, emit, enqueueActions, fromCallback, sendTo, setup } from 'xstate';
import { errorText } from '#domain/json';
import type { ShareReport } from '../../fuzz/run/share.ts';
import type { EngineChoice } from '../fuzz/engine-choice.ts';
import { endedRun, MAX_FAILURES, noted, type CaseFile, type LabRun, type RunEnd, type Work } from './lab-run.ts';

/** What the threads of a run need; a cluster for targets that write to one. */
export interface RunThreads {
  readonly run: LabRun;
  readonly cluster: EngineChoice | undefined;
}

export interface LabPorts {
  /** Starts the threads of a run; what it returns asks them to end. `onEnded` has the error that ended them. */
  readonly startThreads: (
    threads: RunThreads,
    onReport: (thread: number, report: ShareReport) => void,
    onEnded: (failure?: string) => void,
  ) => () => void;
  /** Keeps a run as it is now, with the files of cases that are new. */
  readonly save: (run: LabRun, files: readonly CaseFile[]) => void;
  /** RFC 3339. */
  readonly now: () => string;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs: () => number;
}

export type LabEvent =
  /** A run is about to start or to resume: nothing else may begin meanwhile. */
  | { readonly type: 'BEGIN' }
  /** It does not. */
  | { readonly type: 'GIVE_UP' }
  | ({ readonly type: 'RUN'; readonly ended: Promise<LabRun> } & RunThreads)
  | { readonly type: 'STOP'; readonly as: RunEnd }
  | { readonly type: 'REPLAY' }
  | { readonly type: 'REPLAYED' }
  /** The server ends. */
  | { readonly type: 'CLOSE' }
  | ThreadsEvent;

type ThreadsEvent =
  | { readonly type: 'REPORT'; readonly thread: number; readonly report: ShareReport }
  | { readonly type: 'ENDED'; readonly failure?: string };

interface LabContext {
  /** The run that works, or worked last. */
  readonly work: Work | null;
  readonly threads: RunThreads | null;
  /** Cases that were tried since the server was started. */
  readonly cases: number;
}

const ENOUGH: RunEnd = { state: 'done', reason: `It ended early: ${MAX_FAILURES} laws are broken.` };

/**
 * The lab of a server: at most one run begins or works at a time, and beside it at most one file is replayed. A run
 * that is stopped goes on until its threads have ended; what it is then was decided by whoever ended it first.
 */
export function labMachine({ startThreads, save, now, nowMs }: LabPorts) {
  return setup({
    types: {
      context: {} as LabContext,
      events: {} as LabEvent,
      emitted: {} as { readonly type: 'ended'; readonly run: LabRun },
    },
    actors: {
      threads: fromCallback<{ readonly type: 'STOP' }, RunThreads>(({ input, sendBack, receive }) => {
        const stop = startThreads(
          input,
          (thread, report) => sendBack({ type: 'REPORT', thread, report } satisfies ThreadsEvent),
          (failure) => sendBack({ type: 'ENDED', ...(failure !== undefined && { failure }) } satisfies ThreadsEvent),
        );
        receive(stop);
      }),
    },
    guards: {
      hasEnough: ({ context }) => (context.work?.run.failed.length ?? 0) >= MAX_FAILURES,
    },
    actions: {
      setToWork: assign((_, { run, cluster, ended }: RunThreads & Pick<Work, 'ended'>) => ({
        threads: { run, cluster },
        work: { run, ended, startedMs: nowMs(), activeBeforeMs: run.activeMs, savedMs: nowMs(), endsAs: null },
      })),
      note: enqueueActions(
        ({ context, enqueue }, { thread, report }: { readonly thread: number; readonly report: ShareReport }) => {
          const { work, files, isDue } = noted(workOf(context), thread, report, nowMs());
          enqueue.assign({ work, cases: context.cases + report.cases });
          if (isDue) enqueue(() => save(work.run, files));
        },
      ),
      decideEnd: assign(({ context }, { as }: { readonly as: RunEnd }) => ({
        work: { ...workOf(context), endsAs: as },
      })),
      end: assign(({ context }, { failure }: { readonly failure?: string }) => {
        const work = workOf(context);
        return { work: { ...work, run: endedRun(work, failure, now(), nowMs()) } };
      }),
      saveEnd: ({ context }) => save(workOf(context).run, []),
      tellEnd: emit(({ context }) => ({ type: 'ended', run: workOf(context).run })),
    },
  }).createMachine({
    id: 'lab',
    context: { work: null, threads: null, cases: 0 },
    type: 'parallel',
    states: {
      runs: {
        initial: 'idle',
        states: {
          idle: { on: { BEGIN: 'beginning' } },
          beginning: {
            on: {
              RUN: { target: 'working', actions: { type: 'setToWork', params: ({ event }) => event } },
              GIVE_UP: 'idle',
            },
          },
          working: {
            initial: 'running',
            invoke: {
              id: 'threads',
              src: 'threads',
              input: ({ context }) => threadsOf(context),
              onError: {
                target: 'idle',
                actions: [
                  { type: 'end', params: ({ event }) => ({ failure: errorText(event.error) }) },
                  'saveEnd',
                  'tellEnd',
                ],
              },
            },
            on: {
              REPORT: { actions: { type: 'note', params: ({ event }) => event } },
              ENDED: {
                target: 'idle',
                actions: [{ type: 'end', params: ({ event }) => event }, 'saveEnd', 'tellEnd'],
              },
            },
            states: {
              running: {
                always: {
                  guard: 'hasEnough',
                  target: 'ending',
                  actions: { type: 'decideEnd', params: { as: ENOUGH } },
                },
                on: {
                  STOP: { target: 'ending', actions: { type: 'decideEnd', params: ({ event }) => event } },
                },
              },
              ending: { entry: sendTo('threads', { type: 'STOP' }) },
            },
          },
        },
      },
      replay: {
        initial: 'idle',
        states: { idle: { on: { REPLAY: 'busy' } }, busy: { on: { REPLAYED: 'idle' } } },
      },
      server: { initial: 'open', states: { open: { on: { CLOSE: 'closing' } }, closing: {} } },
    },
  });
}

function workOf({ work }: LabContext): Work {
  if (work === null) throw new Error('No run works');
  return work;
}

function threadsOf({ threads }: LabContext): RunThreads {
  if (threads === null) throw new Error('No run works');
  return threads;
}
