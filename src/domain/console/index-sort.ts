import type { ColumnFacts, Index } from './index-entities.ts';
import { parseSize } from './size.ts';

/** The columns that the list of indices can be sorted by. */
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
  'created',
  'policy',
  'phase',
  'tier',
  'template',
  'fields',
] as const;
export type IndexSortColumn = (typeof INDEX_SORT_COLUMNS)[number];
type SortOrder = 'asc' | 'desc';

/** Names as people read them, so that `logs-2` is before `logs-10`. */
const collator = new Intl.Collator('en', { numeric: true });
const HEALTHS: readonly (string | undefined)[] = ['green', 'yellow', 'red'];

function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** By the name of the index. */
type FactsByIndex = ReadonlyMap<string, Omit<ColumnFacts, 'name'>>;
const NO_FACTS: FactsByIndex = new Map();

/** Sort key of a row; undefined where the cluster doesn't report it. Sizes are in bytes. */
function keyOf(index: Index, column: IndexSortColumn, facts: FactsByIndex): string | number | undefined {
  const known = facts.get(index.name);
  switch (column) {
    case 'health':
      return found(HEALTHS.indexOf(index.health));
    case 'size':
    case 'primary_size':
      return parseSize(index[column]);
    case 'policy':
      return index.ilmPolicyName ?? known?.policy;
    case 'template':
      return known?.templates?.names.join(' ');
    case 'fields':
      return shareOf(known?.fields);
    case 'created':
    case 'phase':
    case 'tier':
      return known?.[column];
    default:
      return index[column];
  }
}

function found(place: number): number | undefined {
  return place < 0 ? undefined : place;
}

/** How much of its limit an index uses. */
function shareOf({ fields, limit }: NonNullable<ColumnFacts['fields']> = {}): number | undefined {
  return fields === undefined || limit === undefined ? fields : fields / Math.max(1, limit);
}

/** A column to sort by, and in which direction. */
export interface IndexSort {
  readonly column: IndexSortColumn;
  readonly order: SortOrder;
}

/**
 * Indices in the order of several columns, each for those that are equal in the ones before it; at last by name, in the
 * direction of the last column. Health goes from green to red. Absent and empty values are last in both directions.
 * Cost: n log n comparisons, each key read once.
 */
export function sortIndicesBy(
  indices: readonly Index[],
  sorts: readonly IndexSort[],
  facts: FactsByIndex = NO_FACTS,
): readonly Index[] {
  const last = sorts.at(-1);
  if (last === undefined) return indices;
  const signs = sorts.map(({ order }) => (order === 'asc' ? 1 : -1));
  const nameSign = last.order === 'asc' ? 1 : -1;
  const keyed = indices.map((index) => ({ index, keys: sorts.map(({ column }) => keyOf(index, column, facts)) }));
  keyed.sort((a, b) => {
    for (const [at, sign] of signs.entries()) {
      const difference = compareKeys(a.keys[at], b.keys[at], sign);
      if (difference !== 0) return difference;
    }
    return nameSign * compareNames(a.index.name, b.index.name);
  });
  return keyed.map(({ index }) => index);
}

function compareKeys(a: string | number | undefined, b: string | number | undefined, sign: 1 | -1): number {
  const [isAbsent, isOtherAbsent] = [isEmpty(a), isEmpty(b)];
  if (isAbsent || isOtherAbsent) return Number(isAbsent) - Number(isOtherAbsent);
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b)));
}

function isEmpty(key: string | number | undefined): boolean {
  return key === undefined || key === '';
}
