import { assign, fromPromise, setup } from 'xstate';
import { errorText } from '#domain/json';
import { StorageClosedError } from '#domain/ports';
import { NotRecordedError } from '../trail/store-errors.ts';
import {
  allIn,
  answerFlight,
  EMPTY_QUEUE,
  joined,
  queueOf,
  withWaiting,
  type Assembly,
  type Flight,
  type Queue,
  type Waiting,
} from './assembly.ts';
import type { LogSteps } from './log-steps.ts';

/** How often the index is looked at for what other servers have written, in milliseconds. */
const POLL_MS = 400;
/** After a failure; twice as long after each further one. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Appends that may wait at the same time. */
const MAX_WAITING = 10_000;

/** The steps of a round, in order; an error of a step ends the round. */
export interface TrailLogPorts extends LogSteps {
  readonly assemble: (queue: Queue) => Assembly;
  /** Whether something is left that this server can write without being asked. */
  readonly hasMore: () => boolean;
  /** Called with the reason when the index can't be used, and with null when it can be used again. */
  readonly onTrouble: (reason: string | null) => void;
  /** @throws StorageClosedError between CLOSE and the end of the step that was under way */
  readonly assertOpen: () => void;
  readonly pollMs?: number;
}

export type TrailLogEvent =
  | { readonly type: 'WAIT'; readonly waiting: Waiting }
  /** This server has something to write by itself. */
  | { readonly type: 'SPOOLED' }
  /** The document on its way is in the index and in the copy. */
  | { readonly type: 'RECORDED' }
  | { readonly type: 'CLOSE' };

interface Seen {
  /** When the newest document of the copy was last seen in the index, in ms; null before the index was opened. */
  readonly seenMs: number | null;
}

interface Writing extends Seen {
  readonly assembly: Assembly;
  readonly onRecorded: () => void;
}

interface TrailLogContext extends Seen {
  /** Who waits for a step to take them on. */
  readonly queue: Queue;
  /** Whom the present step has taken on. */
  readonly inHand: Queue;
  /** The entries that are written in this round. */
  readonly assembly: Assembly | null;
  readonly flight: Flight | null;
  /** Why the last round failed, until one succeeds. */
  readonly trouble: { readonly error: unknown } | null;
  /** Failures in a row. */
  readonly failures: number;
  readonly isClosing: boolean;
}

/**
 * The one worker of a trail in an index. A round reads what follows, assembles what waits into a document, writes it
 * and takes out the words of erased logs; then comes another round, or a rest. After a failure everybody who waits is
 * refused, and until the pause is over whoever comes.
 */
