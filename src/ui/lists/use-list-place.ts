import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { TableSort } from '../kit/data-table.tsx';
import type { PageSize } from '../kit/pager.tsx';
import { addressText, type ListSearch } from './list-search.ts';

type Change<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined };

/** What the address of a list says, and how to change it; `read` is that of the route. */
export function useListPlace<Column extends string, Search extends ListSearch<Column>>(search: Search, read: (search: Readonly<Record<string, unknown>>) => Search) {
  const navigate = useNavigate();
  const router = useRouter();
  const [text, setText] = useState(search.filter ?? '');
  useEffect(
    () =>
      router.history.subscribe(({ location, action }) => {
        if (action.type !== 'REPLACE') setText(addressText(router.options.parseSearch(location.search)['filter']) ?? '');
      }),
    [router],
  );
  const go = (wanted: Readonly<Record<string, unknown>>) => {
    void navigate({ to: '.', search: (before: Readonly<Record<string, unknown>>) => read({ ...before, ...wanted }), replace: true });
  };
  return {
    text,
    /** Changes what the address says, in place. */
    change: (wanted: Change<Search>) => go(wanted),
    onFilter(filter: string) {
      setText(filter);
      go({ filter, page: undefined });
    },
    onSort: ({ sort, order }: TableSort<Column>) => go({ sort, order, page: undefined }),
    onPage: (page: number) => go({ page }),
    onPageSize: (pageSize: PageSize) => go({ pageSize, page: undefined }),
  };
}
