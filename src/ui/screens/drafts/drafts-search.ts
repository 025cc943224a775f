import { oneOf, searchReader, type SearchOf } from '../../platform/search-schema.ts';

/** The columns that the list can be sorted by. */
const SORTABLE = ['name', 'kind', 'target', 'changes', 'created', 'changed'] as const;

const PARAMETERS = { sort: oneOf(SORTABLE), order: oneOf(['asc', 'desc']) } as const;

/** The search parameters of the list. Newest change first by default. */
export type DraftsSearch = SearchOf<typeof PARAMETERS>;

export const DEFAULT_SORT = { sort: 'changed', order: 'desc' } as const satisfies DraftsSearch;

export const readDraftsSearch = searchReader(PARAMETERS);
