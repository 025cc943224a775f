import { assign, emit, fromPromise, raise, setup } from 'xstate';

/** The effect of a reading of the cluster on a write. */
export type Verdict<Write, Result, Conflict> =
  /**
   * The cluster is as the write expects it. `write`: the one to go on with. After a lost response: the write was not
   * made.
   */
  | { readonly kind: 'unmoved'; readonly write?: Write }
  /** Another client changed what would be overwritten. */
  | { readonly kind: 'moved'; readonly conflict: Conflict }
  /** The cluster is as requested. */
  | { readonly kind: 'done'; readonly write: Write; readonly result: Result }
  /** There is nothing to review or to send. */
  | { readonly kind: 'nothing' };

/**
 * The steps of a write, in order. Each gets the write from the step before; an error of a step ends the write as
 * failed.
 */
export interface ReviewedWritePorts<Write, Result, Conflict> {
  /** On REVIEW: reads what the review shows. */
  readonly read?: () => Promise<Verdict<Write, Result, Conflict>>;
  /** On SEND: what is needed before the cluster is asked; `onWait` reports that this may take long. */
  readonly prepare?: (write: Write, onWait: () => void) => Promise<Write>;
  /** Whether the cluster has moved since the write was reviewed. */
  readonly compare: (write: Write) => Promise<Verdict<Write, Result, Conflict>>;
  readonly send: (write: Write) => Promise<Result>;
  /** Whether the write may have been made although `send` threw this. */
  readonly isLost: (error: unknown) => boolean;
  /** After a lost response: whether the write was made. Where absent, that is not known, and the write has failed. */
  readonly verify?: (write: Write) => Promise<Verdict<Write, Result, Conflict>>;
  /** Takes over the present state of the cluster. */
  readonly follow: (write: Write, result: Result) => Promise<void>;
  /** The last step, once the review is closed. */
  readonly finish?: (write: Write) => Promise<void>;
  /** Called when a write is over, whatever the outcome. */
  readonly onSettled?: () => void;
}

export type ReviewedWriteStep = 'read' | 'prepare' | 'compare' | 'send' | 'verify' | 'follow' | 'finish';

export interface FailedStep {
  readonly step: ReviewedWriteStep;
  readonly error: unknown;
}

export type ReviewedWriteEvent<Write> =
  /** Reads the cluster, and opens the review where the write can go on. */
  | { readonly type: 'REVIEW' }
  /** Opens the review with what is known. */
  | { readonly type: 'OPEN' }
  /** Closes the review or the conflict; a write that is under way goes on. */
  | { readonly type: 'CLOSE' }
  | { readonly type: 'SEND'; readonly write: Write }
  /** Forgets a failure. */
  | { readonly type: 'DISMISS' }
  /** After a failure: the cluster turned out to have what was sent. */
  | { readonly type: 'FOUND_DONE' }
  /** Raised: the preparation waits. */
  | { readonly type: 'WAIT' }
  /** Raised: the cluster has moved, which is shown. */
  | { readonly type: 'MOVED' };

interface Held<Write> {
  readonly write: Write;
}

interface Preparation<Write> extends Held<Write> {
  readonly onWait: () => void;
}

interface Made<Write, Result> extends Held<Write> {
  /** The result on the cluster. */
  readonly result: Result;
}

type ReviewedWriteEmitted<Write> =
  | { readonly type: 'done' }
  | { readonly type: 'moved' }
  | { readonly type: 'failed'; readonly write: Write | null; readonly error: unknown };

interface ReviewedWriteContext<Write, Result, Conflict> {
  /** The write that is reviewed, or was sent last. */
  readonly write: Write | null;
  /** The verdict of the last reading. */
  readonly verdict: Verdict<Write, Result, Conflict> | null;
  /** The write that was made, once that is known. */
  readonly made: Made<Write, Result> | null;
  /** The last call that failed; the state shows whether the write has failed. */
  readonly failure: FailedStep | null;
}

