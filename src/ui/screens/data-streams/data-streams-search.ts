import { listParameters } from '../../lists/list-search.ts';
import { flag, oneOf, searchReader } from '../../platform/search-schema.ts';

/** The columns that the list can be sorted by. */
const SORTABLE = ['name', 'health', 'indices', 'generation', 'template', 'ilm', 'size', 'updated'] as const;

const PARAMETERS = {
  ...listParameters(SORTABLE),
  /** Storage size and last update are requested too, which costs the cluster more. */
  includeStats: flag,
  /** Hidden data streams are shown. */
  includeHidden: flag,
  /** Of the opened data stream; its summary where absent. */
  tab: oneOf(['history']),
} as const;

export const readDataStreamsSearch = searchReader(PARAMETERS);
