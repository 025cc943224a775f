import type { Index } from './index-entities.ts';
import { parseSize } from './size.ts';

/** The columns that the list of indices can be sorted by (console.md section 2). */
export const INDEX_SORT_COLUMNS = [
  'name',
  'status',
  'health',
  'primary',
  'replica',
  'documents',
  'size',
  'primary_size',
  'data_stream',
] as const;
export type IndexSortColumn = (typeof INDEX_SORT_COLUMNS)[number];
export type SortOrder = 'asc' | 'desc';

/** Names as people read them, so that `logs-2` is before `logs-10`. */
const collator = new Intl.Collator('en', { numeric: true });
const HEALTHS: readonly (string | undefined)[] = ['green', 'yellow', 'red'];

function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** What a row is sorted by, where it is a number; what is absent counts as 0. */
function numberOf(index: Index, column: Exclude<IndexSortColumn, 'name' | 'status' | 'data_stream'>): number {
  if (column === 'health') return HEALTHS.indexOf(index.health) + 1;
  if (column === 'size' || column === 'primary_size') return parseSize(index[column]);
  return index[column] ?? 0;
}

/**
 * Indices in an order; those that are equal are in the order of their names. Descending is the exact reverse of ascending. Health goes
 * from green to red. Cost: n log n comparisons, each key read once.
 */
export function sortIndices(indices: readonly Index[], column: IndexSortColumn, order: SortOrder): readonly Index[] {
  const sorted = ascending(indices, column);
  return order === 'asc' ? sorted : sorted.reverse();
}

function ascending(indices: readonly Index[], column: IndexSortColumn): Index[] {
  if (column === 'name') return indices.toSorted((a, b) => compareNames(a.name, b.name));
  if (column === 'status' || column === 'data_stream') {
    return indices.toSorted((a, b) => compareNames(a[column] ?? '', b[column] ?? '') || compareNames(a.name, b.name));
  }
  const keyed = indices.map((index) => ({ index, key: numberOf(index, column) }));
  return keyed.sort((a, b) => a.key - b.key || compareNames(a.index.name, b.index.name)).map(({ index }) => index);
}
