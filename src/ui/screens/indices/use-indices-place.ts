import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { withExpression, type IndexSortColumn } from '#domain/console';
import { APP_BASE } from '../../platform/app-base.ts';
import { useListPlace } from '../../lists/use-list-place.ts';
import { readIndicesSearch, type IndicesSearch } from './indices-search.ts';

/** What the address says of the list of indices, and how to change it. */
export function useIndicesPlace() {
  const search = useSearch({ from: `${APP_BASE}/indices` });
  const { text, changes } = useListPlace<IndexSortColumn, IndicesSearch>(search, readIndicesSearch);
  const change = useMemo(() => {
    const { onFilter, changeFilter, onSort, onPage, onPageSize } = changes;
    return {
      onFilter,
      addFilter: (expression: string) => changeFilter((filter) => withExpression(filter, expression)),
      setHidden: (includeHiddenIndices: boolean) => changes.change({ includeHiddenIndices, page: undefined }),
      setToggle: (id: string, isOn: boolean) =>
        changes.change(({ toggles = [] }) => ({
          toggles: isOn ? [...toggles, id] : toggles.filter((one) => one !== id),
          page: undefined,
        })),
      onSort,
      onPage,
      onPageSize,
    };
  }, [changes]);
  return { search, text, change };
}

export type IndicesPlace = ReturnType<typeof useIndicesPlace>;
