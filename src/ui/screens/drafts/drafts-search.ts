/** The columns that the list can be sorted by. */
export const SORTABLE = ['name', 'kind', 'target', 'changes', 'created', 'changed'] as const;
export type SortColumn = (typeof SORTABLE)[number];

/** What the address of the list says. Newest change first where it says nothing. */
export interface DraftsSearch {
  readonly sort?: SortColumn;
  readonly order?: 'asc' | 'desc';
}

export const DEFAULT_SORT = { sort: 'changed', order: 'desc' } as const satisfies DraftsSearch;

/** Reads the search part of an address; what does not fit is left out. */
export function readDraftsSearch(search: Record<string, unknown>): DraftsSearch {
  const sort = SORTABLE.find((column) => column === search['sort']);
  const order = (['asc', 'desc'] as const).find((direction) => direction === search['order']);
  return { ...(sort && { sort }), ...(order && { order }) };
}
