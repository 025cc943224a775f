import { listParameters } from '../../lists/list-search.ts';
import { searchReader, text, type SearchOf } from '../../platform/search-schema.ts';

const PARAMETERS = {
  ...listParameters(['name', 'state', 'kind', 'project', 'file', 'applied', 'by']),
  /** The id of the opened claim. */
  claim: text,
} as const;

/** The search parameters of the list of claims. */
export type CodeSearch = SearchOf<typeof PARAMETERS>;

export const readCodeSearch = searchReader(PARAMETERS);
