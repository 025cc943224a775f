import { INDEX_SORT_COLUMNS } from '#domain/console';
import { listParameters } from '../../lists/list-search.ts';
import { columnsParameter } from './column-choice.ts';
import { flag, readSearch, texts, type SearchOf, type UnreadSearch } from '../../platform/search-schema.ts';

/** The search parameters of the list of indices. `toggles` are the ids of the extensions' toggles that are on. */
const PARAMETERS = {
  ...listParameters(INDEX_SORT_COLUMNS),
  includeHiddenIndices: flag,
  toggles: texts,
  columns: columnsParameter,
} as const;

export interface IndicesSearch extends Omit<SearchOf<typeof PARAMETERS>, 'includeHiddenIndices'> {
  readonly includeHiddenIndices?: boolean;
}

/** With a filter, always states whether hidden indices are included. */
export function readIndicesSearch(unread: UnreadSearch): IndicesSearch {
  const search = readSearch(PARAMETERS, unread);
  return search.filter === undefined ? search : { includeHiddenIndices: false, ...search };
}
