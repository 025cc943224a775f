import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PaginationState, SortingState, Updater } from '../kit/use-data-table.ts';
import { text as addressText, type UnreadSearch } from '../platform/search-schema.ts';
import { DEFAULT_SIZE, formatSorts, readSorts, type ListSearch } from './list-search.ts';

/** Values for parameters of an address; `undefined` removes one. */
type SearchChange<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined };

interface ListAddress<Search extends ListSearch> {
  /** Reads the search part of an address, as the route does. */
  readonly readSearch: (search: UnreadSearch) => Search;
  /** The sorting where the address has none; by name where absent. */
  readonly defaultSort?: Required<Pick<ListSearch, 'sort' | 'order'>>;
  /** The path of the list, where one of its rows is opened beside it at `listPath/name`. */
  readonly listPath?: string;
  /** Parameters of the opened row: they are removed when that is closed. */
  readonly detailParams?: readonly (keyof Search & string)[];
}

/** The state that every list has in its address. */
export interface ListUrl extends ListUrlChanges {
  /** The text of the filter, ahead of the address while it is typed. */
  readonly text: string;
  /** The name of the row that is opened beside the list. */
  readonly openName: string | undefined;
  readonly sorting: SortingState;
  readonly onSortingChange: (updater: Updater<SortingState>) => void;
  /** As the address has it: there may be fewer pages. */
  readonly pagination: PaginationState;
}

/** The state of a list in its address, and functions that change it. They stay the same while the screen is mounted. */
export interface ListUrlState<Search extends ListSearch> extends ListUrl, SearchChanges<Search> {
  readonly search: Search;
}

const BY_NAME = { sort: 'name', order: 'asc' } as const;

/** Holds the state of a list in the address. The argument has to be a constant. */
export function useListUrlState<Search extends ListSearch>(address: ListAddress<Search>): ListUrlState<Search> {
  const { readSearch, defaultSort = BY_NAME } = address;
  const unread: UnreadSearch = useSearch({ strict: false });
  const { name: openName } = useParams({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const search = useMemo(() => readSearch(unread), [readSearch, unread]);
  // The address may be updated after the next keystroke: the input has its own text, until another address is opened.
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
    () =>
      listChanges(
        address,
        (to, next, isReplacing) =>
          void navigate({ to, search: (before: UnreadSearch): object => next(before), replace: isReplacing }),
        setText,
      ),
    [address, navigate],
  );
  useEffect(() => changes.leave, [changes]);
  const sort = search.sort ?? defaultSort.sort;
  const order = search.order ?? (search.sort === undefined ? defaultSort.order : 'asc');
  const { thenBy = '' } = search;
  const sorting = useMemo(
    (): SortingState => [{ id: sort, desc: order === 'desc' }, ...readSorts(thenBy).filter(({ id }) => id !== sort)],
    [sort, order, thenBy],
  );
  const onSortingChange = useCallback(
    (updater: Updater<SortingState>) => changes.setSorting(typeof updater === 'function' ? updater(sorting) : updater),
    [changes, sorting],
  );
  const { page = 1, pageSize = DEFAULT_SIZE } = search;
  const pagination = { pageIndex: page - 1, pageSize };
  return { ...changes, search, text, openName, sorting, onSortingChange, pagination };
}

interface ListUrlChanges {
  onFilter(filter: string): void;
  /** Changes the filter by its value at that time. */
  changeFilter(changed: (filter: string) => string): void;
  setPagination(pagination: PaginationState): void;
  /** Closes the row that is opened beside the list. */
  close(): void;
}

interface SearchChanges<Search extends ListSearch> {
  /** Changes the parameters of the address, in place; a function gets their values at that time. */
  change(wanted: SearchChange<Search> | ((before: Search) => SearchChange<Search>)): void;
  /** Clears the filter, and whatever else narrows the list down. */
  clear(more?: SearchChange<Search>): void;
}

type Say<Search> = (to: string, search: (before: UnreadSearch) => Search, isReplacing: boolean) => void;

function listChanges<Search extends ListSearch>(
  { readSearch, listPath = '.', detailParams = [] }: ListAddress<Search>,
  say: Say<Search>,
  setText: (text: string | ((before: string) => string)) => void,
) {
  const go = (next: (before: Search) => UnreadSearch) =>
    say('.', (before) => readSearch({ ...before, ...next(readSearch(before)) }), true);
  // Typed text that the address does not have yet. An update takes long, so it waits until the key is painted.
  let typed: string | null = null;
  const sayTyped = () => {
    if (typed === null) return;
    const filter = typed;
    typed = null;
    go(() => ({ filter, page: undefined }));
  };
  const changes: ListUrlChanges & SearchChanges<Search> = {
    change: (wanted) => go((before) => (typeof wanted === 'function' ? wanted(before) : wanted)),
    onFilter(filter) {
      setText(filter);
      if (typed === null) afterPaint(sayTyped);
      typed = filter;
    },
    changeFilter(changed) {
      sayTyped();
      setText(changed);
      go(({ filter = '' }) => ({ filter: changed(filter), page: undefined }));
    },
    clear(more) {
      typed = null;
      setText('');
      go(() => ({ ...more, filter: undefined, page: undefined }));
    },
    setPagination: ({ pageIndex, pageSize }) => go(() => ({ page: pageIndex + 1, pageSize })),
    close: () =>
      say(
        listPath,
        (before) => readSearch({ ...before, ...Object.fromEntries(detailParams.map((name) => [name, undefined])) }),
        false,
      ),
  };
  return {
    ...changes,
    setSorting: ([first, ...others]: SortingState) =>
      go(() => ({
        sort: first?.id,
        order: first?.desc === true ? 'desc' : 'asc',
        thenBy: others.length === 0 ? undefined : formatSorts(others),
        page: undefined,
      })),
    /** Forgets the last typed text, where the list is left before the address has it. */
    leave() {
      typed = null;
    },
  };
}

function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
