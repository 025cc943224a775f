import type { UsageReport } from '../usage/usage-entities.ts';

/** Where the usage report waits until it is sent. Never throws: what can't be kept lasts as long as the page. */
export interface UsageStore {
  /** What waits; the empty report where nothing does, or where it was written in another version of the report. */
  peek(): UsageReport;
  add(report: UsageReport): void;
  /** What waits, which from now on is the caller's; others find nothing. */
  take(): UsageReport;
}
