import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ROUTES } from '../../platform/route-table.ts';
import { readReferenceSearch, type ReferenceSearch } from './reference-search.ts';

const route = getRouteApi(ROUTES.fieldTypes);

/** What the address says of the reference, and how to change it. */
export function useReferencePlace() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  // The address follows what is typed, later than the next key may come: the text is the input's own, until another address is gone to.
  const [text, setText] = useState(search.q ?? '');
  useEffect(
    () =>
      router.history.subscribe(({ location, action }) => {
        if (action.type !== 'REPLACE')
          setText(readReferenceSearch(router.options.parseSearch(location.search)).q ?? '');
      }),
    [router],
  );
  const go = (
    change: { readonly [Name in keyof ReferenceSearch]?: ReferenceSearch[Name] | undefined },
    replace: boolean,
  ) => {
    const merge = (before: ReferenceSearch) => readReferenceSearch({ ...before, ...change });
    void navigate({ search: merge, replace });
  };
  return {
    search,
    text,
    setText(next: string) {
      setText(next);
      go({ q: next }, true);
    },
    choose: (type: string) => go({ type, q: text }, false),
    setEngine: (engine: string | undefined) => go({ engine }, true),
  };
}
