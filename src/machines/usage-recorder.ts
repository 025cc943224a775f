import { fromPromise } from 'xstate';
import type { UsageStore } from '#domain/ports';
import { agentReport, eventReport, isEmptyReport, viewReport, type UsageReport } from '#domain/usage';
import type { usageReporterMachine } from './usage-reporter-machine.ts';

const MINUTE_MS = 60_000;

export interface UsageReporterPorts {
  /** The application, in every entry. */
  readonly appName: string;
  readonly userAgent: string;
  readonly store: UsageStore;
  /** Monotonic time in ms, from any origin. */
  readonly now: () => number;
  /** Must be on its way when it returns: the page may be about to close. */
  readonly send: (report: UsageReport) => Promise<void>;
  /** Called with each report that could not be sent. */
  readonly onFailure: (error: unknown) => void;
}

/** A report that did not arrive, and that no other tab has now. */
class UndeliveredReportError extends Error {
  override readonly name = 'UndeliveredReportError';
  constructor(
    readonly report: UsageReport,
    cause: unknown,
  ) {
    super('The usage report could not be sent', { cause });
  }
}

/** The view on the screen, with what was not added to the report yet. */
interface ShownView {
  readonly id: string;
  readonly since: number;
  readonly clicks: number;
}

/** The actions and actors of a `usageReporterMachine`: pass it to `provide()`. It measures the view that is shown. */
export function usageRecorder({ appName, userAgent, store, now, send, onFailure }: UsageReporterPorts) {
  let view: ShownView | null = null;
  const implementations = {
    actors: {
      deliver: fromPromise<undefined>(async () => {
        const report = store.take();
        try {
          await send(report);
        } catch (cause) {
          throw new UndeliveredReportError(report, cause);
        }
      }),
    },
    guards: { hasSomething: () => !isEmptyReport(store.peek()) },
    actions: {
      noteUserAgent: () => store.add(agentReport(appName, userAgent)),
      count: (_, { counterType, eventName, total }) => store.add(eventReport(appName, counterType, eventName, total)),
      addView: ({ context }) => {
        if (view === null) return;
        const minutes = context.isHidden ? 0 : Math.max((now() - view.since) / MINUTE_MS, 0);
        if (minutes > 0 || view.clicks > 0) store.add(viewReport(appName, view.id, minutes, view.clicks));
      },
      restartView: () => {
        view = view && { ...view, since: now(), clicks: 0 };
      },
      openView: (_, { viewId }) => {
        view = { id: viewId, since: now(), clicks: 0 };
      },
      click: () => {
        view = view && { ...view, clicks: view.clicks + 1 };
      },
      drop: () => void store.take(),
      putBack: (_, { error }) => {
        if (error instanceof UndeliveredReportError) store.add(error.report);
      },
      tellFailure: (_, { error }) => onFailure(error instanceof UndeliveredReportError ? error.cause : error),
    },
  } satisfies Parameters<typeof usageReporterMachine.provide>[0];
  return implementations;
}
