import { searchReader, text } from '../../platform/search-schema.ts';

/** `draft` is the id of the draft whose mappings the index gets. */
export const readCreateIndexSearch = searchReader({ draft: text });
