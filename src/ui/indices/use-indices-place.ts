import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { APP_BASE } from '../app/app-base.ts';
import type { PageSize } from '../kit/pager.tsx';
import { readIndicesSearch, type IndicesSearch } from './indices-search.ts';

const ROUTE = `${APP_BASE}/indices` as const;

type Change = { readonly [Name in keyof IndicesSearch]?: IndicesSearch[Name] | undefined };

/** What the address says of the list of indices, and how to change it. */
export function useIndicesPlace() {
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const router = useRouter();
  // The address follows what is typed, later than the next key may come: the text is the input's own, until another address is gone to.
  const [text, setText] = useState(search.filter ?? '');
  useEffect(
    () =>
      router.history.subscribe(({ location, action }) => {
        if (action.type !== 'REPLACE') setText(readIndicesSearch(router.options.parseSearch(location.search)).filter ?? '');
      }),
    [router],
  );
  const go = (change: Change) => {
    const merge = (before: IndicesSearch) => readIndicesSearch({ ...before, page: undefined, ...change });
    void navigate({ search: merge, replace: true });
  };
  const toggles: readonly string[] = search.toggles ?? [];
  return {
    search,
    text,
    setFilter(filter: string) {
      setText(filter);
      go({ filter });
    },
    setHidden: (includeHiddenIndices: boolean) => go({ includeHiddenIndices }),
    setSort: (sort: Required<Pick<IndicesSearch, 'sort' | 'order'>>) => go(sort),
    setPage: (page: number) => go({ page }),
    setPageSize: (pageSize: PageSize) => go({ pageSize }),
    setToggle: (id: string, isOn: boolean) => go({ toggles: isOn ? [...toggles, id] : toggles.filter((one) => one !== id) }),
  };
}

export type IndicesPlace = ReturnType<typeof useIndicesPlace>;
