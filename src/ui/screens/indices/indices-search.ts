import { INDEX_SORT_COLUMNS, type IndexSortColumn } from '#domain/console';
import { addressSwitch, addressTexts, readListSearch, type ListSearch } from '../../lists/list-search.ts';

/** What the address of the list of indices says (console.md section 2, link builders; the rest is ours). */
export interface IndicesSearch extends ListSearch<IndexSortColumn> {
  readonly includeHiddenIndices?: boolean;
  /** Ids of the extensions' toggles that are on. */
  readonly toggles?: readonly string[];
}

export const DEFAULT_INDICES_SORT = { sort: 'name', order: 'asc' } as const satisfies IndicesSearch;

/** Reads the search part of an address; what does not fit is left out. With a filter it always says whether hidden indices are included. */
export function readIndicesSearch(search: Readonly<Record<string, unknown>>): IndicesSearch {
  const includeHiddenIndices = addressSwitch(search['includeHiddenIndices']);
  const list = readListSearch(search, INDEX_SORT_COLUMNS);
  const on = addressTexts(search['toggles']);
  return {
    ...((includeHiddenIndices || list.filter !== undefined) && { includeHiddenIndices }),
    ...list,
    ...(on.length > 0 && { toggles: on }),
  };
}
