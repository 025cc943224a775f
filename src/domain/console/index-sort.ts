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
export type SortOrder = 'asc' | 'desc';

/** Names as people read them, so that `logs-2` is before `logs-10`. */
const collator = new Intl.Collator('en', { numeric: true });
const HEALTHS: readonly (string | undefined)[] = ['green', 'yellow', 'red'];

function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** By the name of the index. */
type FactsByIndex = ReadonlyMap<string, Omit<ColumnFacts, 'name'>>;
const NO_FACTS: FactsByIndex = new Map();

const TEXT_COLUMNS = ['name', 'status', 'data_stream', 'policy', 'phase', 'tier', 'template'] as const;
type TextColumn = (typeof TEXT_COLUMNS)[number];

function isText(column: IndexSortColumn): column is TextColumn {
  return TEXT_COLUMNS.some((each) => each === column);
}

/** What a row is sorted by, where it is a text; what is absent counts as empty. */
function textOf(index: Index, column: TextColumn, facts: FactsByIndex): string {
  if (column === 'policy') return index.ilmPolicyName ?? facts.get(index.name)?.policy ?? '';
  if (column === 'template') return facts.get(index.name)?.templates?.names.join(' ') ?? '';
  if (column === 'phase' || column === 'tier') return facts.get(index.name)?.[column] ?? '';
  return index[column] ?? '';
}

/** What a row is sorted by, where it is a number; what is absent counts as 0. */
function numberOf(index: Index, column: Exclude<IndexSortColumn, TextColumn>, facts: FactsByIndex): number {
  if (column === 'fields') return shareOf(facts.get(index.name)?.fields);
  if (column === 'created') return facts.get(index.name)?.created ?? 0;
  if (column === 'health') return HEALTHS.indexOf(index.health) + 1;
  if (column === 'size' || column === 'primary_size') return parseSize(index[column]);
  return index[column] ?? 0;
}

/** How much of its limit an index uses; one that has no fields is before those of which nothing is known. */
function shareOf(fields: ColumnFacts['fields']): number {
  if (fields?.fields === undefined) return -1;
  return fields.limit === undefined ? fields.fields : fields.fields / Math.max(1, fields.limit);
}

/**
 * Indices in an order; those that are equal are in the order of their names. Descending is the exact reverse of
 * ascending. Health goes from green to red. Cost: n log n comparisons, each key read once.
 */
export function sortIndices(
  indices: readonly Index[],
  column: IndexSortColumn,
  order: SortOrder,
  facts: FactsByIndex = NO_FACTS,
): readonly Index[] {
  const sorted = ascending(indices, column, facts);
  return order === 'asc' ? sorted : sorted.reverse();
}

/** A column to sort by, and in which direction. */
export interface IndexSort {
  readonly column: IndexSortColumn;
  readonly order: SortOrder;
}

/**
 * Indices in the order of several columns, each for those that are equal in the ones before it; at last by name, in the
 * direction of the last column.
 */
export function sortIndicesBy(
  indices: readonly Index[],
  sorts: readonly IndexSort[],
  facts: FactsByIndex = NO_FACTS,
): readonly Index[] {
  const [first, ...others] = sorts;
  if (first === undefined) return indices;
  if (others.length === 0) return sortIndices(indices, first.column, first.order, facts);
  const compares = sorts.map(({ column, order }) => {
    const compare = compareBy(column, facts);
    return order === 'asc' ? compare : (a: Index, b: Index) => compare(b, a);
  });
  const isReversed = sorts.at(-1)?.order === 'desc';
  return indices.toSorted((a, b) => {
    for (const compare of compares) {
      const difference = compare(a, b);
      if (difference !== 0) return difference;
    }
    return isReversed ? compareNames(b.name, a.name) : compareNames(a.name, b.name);
  });
}

function compareBy(column: IndexSortColumn, facts: FactsByIndex): (a: Index, b: Index) => number {
  if (isText(column)) return (a, b) => compareNames(textOf(a, column, facts), textOf(b, column, facts));
  return (a, b) => numberOf(a, column, facts) - numberOf(b, column, facts);
}

function ascending(indices: readonly Index[], column: IndexSortColumn, facts: FactsByIndex): Index[] {
  if (column === 'name') return indices.toSorted((a, b) => compareNames(a.name, b.name));
  if (isText(column)) {
    const compare = compareBy(column, facts);
    return indices.toSorted((a, b) => compare(a, b) || compareNames(a.name, b.name));
  }
  const keyed = indices.map((index) => ({ index, key: numberOf(index, column, facts) }));
  return keyed.sort((a, b) => a.key - b.key || compareNames(a.index.name, b.index.name)).map(({ index }) => index);
}
