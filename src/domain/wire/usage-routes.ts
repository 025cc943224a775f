import { exact } from '../json/schemas.ts';
import { UsageReportSchema, UsageTotalsSchema } from '../usage/usage-entities.ts';
import type { RouteContract } from './contract.ts';

/** What was used. */
export const usageRoutes = {
  'usage.report': {
    // Usage counts are kept by the server: no cluster is involved, and a read-only server accepts them too.
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
