import { listParameters } from '../../lists/list-search.ts';
import { searchReader } from '../../platform/search-schema.ts';

export const readCodeSearch = searchReader(
  listParameters(['name', 'state', 'kind', 'project', 'file', 'environment', 'applied', 'by']),
);
