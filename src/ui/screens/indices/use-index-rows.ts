import { useDeferredValue, useMemo } from 'react';
import {
  filterIndices,
  INDEX_REFRESH_MS,
  indexFilter,
  listedIndices,
  parseSize,
  sortIndices,
  type Index,
} from '#domain/console';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { DEFAULT_INDICES_SORT, type IndicesSearch } from './indices-search.ts';

const NONE: readonly Index[] = [];

/**
 * The indices as the address asks for them. They are read again every 30 seconds; what has not changed stays the same object. Sorting waits for no
 * key, filtering for none that is typed meanwhile.
 */
export function useIndexRows(search: IndicesSearch, text: string) {
  const query = useApiQuery('indices.list', {}, { refetchEveryMs: INDEX_REFRESH_MS });
  const { toggles } = useExtensions();
  const all = query.data ?? NONE;
  const includesHidden = search.includeHiddenIndices === true;
  const on = search.toggles;
  const listed = useMemo(() => {
    const off = toggles.filter(({ id }) => on?.includes(id) !== true);
    const shown = listedIndices(all, includesHidden);
    return off.length === 0 ? shown : shown.filter((index) => !off.some(({ matchIndex }) => matchIndex(index)));
  }, [all, includesHidden, toggles, on]);
  const sort = search.sort ?? DEFAULT_INDICES_SORT.sort;
  const order = search.order ?? DEFAULT_INDICES_SORT.order;
  const sorted = useMemo(() => sortIndices(listed, sort, order), [listed, sort, order]);
  const filter = useMemo(() => indexFilter(text), [text]);
  const deferred = useDeferredValue(filter);
  const found = useMemo(() => filterIndices(sorted, deferred), [sorted, deferred]);
  const largest = useMemo(() => listed.reduce((most, { size }) => Math.max(most, parseSize(size)), 0), [listed]);
  // Only where nothing is found does it matter what hidden ones would.
  const hiddenMatches = useMemo(
    () => (found.length > 0 || includesHidden ? 0 : filterIndices(all, deferred).length),
    [all, found, includesHidden, deferred],
  );
  return { query, all, listed, found, faults: filter.faults, sort, order, largest, hiddenMatches };
}

export type IndexRows = ReturnType<typeof useIndexRows>;
