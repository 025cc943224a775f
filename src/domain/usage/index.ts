export type { UsageReport, UsageTotals } from './usage-entities.ts';
export {
  addReports,
  agentReport,
  EMPTY_USAGE_REPORT,
  eventReport,
  isEmptyReport,
  readUsageReport,
  viewReport,
} from './usage-report.ts';
