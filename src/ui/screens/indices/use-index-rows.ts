import { useMemo } from 'react';
import {
  INDEX_SORT_COLUMNS,
  listedIndices,
  parseSize,
  sortIndicesBy,
  type Index,
  type IndexSort,
} from '#domain/console';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import type { SortingState } from '../../kit/use-data-table.ts';
import { oneOf } from '../../platform/search-schema.ts';
import type { IndicesSearch } from './indices-search.ts';
import type { FactsByIndex } from './use-index-facts.ts';

const NONE: readonly Index[] = [];

const isColumn = oneOf(INDEX_SORT_COLUMNS);

const BY_NAME: IndexSort = { column: 'name', order: 'asc' };

/** The columns to sort by; not by the fields where they are not known of all indices. */
function sortsOf(sorting: SortingState, areFieldsKnown: boolean): readonly IndexSort[] {
  const sorts = sorting.flatMap(({ id, desc }): readonly IndexSort[] => {
    const column = isColumn(id);
    if (column === undefined || (column === 'fields' && !areFieldsKnown)) return [];
    return [{ column, order: desc ? 'desc' : 'asc' }];
  });
  return sorts.length === 0 ? [BY_NAME] : sorts;
}

/**
 * The indices that the address selects, apart from its filter. Unchanged indices are the same object in each response.
 * They are sorted here, once for each response: the table would sort with each key typed into the filter, which took 33
 * ms instead of 8 for 10,000 indices.
 */
export function useIndexRows(
  { includeHiddenIndices, toggles: on }: IndicesSearch,
  sorting: SortingState,
  { facts, areFieldsKnown }: { readonly facts: FactsByIndex; readonly areFieldsKnown: boolean },
) {
  const query = useApiQuery('indices.list', {});
  const { toggles } = useExtensions();
  const all = query.data ?? NONE;
  const includesHidden = includeHiddenIndices === true;
  const listed = useMemo(() => {
    const off = toggles.filter(({ id }) => on?.includes(id) !== true);
    const shown = listedIndices(all, includesHidden);
    return off.length === 0 ? shown : shown.filter((index) => !off.some(({ matchIndex }) => matchIndex(index)));
  }, [all, includesHidden, toggles, on]);
  const sorted = useMemo(
    () => sortIndicesBy(listed, sortsOf(sorting, areFieldsKnown), facts),
    [listed, sorting, areFieldsKnown, facts],
  );
  const largest = useMemo(() => listed.reduce((most, { size }) => Math.max(most, parseSize(size) ?? 0), 0), [listed]);
  return { query, all, sorted, largest };
}