export function trailLogMachine(ports: TrailLogPorts) {
  const { assertOpen, onTrouble, pollMs = POLL_MS } = ports;
  /** The transitions of a step that fails. */
  const failing = [
    { guard: 'isClosing', target: '#trailLog.closed' },
    {
      target: '#trailLog.paused',
      actions: [
        { type: 'tellTrouble', params: ({ event }: { readonly event: { readonly error: unknown } }) => event },
        {
          type: 'refuseAll',
          params: ({ event }: { readonly event: { readonly error: unknown } }) => ({ error: notRecorded(event.error) }),
        },
        { type: 'noteFailure', params: ({ event }: { readonly event: { readonly error: unknown } }) => event },
      ],
    },
  ] as const;

  return setup({
    types: { context: {} as TrailLogContext, events: {} as TrailLogEvent },
    delays: {
      poll: pollMs,
      pause: ({ context: { failures } }) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)),
    },
    actors: {
      read: fromPromise<number, Seen>(async ({ input: { seenMs } }) => {
        assertOpen();
        return ports.read(seenMs);
      }),
      assemble: fromPromise<Assembly, { readonly queue: Queue }>(async ({ input: { queue } }) => {
        assertOpen();
        return ports.assemble(queue);
      }),
      write: fromPromise<number, Writing>(async ({ input: { assembly, seenMs, onRecorded } }) => {
        assertOpen();
        return ports.write(assembly, seenMs, onRecorded);
      }),
      /** Resolves with whether there is more to do. */
      eraseWords: fromPromise<boolean, { readonly hasWritten: boolean }>(async ({ input: { hasWritten } }) => {
        assertOpen();
        const hasErased = await ports.eraseWords();
        return (hasWritten || hasErased) && ports.hasMore();
      }),
      letOthersRun: fromPromise<unknown>(() => new Promise((resolve) => setImmediate(resolve))),
    },
    guards: {
      isClosing: ({ context }) => context.isClosing,
      isFull: ({ context }, { waiting }: { readonly waiting: Waiting }) =>
        waiting.kind === 'append' && context.queue.appends.length >= MAX_WAITING,
      isWaitedFor: ({ context }) => allIn(context.queue).length > 0,
      isDue: (_, { output }: { readonly output: boolean }) => output,
    },
    actions: {
      queue: assign(({ context }, { waiting }: { readonly waiting: Waiting }) => ({
        queue: withWaiting(context.queue, waiting),
      })),
      refuse: (_, { waiting, error }: { readonly waiting: Waiting; readonly error: unknown }) => waiting.reject(error),
      refuseAll: ({ context }, { error }: { readonly error: unknown }) => {
        for (const waiting of everybodyIn(context)) waiting.reject(error);
      },
      takeReaders: assign(({ context: { queue } }) => ({
        inHand: { ...EMPTY_QUEUE, readers: queue.readers },
        queue: { ...queue, readers: [] },
      })),
      answerReaders: ({ context }) => {
        for (const reader of context.inHand.readers) reader.resolve();
      },
      takeWrites: assign(({ context: { queue } }) => ({
        inHand: { ...queue, readers: [] },
        queue: { ...EMPTY_QUEUE, readers: queue.readers },
      })),
      /** Of those in hand, some are answered, some are on their way, and some wait for another document. */
      noteAssembly: assign(({ context }, assembly: Assembly) => ({
        assembly,
        flight: assembly.flight,
        inHand: EMPTY_QUEUE,
        queue: joined(assembly.left, context.queue),
      })),
      answerRest: (_, { answers }: Assembly) => {
        for (const answer of answers) answer();
      },
      answerFlight: ({ context: { flight } }) => {
        if (flight !== null) answerFlight(flight);
      },
      forgetFlight: assign({ flight: null }),
      /** Others were faster, or nothing was written: what is left of the flight is decided again. */
      queueFlight: assign(({ context }) => ({
        queue: joined(queueOf(context.flight), context.queue),
        flight: null,
      })),
      noteSeen: assign((_, { output }: { readonly output: number }) => ({ seenMs: output })),
      tellTrouble: ({ context: { trouble } }, { error }: { readonly error: unknown }) => {
        if (trouble === null || errorText(trouble.error) !== errorText(error)) onTrouble(errorText(error));
      },
      noteFailure: assign(({ context }, { error }: { readonly error: unknown }) => ({
        trouble: { error },
        failures: context.failures + 1,
        queue: EMPTY_QUEUE,
        inHand: EMPTY_QUEUE,
        assembly: null,
        flight: null,
      })),
      tellEndOfTrouble: ({ context }) => {
        if (context.trouble !== null) onTrouble(null);
      },
      noteSuccess: assign({ trouble: null, failures: 0 }),
      noteClosing: assign({ isClosing: true }),
    },
  }).createMachine({
    id: 'trailLog',
    context: {
      queue: EMPTY_QUEUE,
      inHand: EMPTY_QUEUE,
      assembly: null,
      flight: null,
      seenMs: null,
      trouble: null,
      failures: 0,
      isClosing: false,
    },
    initial: 'resting',
    on: { CLOSE: { target: '.closed', actions: 'noteClosing' } },
    states: {
      resting: {
        after: { poll: 'working' },
        on: {
          WAIT: { target: 'working', actions: { type: 'queue', params: ({ event }) => event } },
          SPOOLED: 'working',
        },
      },
      working: {
        initial: 'reading',
        on: {
          WAIT: [
            {
              guard: { type: 'isFull', params: ({ event }) => event },
              actions: {
                type: 'refuse',
                params: ({ event }) => ({
                  ...event,
                  error: new NotRecordedError('Too many changes wait to be recorded.'),
                }),
              },
            },
            { actions: { type: 'queue', params: ({ event }) => event } },
          ],
          // The step under way ends first.
          CLOSE: { actions: 'noteClosing' },
        },
        states: {
          reading: {
            entry: 'takeReaders',
            invoke: {
              src: 'read',
              input: ({ context }) => context,
              onDone: {
                target: 'assembling',
                actions: [{ type: 'noteSeen', params: ({ event }) => event }, 'answerReaders'],
              },
              onError: failing,
            },
          },
          assembling: {
            entry: 'takeWrites',
            invoke: {
              src: 'assemble',
              input: ({ context }) => ({ queue: context.inHand }),
              onDone: {
                target: 'writing',
                actions: [
                  { type: 'noteAssembly', params: ({ event }) => event.output },
                  { type: 'answerRest', params: ({ event }) => event.output },
                ],
              },
              onError: failing,
            },
          },
          writing: {
            on: { RECORDED: { actions: ['answerFlight', 'forgetFlight'] } },
            invoke: {
              src: 'write',
              input: ({ context, self }) => ({
                assembly: assemblyOf(context),
                seenMs: context.seenMs,
                onRecorded: () => self.send({ type: 'RECORDED' }),
              }),
              onDone: {
                target: 'erasing',
                actions: [{ type: 'noteSeen', params: ({ event }) => event }, 'queueFlight'],
              },
              onError: failing,
            },
          },
          erasing: {
            invoke: {
              src: 'eraseWords',
              input: ({ context }) => ({ hasWritten: assemblyOf(context).flight !== null }),
              onDone: [
                { guard: 'isClosing', target: '#trailLog.closed' },
                { guard: 'isWaitedFor', target: 'yielding' },
                { guard: { type: 'isDue', params: ({ event }) => event }, target: 'yielding' },
                { target: '#trailLog.resting', actions: ['tellEndOfTrouble', 'noteSuccess'] },
              ],
              onError: failing,
            },
          },
          yielding: { invoke: { src: 'letOthersRun', onDone: 'reading', onError: failing } },
        },
      },
      paused: {
        after: { pause: 'working' },
        on: {
          WAIT: {
            actions: {
              type: 'refuse',
              params: ({ event, context }) => ({ ...event, error: notRecorded(context.trouble?.error) }),
            },
          },
        },
      },
      closed: {
        type: 'final',
        entry: { type: 'refuseAll', params: () => ({ error: new StorageClosedError('closed') }) },
      },
    },
  });
}

function everybodyIn({ queue, inHand, flight }: TrailLogContext): readonly Waiting[] {
  return [queueOf(flight), inHand, queue].flatMap(allIn);
}

function notRecorded(error: unknown): NotRecordedError {
  return new NotRecordedError(errorText(error), error);
}

function assemblyOf({ assembly }: TrailLogContext): Assembly {
  if (assembly === null) throw new Error('Nothing was assembled');
  return assembly;
}
