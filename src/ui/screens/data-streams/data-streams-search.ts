import { addressSwitch, readListSearch, type ListSearch } from '../../lists/list-search.ts';

/** The columns that the list can be sorted by. */
const SORTABLE = ['name', 'health', 'indices', 'generation', 'template', 'ilm', 'size', 'updated'] as const;
export type DataStreamColumn = (typeof SORTABLE)[number];

/** What the address of the data streams says. */
export interface DataStreamsSearch extends ListSearch<DataStreamColumn> {
  /** Storage size and last update are asked for too, which costs the cluster more. */
  readonly includeStats?: true;
  /** Hidden ones are shown. */
  readonly includeHidden?: true;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readDataStreamsSearch(search: Readonly<Record<string, unknown>>): DataStreamsSearch {
  return {
    ...readListSearch(search, SORTABLE),
    ...(addressSwitch(search['includeStats']) && { includeStats: true as const }),
    ...(addressSwitch(search['includeHidden']) && { includeHidden: true as const }),
  };
}
