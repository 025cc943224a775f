import { addressSwitch, readListSearch, type ListSearch } from '../../lists/list-search.ts';

const SORTABLE = ['alias', 'index'] as const;

/** What the address of the aliases says. */
export interface AliasesSearch extends ListSearch<(typeof SORTABLE)[number]> {
  /** Hidden aliases and those of hidden indices are shown. */
  readonly includeHidden?: true;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readAliasesSearch(search: Readonly<Record<string, unknown>>): AliasesSearch {
  return {
    ...readListSearch(search, SORTABLE),
    ...(addressSwitch(search['includeHidden']) && { includeHidden: true as const }),
  };
}
