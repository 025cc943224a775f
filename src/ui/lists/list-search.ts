import { PAGE_SIZES, type PageSize } from '../kit/pager.tsx';
import type { SortingState } from '../kit/use-data-table.ts';
import { oneOf, text, wholeNumber, type Parameter, type SearchOf } from '../platform/search-schema.ts';

export const DEFAULT_SIZE: PageSize = 50;

const pageSize: Parameter<PageSize> = (value) =>
  PAGE_SIZES.find((each) => each === Number(value) && each !== DEFAULT_SIZE);

/** Columns in the form `size:desc,name`; each column counts once. */
export function readSorts(sorts: string): SortingState {
  const byColumn = new Map<string, boolean>();
  for (const each of sorts.split(',')) {
    const [id = '', order = 'asc'] = each.split(':');
    if (id !== '' && !byColumn.has(id)) byColumn.set(id, order === 'desc');
  }
  return Array.from(byColumn, ([id, desc]) => ({ id, desc }));
}

export function formatSorts(sorting: SortingState): string {
  return sorting.map(({ id, desc }) => (desc ? `${id}:desc` : id)).join(',');
}

function sortsBy(columns: readonly string[]): Parameter<string> {
  return (value) => {
    const known = readSorts(text(value) ?? '').filter(({ id }) => columns.includes(id));
    return known.length === 0 ? undefined : formatSorts(known);
  };
}

/**
 * The parameters of every list, which can be sorted by some columns: by `sort` in the direction `order`, and rows with
 * the same value by the columns of `thenBy`, as {@link readSorts} reads them. Pages count from 1, which is left out.
 */
export function listParameters<const Column extends string>(columns: readonly Column[]) {
  return {
    filter: text,
    sort: oneOf(columns),
    order: oneOf(['asc', 'desc']),
    thenBy: sortsBy(columns),
    page: wholeNumber(2),
    pageSize,
  } as const;
}

/** The parameters in the address of a list. */
export type ListSearch<Column extends string = string> = SearchOf<ReturnType<typeof listParameters<Column>>>;