/**
 * One write to the cluster at a time that is reviewed before it is sent: read, review, prepare, compare, send, verify
 * where the response was lost, follow. The region `work` does that; the region `dialog` is what is shown meanwhile, and
 * can be closed at any time. `ports` is called with each step. Let the actor run to its end: stopping it forgets the
 * outcome of a request that was sent.
 */
export function reviewedWriteMachine<Write, Result, Conflict>(
  ports: () => ReviewedWritePorts<Write, Result, Conflict>,
) {
  type Context = ReviewedWriteContext<Write, Result, Conflict>;
  type Reading = Verdict<Write, Result, Conflict>;
  /** The transition of a step whose call fails. */
  const failing = (step: ReviewedWriteStep) =>
    ({
      target: '#reviewedWrite.work.resting.failed',
      actions: {
        type: 'keepFailure',
        params: ({ event }: { readonly event: { readonly error: unknown } }) => ({ step, error: event.error }),
      },
    }) as const;

  const verdictOf = ({ event }: { readonly event: { readonly output: Reading } }) => event.output;
  const heed = { type: 'keepVerdict', params: verdictOf } as const;
  const ifUnmoved = { type: 'isUnmoved', params: verdictOf } as const;

  return setup({
    types: {
      context: {} as Context,
      events: {} as ReviewedWriteEvent<Write>,
      emitted: {} as ReviewedWriteEmitted<Write>,
      tags: {} as 'pending' | 'waiting',
    },
    actors: {
      read: fromPromise<Reading>(async () => (await ports().read?.()) ?? { kind: 'nothing' }),
      prepare: fromPromise<Held<Write>, Preparation<Write>>(async ({ input: { write, onWait } }) => ({
        write: (await ports().prepare?.(write, onWait)) ?? write,
      })),
      compare: fromPromise<Reading, Held<Write>>(({ input: { write } }) => ports().compare(write)),
      send: fromPromise<Made<Write, Result>, Held<Write>>(async ({ input: { write } }) => ({
        write,
        result: await ports().send(write),
      })),
      verify: fromPromise<Reading, Held<Write>>(
        async ({ input: { write } }) => (await ports().verify?.(write)) ?? { kind: 'unmoved' },
      ),
      follow: fromPromise<unknown, Made<Write, Result>>(({ input: { write, result } }) =>
        ports().follow(write, result),
      ),
      finish: fromPromise<unknown, Held<Write>>(async ({ input: { write } }) => ports().finish?.(write)),
    },
    actions: {
      begin: assign((_, { write }: Held<Write>) => ({ write, verdict: null, made: null, failure: null })),
      keepWrite: assign((_, { write }: Held<Write>) => ({ write })),
      keepVerdict: assign(({ context }, verdict: Reading) => ({
        verdict,
        write: ('write' in verdict ? verdict.write : null) ?? context.write,
        made: verdict.kind === 'done' ? { write: verdict.write, result: verdict.result } : null,
      })),
      keepMade: assign((_, made: Made<Write, Result>) => ({ made })),
      keepFailure: assign((_, failure: FailedStep) => ({ failure })),
      forgetFailure: assign({ failure: null }),
      showReview: raise({ type: 'OPEN' }),
      showConflict: raise({ type: 'MOVED' }),
      close: raise({ type: 'CLOSE' }),
      tellDone: emit({ type: 'done' }),
      tellMoved: emit({ type: 'moved' }),
      tellFailed: emit(({ context: { write, failure } }) => ({ type: 'failed', write, error: failure?.error })),
      onSettled: () => ports().onSettled?.(),
    },
    guards: {
      isUnmoved: (_, { kind }: Reading) => kind === 'unmoved',
      hasMoved: ({ context }) => context.verdict?.kind === 'moved',
      isMade: ({ context }) => context.made !== null,
      isLost: (_, { error }: { readonly error: unknown }) => ports().isLost(error),
    },
  }).createMachine({
    id: 'reviewedWrite',
    context: { write: null, verdict: null, made: null, failure: null },
    type: 'parallel',
    states: {
      dialog: {
        initial: 'closed',
        on: { OPEN: '.review', MOVED: '.conflict', CLOSE: '.closed' },
        states: { closed: {}, review: {}, conflict: {} },
      },
      work: {
        initial: 'resting',
        states: {
          resting: {
            initial: 'ready',
            on: {
              REVIEW: { target: 'reading', actions: 'forgetFailure' },
              SEND: { target: 'writing', actions: { type: 'begin', params: ({ event }) => event } },
            },
            states: {
              ready: {},
              moved: { entry: ['showConflict', 'tellMoved'] },
              made: {},
              failed: {
                entry: 'tellFailed',
                on: {
                  DISMISS: { target: 'ready', actions: 'forgetFailure' },
                  FOUND_DONE: { target: 'made', actions: ['forgetFailure', 'close'] },
                },
              },
            },
          },
          reading: {
            tags: 'pending',
            invoke: {
              src: 'read',
              onDone: [
                { guard: ifUnmoved, target: 'resting', actions: [heed, 'showReview'] },
                { target: 'writing.diverted', actions: heed },
              ],
              onError: failing('read'),
            },
          },
          writing: {
            tags: 'pending',
            exit: 'onSettled',
            initial: 'preparing',
            states: {
              preparing: {
                initial: 'running',
                states: { running: { on: { WAIT: 'waiting' } }, waiting: { tags: 'waiting' } },
                invoke: {
                  src: 'prepare',
                  input: ({ context, self }) => ({
                    ...held(context),
                    onWait: () => self.send({ type: 'WAIT' }),
                  }),
                  onDone: { target: 'comparing', actions: { type: 'keepWrite', params: ({ event }) => event.output } },
                  onError: failing('prepare'),
                },
              },
              comparing: {
                invoke: {
                  src: 'compare',
                  input: ({ context }) => held(context),
                  onDone: [
                    { guard: ifUnmoved, target: 'sending', actions: heed },
                    { target: 'diverted', actions: heed },
                  ],
                  onError: failing('compare'),
                },
              },
              sending: {
                invoke: {
                  src: 'send',
                  input: ({ context }) => held(context),
                  onDone: { target: 'following', actions: { type: 'keepMade', params: ({ event }) => event.output } },
                  onError: [
                    {
                      guard: { type: 'isLost', params: ({ event }) => event },
                      target: 'verifying',
                      actions: failing('send').actions,
                    },
                    failing('send'),
                  ],
                },
              },
              verifying: {
                invoke: {
                  src: 'verify',
                  input: ({ context }) => held(context),
                  onDone: [
                    { guard: ifUnmoved, target: '#reviewedWrite.work.resting.failed' },
                    { target: 'diverted', actions: heed },
                  ],
                  onError: failing('verify'),
                },
              },
              /** A reading has shown that the write can't go on as it is. */
              diverted: {
                entry: 'forgetFailure',
                always: [
                  { guard: 'hasMoved', target: '#reviewedWrite.work.resting.moved' },
                  { guard: 'isMade', target: 'following' },
                  { target: '#reviewedWrite.work.resting.ready' },
                ],
              },
              following: {
                invoke: {
                  src: 'follow',
                  input: ({ context }) => madeOf(context),
                  onDone: 'finishing',
                  onError: failing('follow'),
                },
              },
              finishing: {
                entry: ['close', 'tellDone'],
                invoke: {
                  src: 'finish',
                  input: ({ context }) => held(context),
                  onDone: '#reviewedWrite.work.resting.made',
                  onError: failing('finish'),
                },
              },
            },
          },
        },
      },
    },
  });
}

function held<Write>({ write }: { readonly write: Write | null }): Held<Write> {
  if (write === null) throw new Error('No write was sent');
  return { write };
}

function madeOf<Made>({ made }: { readonly made: Made | null }): Made {
  if (made === null) throw new Error('No write was made');
  return made;
}
