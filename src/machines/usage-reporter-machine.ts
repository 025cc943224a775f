import { assign, fromPromise, setup } from 'xstate';
import type { UsageStore } from '#domain/ports';
import { agentReport, eventReport, isEmptyReport, viewReport, type UsageReport } from '#domain/usage';

/** How often what was counted is sent, and how many failures in a row a report survives (console.md section 9). */
const SEND_INTERVAL_MS = 90_000;
const MAX_RETRIES = 3;

const MINUTE_MS = 60_000;

interface UsageReporterPorts {
  /** The application, in every entry. */
  readonly appName: string;
  readonly userAgent: string;
  readonly store: UsageStore;
  /** Milliseconds from anywhere, that only go up. */
  readonly now: () => number;
  /** Must be on its way when it returns: the page may be about to go. */
  readonly send: (report: UsageReport) => Promise<void>;
  /** Told of each report that could not be sent. */
  readonly onFailure: (error: unknown) => void;
}

export interface UsageReporterInput extends UsageReporterPorts {
  readonly isOn: boolean;
  readonly sendIntervalMs?: number;
  readonly maxRetries?: number;
}

interface UsageReporterContext extends UsageReporterPorts {
  readonly sendIntervalMs: number;
  readonly maxRetries: number;
  /** Failures in a row. */
  readonly retries: number;
  readonly startsOn: boolean;
  readonly isHidden: boolean;
  /** What is on the screen, with what was not added to the report yet. */
  readonly view: { readonly id: string; readonly since: number; readonly clicks: number } | null;
}

type UsageReporterEvent =
  | { readonly type: 'COUNT'; readonly eventName: string; readonly counterType: string; readonly total: number }
  /** Another view is on the screen. */
  | { readonly type: 'VIEW'; readonly viewId: string }
  | { readonly type: 'CLICK' }
  /** Nobody sees the page any more: the tab is hidden, or the page goes. */
  | { readonly type: 'HIDDEN' }
  | { readonly type: 'SHOWN' }
  /** The console goes, the page stays. */
  | { readonly type: 'CLOSE' }
  | { readonly type: 'SWITCH_ON' }
  | { readonly type: 'SWITCH_OFF' };

/** A report that did not arrive, and belongs to nobody else now. */
class UndeliveredReportError extends Error {
  override readonly name = 'UndeliveredReportError';
  constructor(
    readonly report: UsageReport,
    cause: unknown,
  ) {
    super('The usage report could not be sent', { cause });
  }
}

/** The time and the clicks of the view since they were added last. */
function sinceLast({ view, isHidden, now, appName }: UsageReporterContext): UsageReport | null {
  if (view === null) return null;
  const minutes = isHidden ? 0 : (now() - view.since) / MINUTE_MS;
  return minutes <= 0 && view.clicks === 0 ? null : viewReport(appName, view.id, Math.max(minutes, 0), view.clicks);
}

/**
 * Counts what is used, and sends it now and then (console.md section 4). A report is taken out of the store to be sent, so that no other tab sends
 * it too; it is put back where it did not arrive, and dropped with the failure after the last retry. Off, nothing is counted, and what waited is dropped.
 */
export const usageReporterMachine = setup({
  types: { context: {} as UsageReporterContext, events: {} as UsageReporterEvent, input: {} as UsageReporterInput },
  delays: { interval: ({ context }) => context.sendIntervalMs },
  guards: {
    startsOn: ({ context }) => context.startsOn,
    isHidden: ({ context }) => context.isHidden,
    hasSomething: ({ context }) => !isEmptyReport(context.store.peek()),
    isLastRetry: ({ context }) => context.retries >= context.maxRetries,
  },
  actors: {
    deliver: fromPromise(
      async ({ input: { store, send } }: { readonly input: Pick<UsageReporterPorts, 'store' | 'send'> }) => {
        const report = store.take();
        try {
          await send(report);
        } catch (cause) {
          throw new UndeliveredReportError(report, cause);
        }
      },
    ),
  },
  actions: {
    noteUserAgent: ({ context: { store, appName, userAgent } }) => store.add(agentReport(appName, userAgent)),
    count: (
      { context: { store, appName } },
      {
        counterType,
        eventName,
        total,
      }: { readonly counterType: string; readonly eventName: string; readonly total: number },
    ) => store.add(eventReport(appName, counterType, eventName, total)),
    addView: ({ context }) => {
      const report = sinceLast(context);
      if (report !== null) context.store.add(report);
    },
    restartView: assign(({ context: { view, now } }) => ({ view: view && { ...view, since: now(), clicks: 0 } })),
    openView: assign(({ context: { now } }, { viewId }: { readonly viewId: string }) => ({
      view: { id: viewId, since: now(), clicks: 0 },
    })),
    click: assign(({ context: { view } }) => ({ view: view && { ...view, clicks: view.clicks + 1 } })),
    hide: assign({ isHidden: true }),
    show: assign({ isHidden: false }),
    drop: ({ context: { store } }) => void store.take(),
    putBack: ({ context: { store } }, { error }: { readonly error: unknown }) => {
      if (error instanceof UndeliveredReportError) store.add(error.report);
    },
    tellFailure: ({ context: { onFailure } }, { error }: { readonly error: unknown }) =>
      onFailure(error instanceof UndeliveredReportError ? error.cause : error),
    countRetry: assign({ retries: ({ context }) => context.retries + 1 }),
    forgetRetries: assign({ retries: 0 }),
  },
}).createMachine({
  id: 'usageReporter',
  context: ({ input: { isOn, sendIntervalMs = SEND_INTERVAL_MS, maxRetries = MAX_RETRIES, ...ports } }) => ({
    ...ports,
    sendIntervalMs,
    maxRetries,
    startsOn: isOn,
    retries: 0,
    isHidden: false,
    view: null,
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
            input: ({ context }) => context,
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
