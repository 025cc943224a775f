import { INDEX_SORT_COLUMNS, type IndexSortColumn, type SortOrder } from '../../domain/index.ts';
import { PAGE_SIZES, type PageSize } from '../kit/pager.tsx';

/** What the address of the list of indices says (console.md section 2, link builders; the rest is ours). */
export interface IndicesSearch {
  readonly includeHiddenIndices?: boolean;
  readonly filter?: string;
  readonly sort?: IndexSortColumn;
  readonly order?: SortOrder;
  /** From 1. */
  readonly page?: number;
  readonly pageSize?: PageSize;
  /** Ids of the extensions' toggles that are on. */
  readonly toggles?: readonly string[];
}

export const DEFAULT_INDICES_SORT = { sort: 'name', order: 'asc' } as const satisfies IndicesSearch;
export const DEFAULT_INDICES_PAGE_SIZE: PageSize = 50;

/** Reads the search part of an address; what does not fit is left out. With a filter it always says whether hidden indices are included. */
export function readIndicesSearch(search: Record<string, unknown>): IndicesSearch {
  const { includeHiddenIndices: hidden, filter: text, page, toggles } = search;
  const includeHiddenIndices = hidden === true || hidden === 'true';
  // An address that was written by hand says `filter=42`, which is read as a number.
  const filter = ['string', 'number', 'boolean'].includes(typeof text) ? String(text) : '';
  const sort = INDEX_SORT_COLUMNS.find((column) => column === search['sort']);
  const order = (['asc', 'desc'] as const).find((direction) => direction === search['order']);
  const pageSize = PAGE_SIZES.find((size) => size === search['pageSize']);
  const on = Array.isArray(toggles) ? toggles.filter((id) => typeof id === 'string') : [];
  return {
    ...((includeHiddenIndices || filter !== '') && { includeHiddenIndices }),
    ...(filter !== '' && { filter }),
    ...(sort && { sort }),
    ...(order && { order }),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 1 && { page }),
    ...(pageSize && { pageSize }),
    ...(on.length > 0 && { toggles: on }),
  };
}
