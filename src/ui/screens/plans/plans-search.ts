import { readListSearch, type ListSearch } from '../../lists/list-search.ts';

/** The columns that the list can be sorted by. */
const SORTABLE = ['title', 'state', 'created', 'author'] as const;

/** What the address of the plans says. */
export type PlansSearch = ListSearch<(typeof SORTABLE)[number]>;

export function readPlansSearch(search: Readonly<Record<string, unknown>>): PlansSearch {
  return readListSearch(search, SORTABLE);
}
