import { assign, emit, fromPromise, setup, type NonReducibleUnknown } from 'xstate';
import type { TargetEngine } from '#domain/catalogue';
import { deepEqual, type JsonObject } from '#domain/json';

/** A change to the settings of one index, as it was reviewed. */
export interface SettingsUpdate {
  /** The editable settings that the review compared with. */
  readonly expected: JsonObject;
  readonly target: TargetEngine;
  /** Settings by flat name; null resets one to its default. */
  readonly body: JsonObject;
  /** Closes the index for the change, and opens it again whatever becomes of the change. */
  readonly isClosing: boolean;
}

export type SettingsUpdateEvent =
  { readonly type: 'SEND'; readonly update: SettingsUpdate } | { readonly type: 'DISMISS' };

type SettingsUpdateEmitted =
  | { readonly type: 'changed'; readonly settings: JsonObject }
  /** The live settings were not what was reviewed; nothing was sent. */
  | { readonly type: 'overtaken' };

/** The calls of an update, in order; `verify` reads the settings again once they were changed. */
export type SettingsUpdateStep = 'read' | 'close' | 'change' | 'open' | 'verify';

export interface FailedStep {
  readonly step: SettingsUpdateStep;
  readonly error: unknown;
}

export interface SettingsUpdateContext {
  readonly update: SettingsUpdate | null;
  /** Of the last update, in the order in which they failed. */
  readonly failures: readonly FailedStep[];
}

function unprovided<Output, Input = NonReducibleUnknown>(step: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`settingsUpdateMachine needs the actor ${step}`)));
}

/**
 * One update of the settings of an index at a time: read what is live and stop where it is not what was reviewed; close where needed, change, open
 * again, read the result. An index that was closed is opened again also where the change fails. Provide the four actors; `onChanged` runs
 * when the change is made, `onSettled` after each update. Let the actor run to its end: stopping it in `changing` leaves the index closed.
 */
export const settingsUpdateMachine = setup({
  types: {
    context: {} as SettingsUpdateContext,
    events: {} as SettingsUpdateEvent,
    emitted: {} as SettingsUpdateEmitted,
    tags: {} as 'pending',
  },
  actors: {
    readSettings: unprovided<JsonObject, TargetEngine>('readSettings'),
    closeIndex: unprovided<unknown>('closeIndex'),
    changeSettings: unprovided<unknown, JsonObject>('changeSettings'),
    openIndex: unprovided<unknown>('openIndex'),
  },
  actions: {
    begin: assign((_, update: SettingsUpdate) => ({ update, failures: [] })),
    fail: assign(({ context }, failure: FailedStep) => ({ failures: [...context.failures, failure] })),
    forgetFailures: assign({ failures: [] }),
    tellChanged: emit((_, settings: JsonObject) => ({ type: 'changed' as const, settings })),
    tellOvertaken: emit({ type: 'overtaken' as const }),
    onChanged: () => undefined,
    onSettled: () => undefined,
  },
  guards: {
    isOvertaken: ({ context }, live: JsonObject) => !deepEqual(live, requireUpdate(context).expected),
    isClosing: ({ context }) => requireUpdate(context).isClosing,
    isChanged: ({ context }) => !context.failures.some(({ step }) => step === 'change'),
  },
}).createMachine({
  id: 'settingsUpdate',
  context: { update: null, failures: [] },
  initial: 'idle',
  states: {
    idle: {
      on: {
        SEND: { target: 'updating', actions: { type: 'begin', params: ({ event }) => event.update } },
        DISMISS: { actions: 'forgetFailures' },
      },
      initial: 'ready',
      states: { ready: {}, overtaken: {}, failed: {}, changed: {} },
    },
    updating: {
      tags: 'pending',
      exit: 'onSettled',
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'readSettings',
            input: ({ context }) => requireUpdate(context).target,
            onDone: [
              {
                guard: { type: 'isOvertaken', params: ({ event }) => event.output },
                target: '#settingsUpdate.idle.overtaken',
                actions: 'tellOvertaken',
              },
              { guard: 'isClosing', target: 'closing' },
              { target: 'changing' },
            ],
            onError: {
              target: '#settingsUpdate.idle.failed',
              actions: { type: 'fail', params: ({ event }) => ({ step: 'read', error: event.error }) },
            },
          },
        },
        closing: {
          invoke: {
            src: 'closeIndex',
            onDone: 'changing',
            onError: {
              target: '#settingsUpdate.idle.failed',
              actions: { type: 'fail', params: ({ event }) => ({ step: 'close', error: event.error }) },
            },
          },
        },
        changing: {
          invoke: {
            src: 'changeSettings',
            input: ({ context }) => requireUpdate(context).body,
            onDone: [{ guard: 'isClosing', target: 'opening' }, { target: 'verifying' }],
            onError: [
              {
                guard: 'isClosing',
                target: 'opening',
                actions: { type: 'fail', params: ({ event }) => ({ step: 'change', error: event.error }) },
              },
              {
                target: '#settingsUpdate.idle.failed',
                actions: { type: 'fail', params: ({ event }) => ({ step: 'change', error: event.error }) },
              },
            ],
          },
        },
        opening: {
          invoke: {
            src: 'openIndex',
            onDone: [{ guard: 'isChanged', target: 'verifying' }, { target: '#settingsUpdate.idle.failed' }],
            onError: {
              target: '#settingsUpdate.idle.failed',
              actions: { type: 'fail', params: ({ event }) => ({ step: 'open', error: event.error }) },
            },
          },
        },
        verifying: {
          entry: 'onChanged',
          invoke: {
            src: 'readSettings',
            input: ({ context }) => requireUpdate(context).target,
            onDone: {
              target: '#settingsUpdate.idle.changed',
              actions: { type: 'tellChanged', params: ({ event }) => event.output },
            },
            onError: {
              target: '#settingsUpdate.idle.failed',
              actions: { type: 'fail', params: ({ event }) => ({ step: 'verify', error: event.error }) },
            },
          },
        },
      },
    },
  },
});

function requireUpdate({ update }: SettingsUpdateContext): SettingsUpdate {
  if (update === null) throw new Error('No settings update was sent');
  return update;
}
