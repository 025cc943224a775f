import { listParameters } from '../../lists/list-search.ts';
import { oneOf, searchReader } from '../../platform/search-schema.ts';

export const readLintSearch = searchReader({
  ...listParameters(['name', 'rule', 'severity', 'path']),
  /** What is checked: templates where it is absent. */
  of: oneOf(['indices']),
});
