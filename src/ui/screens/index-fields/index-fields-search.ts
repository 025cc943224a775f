import { listParameters } from '../../lists/list-search.ts';
import { searchReader, text } from '../../platform/search-schema.ts';

export const readIndexFieldsSearch = searchReader({
  ...listParameters(['name', 'indices', 'type', 'size', 'uses', 'unused']),
  /** Names and patterns of indices, aliases and data streams, separated by commas. */
  of: text,
});
