import { readDraftSearch, type DraftSearch } from '../../platform/draft-search.ts';
import { addressText } from '../../lists/list-search.ts';

/** What the address of a live mapping says: as that of a draft, and which index is meant where several had the name. */
export interface LiveMappingSearch extends DraftSearch {
  /** Of the index; the one that has the name now where absent. */
  readonly uuid?: string;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readLiveMappingSearch(search: Record<string, unknown>): LiveMappingSearch {
  const uuid = addressText(search['uuid']);
  return { ...readDraftSearch(search), ...(uuid !== undefined && { uuid }) };
}
