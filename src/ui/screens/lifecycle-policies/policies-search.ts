import { listParameters } from '../../lists/list-search.ts';
import { searchReader } from '../../platform/search-schema.ts';

export const readPoliciesSearch = searchReader(listParameters(['name', 'used']));
