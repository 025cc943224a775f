import { readListSearch, type ListSearch } from '../../lists/list-search.ts';

const SORTABLE = ['name', 'used'] as const;
type PolicyColumn = (typeof SORTABLE)[number];

/** What the address of the lifecycle policies says. */
export type PoliciesSearch = ListSearch<PolicyColumn>;

/** Reads the search part of an address; what does not fit is left out. */
export function readPoliciesSearch(search: Readonly<Record<string, unknown>>): PoliciesSearch {
  return readListSearch(search, SORTABLE);
}
