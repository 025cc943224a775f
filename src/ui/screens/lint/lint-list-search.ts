import { listParameters } from '../../lists/list-search.ts';
import { searchReader } from '../../platform/search-schema.ts';

export const readLintSearch = searchReader(listParameters(['name', 'rule', 'severity', 'path']));
