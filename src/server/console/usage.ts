import type { UsageReport, UsageTotals } from '#domain/usage';
import type { HandlersOf } from './context.ts';

/** Sums up usage reports on Mapledger's own server; they are sent nowhere else. */
export interface UsageStore {
  add(report: UsageReport): Promise<void>;
  totals(): Promise<UsageTotals>;
}

export function usageHandlers(store: UsageStore): HandlersOf<'usage.report' | 'usage.get'> {
  return {
    'usage.report': async ({ body }) => {
      await store.add(body.report);
      return {};
    },
    'usage.get': () => store.totals(),
  };
}
