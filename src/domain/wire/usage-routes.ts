import { exact } from '../json/schemas.ts';
import { UsageReportSchema, UsageTotalsSchema } from '../usage/usage-entities.ts';
import type { RouteContract } from './contract.ts';

/** What was used. */
export const usageRoutes = {
  'usage.report': {
    // Counts of what was used, of the server itself: no cluster is touched, and a read-only server takes it too.
    method: 'POST',
    path: '/usage',
    group: 'Usage',
    summary: 'Report what was used',
    writes: false,
    usesCluster: false,
    body: exact({ report: UsageReportSchema }),
    answer: exact({}),
  },
  'usage.get': {
    method: 'GET',
    path: '/usage',
    group: 'Usage',
    summary: 'What was used, added up',
    writes: false,
    usesCluster: false,
    answer: UsageTotalsSchema,
  },
} as const satisfies Record<string, RouteContract>;
