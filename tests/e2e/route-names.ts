import type { PATHS } from '../../src/ui/platform/route-table.ts';

/** What stands for the parameters of the routes: objects of the sample cluster. */
export const NAMES: Partial<Record<keyof typeof PATHS, string>> = {
  index: 'sandbox-products',
  indexMapping: 'sandbox-products',
  dataStream: 'sandbox-logs-web',
  lifecyclePolicy: 'sandbox-30-days',
  template: 'sandbox-logs',
  editTemplate: 'sandbox-logs',
  cloneTemplate: 'sandbox-logs',
  componentTemplate: 'sandbox-log-fields',
  editComponentTemplate: 'sandbox-log-fields',
  cloneComponentTemplate: 'sandbox-log-fields',
  // It never runs: the sample has no work that takes long.
  task: 'sandbox-1:1',
};
