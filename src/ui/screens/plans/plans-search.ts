import { listParameters } from '../../lists/list-search.ts';
import { searchReader, text, type SearchOf } from '../../platform/search-schema.ts';

export const readPlansSearch = searchReader(listParameters(['title', 'state', 'created', 'author']));

const PARAMETERS = {
  /** The index that is replaced. */
  index: text,
  /** The id of the draft whose mappings the new index gets. */
  draft: text,
} as const;

/** The search parameters that describe a plan to create. */
export type CreatePlanSearch = SearchOf<typeof PARAMETERS>;

export const readCreatePlanSearch = searchReader(PARAMETERS);
