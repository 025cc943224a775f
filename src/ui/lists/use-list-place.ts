import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { TableSort } from '../kit/data-table.tsx';
import type { PageSize } from '../kit/pager.tsx';
import { addressText, type ListSearch } from './list-search.ts';

type Change<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined };

/**
 * What the address of a list says, and how to change it; `read` is that of the route. The same functions for as long as the screen is there:
 * a table does not render again for what is typed beside it.
 */
export function useListPlace<Column extends string, Search extends ListSearch<Column>>(
  search: Search,
  read: (search: Readonly<Record<string, unknown>>) => Search,
) {
  const navigate = useNavigate();
  const router = useRouter();
  // The address follows what is typed, later than the next key may come: the text is the input's own, until another address is gone to.
  const [text, setText] = useState<string>(search.filter ?? '');
  useEffect(
    () =>
      router.history.subscribe(({ location, action }) => {
        if (action.type !== 'REPLACE')
          setText(addressText(router.options.parseSearch(location.search)['filter']) ?? '');
      }),
    [router],
  );
  const changes = useMemo(
    () => listChanges<Column, Search>((search) => void navigate({ to: '.', search, replace: true }), read, setText),
    [navigate, read],
  );
  useEffect(() => changes.leave, [changes]);
  return { text, changes, ...changes };
}

type Unread = Readonly<Record<string, unknown>>;

function listChanges<Column extends string, Search extends ListSearch<Column>>(
  say: (search: (before: Unread) => Search) => void,
  read: (search: Unread) => Search,
  setText: (text: string | ((before: string) => string)) => void,
) {
  const go = (next: (before: Search) => Readonly<Record<string, unknown>>) => {
    say((before) => read({ ...before, ...next(read(before)) }));
  };
  // What was typed and the address does not say yet. That takes longer than a key may, so it waits until the key is seen.
  let typed: string | null = null;
  const sayTyped = () => {
    if (typed === null) return;
    const filter = typed;
    typed = null;
    go(() => ({ filter, page: undefined }));
  };
  return {
    /** Forgets what was typed last, where the list is left before the address said it. */
    leave() {
      typed = null;
    },
    /** Changes what the address says, in place; a function gets what it says by then. */
    change: (wanted: Change<Search> | ((before: Search) => Change<Search>)) =>
      go((before) => (typeof wanted === 'function' ? wanted(before) : wanted)),
    onFilter(filter: string) {
      setText(filter);
      if (typed === null) afterPaint(sayTyped);
      typed = filter;
    },
    /** Changes the filter that there is by then. */
    changeFilter(changed: (filter: string) => string) {
      sayTyped();
      setText(changed);
      go(({ filter = '' }) => ({ filter: changed(filter), page: undefined }));
    },
    onSort: ({ sort, order }: TableSort<Column>) => go(() => ({ sort, order, page: undefined })),
    onPage: (page: number) => go(() => ({ page })),
    onPageSize: (pageSize: PageSize) => go(() => ({ pageSize, page: undefined })),
  };
}

function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
