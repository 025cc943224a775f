import type { IndexActionId } from './index-actions.ts';

/** Every name under which the console counts what is done, other than the actions on indices. */
export const METRICS = {
  updateSettings: 'update_settings',
  templateCreate: 'template_create',
  templateClone: 'template_clone',
  templateUpdate: 'template_update',
  templateDelete: 'template_delete',
  templateDeleteMany: 'template_delete_many',
  templateSimulate: 'template_simulate',
} as const;

/** The name of an action on indices: one for a single index, another for several. */
export function indexActionMetric(action: IndexActionId, count: number): string {
  return count === 1 ? `index_${action}` : `index_${action}_many`;
}
