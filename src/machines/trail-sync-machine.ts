import { assign, fromPromise, setup } from 'xstate';
import { TrailError, type TrailFault } from '#domain/ports';

/** The first wait after a failure, and the longest, in ms. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export interface TrailSyncInput {
  /** From 0 to 1; the waits of many browsers must not end together. */
  readonly random: () => number;
}

interface TrailSyncContext extends TrailSyncInput {
  readonly fault: TrailFault | null;
  /** Failures in a row. */
  readonly failures: number;
  /** The store has changed since the last round began. */
  readonly isDue: boolean;
}

export type TrailSyncEvent =
  /** A stream has grown on this device, or on the server. */
  | { readonly type: 'CHANGED' }
  /** A person retries, the browser is online again, or somebody has signed in. */
  | { readonly type: 'RETRY' };

function missing(port: string) {
  return () => Promise.reject(new Error(`The machine has no actor ${port}: pass one to provide()`));
}

/**
 * When the outboxes of this device are recorded, and when it listens to the server. Uploading and listening run in
 * parallel; a failure of either waits, longer each time, and begins with a new connection. A server without a trail is
 * left alone.
 *
 * Provide the ports as actors. `connect` finds out what the server has, `record` records everything that is due,
 * `listen` waits for news once.
 */
export const trailSyncMachine = setup({
  types: { context: {} as TrailSyncContext, events: {} as TrailSyncEvent, input: {} as TrailSyncInput },
  actors: {
    connect: fromPromise<undefined>(missing('connect')),
    record: fromPromise<undefined>(missing('record')),
    listen: fromPromise<undefined>(missing('listen')),
  },
  delays: {
    backoff: ({ context: { failures, random } }) =>
      Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.5 + random() / 2),
  },
  guards: {
    isDue: ({ context }) => context.isDue,
    isAbsent: (_, { error }: { readonly error: unknown }) => error instanceof TrailError && error.fault === 'absent',
  },
  actions: {
    noteDue: assign({ isDue: true }),
    beginRound: assign({ isDue: false }),
    noteSuccess: assign({ fault: null, failures: 0 }),
    noteFailure: assign(({ context }, { error }: { readonly error: unknown }) => ({
      fault: error instanceof TrailError ? error.fault : ('failed' as const),
      failures: context.failures + 1,
      isDue: true,
    })),
    /** Reports a fault of our own code, or of the storage. */
    tellFailure: (_, _params: { readonly error: unknown }) => undefined,
  },
}).createMachine({
  id: 'trailSync',
  context: ({ input: { random } }) => ({ random, fault: null, failures: 0, isDue: true }),
  initial: 'connecting',
  on: { CHANGED: { actions: 'noteDue' } },
  states: {
    connecting: {
      invoke: {
        src: 'connect',
        onDone: 'connected',
        onError: [
          { guard: { type: 'isAbsent', params: ({ event }) => event }, target: 'absent' },
          { target: 'waiting', actions: [{ type: 'noteFailure', params: ({ event }) => event }] },
        ],
      },
    },
    connected: {
      type: 'parallel',
      on: { RETRY: { actions: 'noteDue' } },
      states: {
        recording: {
          initial: 'idle',
          states: {
            idle: { always: { guard: 'isDue', target: 'busy' } },
            busy: {
              entry: 'beginRound',
              invoke: {
                src: 'record',
                onDone: { target: 'idle', actions: 'noteSuccess' },
                onError: {
                  target: '#trailSync.waiting',
                  actions: [
                    { type: 'noteFailure', params: ({ event }) => event },
                    { type: 'tellFailure', params: ({ event }) => event },
                  ],
                },
              },
            },
          },
        },
        listening: {
          initial: 'waiting',
          states: {
            waiting: {
              invoke: {
                src: 'listen',
                onDone: { target: 'again', actions: 'noteDue' },
                onError: {
                  target: '#trailSync.waiting',
                  actions: [{ type: 'noteFailure', params: ({ event }) => event }],
                },
              },
            },
            again: { always: 'waiting' },
          },
        },
      },
    },
    waiting: { after: { backoff: 'connecting' }, on: { RETRY: 'connecting' } },
    /** Connects again when somebody asks for it. */
    absent: { on: { RETRY: 'connecting' } },
  },
});
