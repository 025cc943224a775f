import { and, assign, fromCallback, fromPromise, raise, setup, stateIn, type SnapshotFrom } from 'xstate';

/** The store has lost stored events: the site's data were deleted, or the log was replaced by another one. */
export class StreamLostError extends Error {
  override readonly name = 'StreamLostError';
  constructor() {
    super(
      'The stored copy of this document is gone. It is still complete on this page. Export it before you close the page.',
    );
  }
}

/** Changes of the log that the store reports while the document is open. */
export type LogChange =
  | { readonly type: 'LOG_APPENDED'; readonly version: number }
  | { readonly type: 'LOG_TRUNCATED'; readonly version: number }
  /** Unrecorded events were decided again over what others have recorded, and have other versions now. */
  | { readonly type: 'LOG_REBASED'; readonly version: number };

export type DocumentSessionEvent =
  | LogChange
  /** A command was decided; its event waits to be stored, with those of `count - 1` readings before it. */
  | { readonly type: 'COMMAND_ACCEPTED'; readonly count: number }
  /** Raised by the machine itself, once the tail of the log has been read. */
  | { readonly type: 'NEWER_FORMAT_READ' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'CLOSE' };

export interface ReadLogOutput {
  readonly version: number;
  readonly isReadOnly: boolean;
}

export type AppendOutput =
  | { readonly conflict: false; readonly storedCount: number }
  | { readonly conflict: true; readonly actualVersion: number; readonly isRebased?: true };

export interface ReadTailOutput {
  readonly version: number;
  /** How many pending commands are not pending any more: they were parked, or have nothing left to do. */
  readonly droppedCount: number;
  readonly hasNewerFormat: boolean;
  /** The log was read to its end from where it may have been replaced: versions reported before do not count. */
  readonly isCurrent?: true;
}

/** Numbers and the last error only: the document and the commands stay with whoever provides the actors. */
interface DocumentSessionContext {
  /** Version up to which the log in the store is known here. */
  readonly storedVersion: number;
  /** The newest version that the store has reported. */
  readonly latestKnownVersion: number;
  /** Commands that were accepted and are not stored. */
  readonly pendingCount: number;
  /** Events that only this tab still has, since another tab has truncated the damaged end of the log. */
  readonly truncatedEventCount: number;
  /** Stored events may have other versions now, so that they have to be read again. */
  readonly isRebased: boolean;
  /** The last failure, until a step succeeds. */
  readonly error: Error | null;
}

/** The default for a port that nobody has provided. */
function missing(port: string) {
  return () => Promise.reject(new Error(`The machine has no actor ${port}: pass one to provide()`));
}

const WHEN_CLOSABLE = {
  guard: and([stateIn('#documentSession.open.access.closing'), 'hasNothingToStore']),
  target: 'settled',
} as const;

/**
 * The statechart of one open document: when its log is read, when pending commands are stored, and what is left to do
 * before it can be closed. The commands that are allowed (`access`) and the requests to the store (`sync`) are parallel
 * regions, so that closing does not stop an append: stopping an actor drops its result.
 *
 * Provide the ports as actors. `watchLog` reports each change of the log from before it is first read. `append` stores
 * all pending commands, `readTail` reads what others have stored and rebases the pending commands over it,
 * `readRebased` reads again what was replaced. All apply their result before they resolve, and not at all where their
 * signal was aborted meanwhile.
 */
