import { assign, fromPromise, setup } from 'xstate';

/** How often counts are sent, and how many failures in a row a report survives. */
const SEND_INTERVAL_MS = 90_000;
const MAX_RETRIES = 3;

export interface UsageReporterInput {
  readonly isOn: boolean;
  readonly sendIntervalMs?: number;
  readonly maxRetries?: number;
}

interface UsageReporterContext {
  readonly sendIntervalMs: number;
  readonly maxRetries: number;
  /** Failures in a row. */
  readonly retries: number;
  readonly startsOn: boolean;
  readonly isHidden: boolean;
}

type UsageReporterEvent =
  | { readonly type: 'COUNT'; readonly eventName: string; readonly counterType: string; readonly total: number }
  /** Another view is on the screen. */
  | { readonly type: 'VIEW'; readonly viewId: string }
  | { readonly type: 'CLICK' }
  /** The page was hidden: the tab is in the background, or the page closes. */
  | { readonly type: 'HIDDEN' }
  | { readonly type: 'SHOWN' }
  /** The console is closed, the page stays. */
  | { readonly type: 'CLOSE' }
  | { readonly type: 'SWITCH_ON' }
  | { readonly type: 'SWITCH_OFF' };

interface CountParams {
  readonly counterType: string;
  readonly eventName: string;
  readonly total: number;
}

/**
 * Counts usage, and sends the counts from time to time. A report is taken out of the store to be
 * sent, so that no other tab sends it too; it is put back where it did not arrive, and dropped with the failure after
 * the last retry. When off, nothing is counted, and waiting counts are dropped.
 *
 * It decides when; `usageRecorder` provides what is done then.
 */
export const usageReporterMachine = setup({
  types: { context: {} as UsageReporterContext, events: {} as UsageReporterEvent, input: {} as UsageReporterInput },
  delays: { interval: ({ context }) => context.sendIntervalMs },
  guards: {
    startsOn: ({ context }) => context.startsOn,
    isHidden: ({ context }) => context.isHidden,
    isLastRetry: ({ context }) => context.retries >= context.maxRetries,
    hasSomething: () => false,
  },
  actors: {
    /** Takes the report and sends it. */
    deliver: fromPromise<undefined>(() => Promise.reject(new Error('Provide usageRecorder() to usageReporterMachine'))),
  },
  actions: {
    noteUserAgent: () => undefined,
    count: (_, _params: CountParams) => undefined,
    /** Adds the time and the clicks of the view since they were last added. */
    addView: () => undefined,
    restartView: () => undefined,
    openView: (_, _params: { readonly viewId: string }) => undefined,
    click: () => undefined,
    drop: () => undefined,
    putBack: (_, _params: { readonly error: unknown }) => undefined,
    tellFailure: (_, _params: { readonly error: unknown }) => undefined,
    hide: assign({ isHidden: true }),
    show: assign({ isHidden: false }),
    countRetry: assign({ retries: ({ context }) => context.retries + 1 }),
    forgetRetries: assign({ retries: 0 }),
  },
}).createMachine({
  id: 'usageReporter',
  context: ({ input: { isOn, sendIntervalMs = SEND_INTERVAL_MS, maxRetries = MAX_RETRIES } }) => ({
    sendIntervalMs,
    maxRetries,
    startsOn: isOn,
    retries: 0,
    isHidden: false,
  }),
  initial: 'starting',
  on: {
    VIEW: { actions: { type: 'openView', params: ({ event }) => event } },
    HIDDEN: { actions: 'hide' },
    SHOWN: { guard: 'isHidden', actions: ['show', 'restartView'] },
  },
  states: {
    starting: { always: [{ guard: 'startsOn', target: 'on' }, { target: 'off' }] },
    off: {
      entry: ['drop', 'forgetRetries'],
      on: { SWITCH_ON: { target: 'on', actions: 'restartView' } },
    },
    on: {
      entry: 'noteUserAgent',
      initial: 'waiting',
      on: {
        COUNT: { actions: { type: 'count', params: ({ event }) => event } },
        VIEW: { actions: ['addView', { type: 'openView', params: ({ event }) => event }] },
        CLICK: { actions: 'click' },
        HIDDEN: { actions: ['addView', 'restartView', 'hide'] },
        CLOSE: { actions: ['addView', 'restartView'] },
        SWITCH_OFF: 'off',
      },
      states: {
        waiting: {
          after: { interval: { target: 'due', actions: ['addView', 'restartView'] } },
          on: { HIDDEN: { target: 'due', actions: ['addView', 'restartView', 'hide'] } },
        },
        due: { always: [{ guard: 'hasSomething', target: 'sending' }, { target: 'waiting' }] },
        sending: {
          invoke: {
            src: 'deliver',
            onDone: { target: 'waiting', actions: 'forgetRetries' },
            onError: [
              {
                guard: 'isLastRetry',
                target: 'waiting',
                actions: [{ type: 'tellFailure', params: ({ event }) => event }, 'forgetRetries'],
              },
              {
                target: 'waiting',
                actions: [
                  { type: 'tellFailure', params: ({ event }) => event },
                  { type: 'putBack', params: ({ event }) => event },
                  'countRetry',
                ],
              },
            ],
          },
        },
      },
    },
  },
});
