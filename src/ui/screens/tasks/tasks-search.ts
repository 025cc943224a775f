import { listParameters } from '../../lists/list-search.ts';
import { flag, searchReader } from '../../platform/search-schema.ts';

export const readTasksSearch = searchReader({
  ...listParameters(['task', 'progress', 'started', 'node']),
  /** Tasks that are short or parts of others are shown, too. */
  all: flag,
});