export const documentSessionMachine = setup({
  types: { context: {} as DocumentSessionContext, events: {} as DocumentSessionEvent, tags: {} as 'settled' },
  actors: {
    watchLog: fromCallback<LogChange>(() => undefined),
    readLog: fromPromise<ReadLogOutput>(missing('readLog')),
    append: fromPromise<AppendOutput>(missing('append')),
    readTail: fromPromise<ReadTailOutput>(missing('readTail')),
    readRebased: fromPromise<ReadTailOutput>(missing('readRebased')),
  },
  guards: {
    isBehind: ({ context }) => context.latestKnownVersion > context.storedVersion,
    isRebased: ({ context }) => context.isRebased,
    isRebasedConflict: (_, output: AppendOutput) => output.conflict && output.isRebased === true,
    hasPending: ({ context }) => context.pendingCount > 0,
    // Events of a truncated log can't be stored any more.
    hasNothingToStore: ({ context }) => context.pendingCount === 0 || context.truncatedEventCount > 0,
    losesStored: ({ context }, { version }: { readonly version: number }) => version < context.storedVersion,
    isReadOnly: (_, { isReadOnly }: ReadLogOutput) => isReadOnly,
    isLost: ({ context }, output: AppendOutput) => output.conflict && output.actualVersion <= context.storedVersion,
    isConflict: (_, { conflict }: AppendOutput) => conflict,
    hasNewerFormat: (_, { hasNewerFormat }: ReadTailOutput) => hasNewerFormat,
  },
  actions: {
    noteVersion: assign(({ context }, { version }: { readonly version: number }) => ({
      latestKnownVersion: Math.max(context.latestKnownVersion, version),
    })),
    noteRebase: assign({ isRebased: true }),
    /** A change that is reported during this read sets the flag again. */
    beginReread: assign({ isRebased: false, latestKnownVersion: 0 }),
    followRebase: assign(({ context }, { version, droppedCount }: ReadTailOutput) => ({
      storedVersion: version,
      latestKnownVersion: Math.max(context.latestKnownVersion, version),
      pendingCount: context.pendingCount - droppedCount,
      error: null,
    })),
    countCommand: assign(({ context }, { count }: { readonly count: number }) => ({
      pendingCount: context.pendingCount + count,
    })),
    countStored: assign(({ context }, output: AppendOutput) => {
      const storedCount = output.conflict ? 0 : output.storedCount;
      return {
        storedVersion: context.storedVersion + storedCount,
        pendingCount: context.pendingCount - storedCount,
        error: null,
      };
    }),
    noteConflict: assign(({ context }, output: AppendOutput) => ({
      latestKnownVersion: Math.max(context.latestKnownVersion, output.conflict ? output.actualVersion : 0),
    })),
    follow: assign(({ context }, { version, droppedCount, isCurrent }: ReadTailOutput) => ({
      storedVersion: version,
      latestKnownVersion: isCurrent === true ? version : context.latestKnownVersion,
      pendingCount: context.pendingCount - droppedCount,
      error: null,
    })),
    setOpened: assign((_, { version }: ReadLogOutput) => ({ storedVersion: version })),
    countTruncated: assign(({ context }, { version }: { readonly version: number }) => ({
      truncatedEventCount: context.storedVersion - version,
      error: new StreamLostError(),
    })),
    setLost: assign(() => ({ error: new StreamLostError() })),
    setError: assign((_, { error }: { readonly error: unknown }) => ({
      error: error instanceof Error ? error : new Error(String(error)),
    })),
  },
}).createMachine({
  id: 'documentSession',
  context: {
    storedVersion: 0,
    latestKnownVersion: 0,
    pendingCount: 0,
    truncatedEventCount: 0,
    isRebased: false,
    error: null,
  },
  invoke: { src: 'watchLog' },
  on: {
    LOG_APPENDED: { actions: { type: 'noteVersion', params: ({ event }) => event } },
    LOG_REBASED: { actions: 'noteRebase' },
  },
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        src: 'readLog',
        onDone: [
          {
            guard: { type: 'isReadOnly', params: ({ event }) => event.output },
            target: '#documentSession.open.access.readOnly',
            actions: { type: 'setOpened', params: ({ event }) => event.output },
          },
          { target: 'open', actions: { type: 'setOpened', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unreadable', actions: { type: 'setError', params: ({ event }) => event } },
      },
    },
    open: {
      type: 'parallel',
      states: {
        access: {
          initial: 'writable',
          on: { CLOSE: '.closing' },
          states: {
            writable: {
              on: {
                COMMAND_ACCEPTED: { actions: { type: 'countCommand', params: ({ event }) => event } },
                NEWER_FORMAT_READ: 'readOnly',
              },
            },
            readOnly: {},
            closing: { type: 'final' },
          },
        },
        sync: {
          initial: 'idle',
          on: {
            LOG_TRUNCATED: {
              guard: { type: 'losesStored', params: ({ event }) => event },
              target: '.lost',
              actions: { type: 'countTruncated', params: ({ event }) => event },
            },
          },
          states: {
            idle: {
              tags: 'settled',
              always: [
                WHEN_CLOSABLE,
                { guard: 'isRebased', target: 'rereading' },
                { guard: 'isBehind', target: 'readingTail' },
                { guard: 'hasPending', target: 'storing' },
              ],
            },
            storing: {
              invoke: {
                src: 'append',
                onDone: [
                  {
                    guard: { type: 'isRebasedConflict', params: ({ event }) => event.output },
                    target: 'idle',
                    actions: 'noteRebase',
                  },
                  {
                    guard: { type: 'isLost', params: ({ event }) => event.output },
                    target: 'failed',
                    actions: 'setLost',
                  },
                  {
                    guard: { type: 'isConflict', params: ({ event }) => event.output },
                    target: 'idle',
                    actions: { type: 'noteConflict', params: ({ event }) => event.output },
                  },
                  { target: 'idle', actions: { type: 'countStored', params: ({ event }) => event.output } },
                ],
                onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
              },
            },
            readingTail: {
              always: WHEN_CLOSABLE,
              invoke: {
                src: 'readTail',
                onDone: [
                  {
                    guard: { type: 'hasNewerFormat', params: ({ event }) => event.output },
                    target: 'idle',
                    actions: [
                      { type: 'follow', params: ({ event }) => event.output },
                      raise({ type: 'NEWER_FORMAT_READ' }),
                    ],
                  },
                  { target: 'idle', actions: { type: 'follow', params: ({ event }) => event.output } },
                ],
                onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
              },
            },
            rereading: {
              always: WHEN_CLOSABLE,
              entry: 'beginReread',
              invoke: {
                src: 'readRebased',
                onDone: [
                  {
                    guard: { type: 'hasNewerFormat', params: ({ event }) => event.output },
                    target: 'idle',
                    actions: [
                      { type: 'followRebase', params: ({ event }) => event.output },
                      raise({ type: 'NEWER_FORMAT_READ' }),
                    ],
                  },
                  { target: 'idle', actions: { type: 'followRebase', params: ({ event }) => event.output } },
                ],
                onError: {
                  target: 'failed',
                  actions: ['noteRebase', { type: 'setError', params: ({ event }) => event }],
                },
              },
            },
            failed: { tags: 'settled', always: WHEN_CLOSABLE, on: { COMMAND_ACCEPTED: 'idle', RETRY: 'idle' } },
            /** Nothing more is stored, or a gap would be left in the log. */
            lost: { tags: 'settled', always: WHEN_CLOSABLE },
            settled: { type: 'final', tags: 'settled' },
          },
        },
      },
      onDone: 'closed',
    },
    unreadable: { type: 'final', tags: 'settled' },
    closed: { type: 'final', tags: 'settled' },
  },
});

export type DocumentSessionMachineSnapshot = SnapshotFrom<typeof documentSessionMachine>;

export type SaveStatus =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving'; readonly pending: number }
  | { readonly kind: 'failed'; readonly pending: number; readonly error: Error };

/**
 * The save status of changes. A failure remains one until a step succeeds, so trying again without changes is "saving"
 * too.
 */
export function saveStatusOf(snapshot: DocumentSessionMachineSnapshot): SaveStatus {
  const { pendingCount, truncatedEventCount, error } = snapshot.context;
  const pending = pendingCount + truncatedEventCount;
  const hasFailed = truncatedEventCount > 0 || snapshot.matches({ open: { sync: 'failed' } });
  if (hasFailed && error !== null) return { kind: 'failed', pending, error };
  if (pending > 0 || (error !== null && !snapshot.hasTag('settled'))) return { kind: 'saving', pending };
  return { kind: 'saved' };
}
