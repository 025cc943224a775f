/** Operations on an index, shown instead of its status while they run. */
export const ROW_STATUSES = [
  'closing',
  'opening',
  'refreshing',
  'flushing',
  'forcemerging',
  'merging',
  'clearing cache',
  'deleting',
  'freezing',
  'unfreezing',
] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

const LABELS: ReadonlyMap<string, string> = new Map([
  ['close', 'closed'],
  ['closing', 'closing...'],
  ['opening', 'opening...'],
  ['refreshing', 'refreshing...'],
  ['flushing', 'flushing...'],
  ['forcemerging', 'forcing merge...'],
  ['merging', 'merging...'],
  ['clearing cache', 'clearing cache...'],
  ['deleting', 'deleting...'],
  ['freezing', 'freezing...'],
  ['unfreezing', 'unfreezing...'],
]);

/**
 * The label for the status of an index; the status of its row takes precedence. A status without a label is shown
 * unchanged.
 */
export function statusLabel(status: string | undefined, rowStatus?: RowStatus): string {
  const shown = rowStatus ?? status ?? '';
  return LABELS.get(shown) ?? shown;
}
