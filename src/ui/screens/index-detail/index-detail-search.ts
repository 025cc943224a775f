import { listParameters } from '../../lists/list-search.ts';
import { flag, oneOf, searchReader, type SearchOf, text } from '../../platform/search-schema.ts';
import { DRAFT_PARAMETERS } from '../../platform/draft-search.ts';

/**
 * The tabs of an index, its aliases and its history. `edit_settings` is the tab of the settings,
 * while they are edited.
 */
export const INDEX_TABS = [
  'summary',
  'settings',
  'mapping',
  'fields',
  'stats',
  'edit_settings',
  'aliases',
  'history',
] as const;
export type IndexTab = (typeof INDEX_TABS)[number];

const PARAMETERS = {
  /** The summary tab where absent. */
  tab: oneOf(INDEX_TABS),
  /** For the mapping and the statistics: a tree or tables where absent. */
  view: oneOf(['json']),
  /** For the settings: whether defaults are included. */
  defaults: flag,
  ...listParameters(['name', 'type', 'size', 'uses', 'unused']),
} as const;

/** The search parameters of an index; those of a list are of its fields. */
export type IndexDetailSearch = SearchOf<typeof PARAMETERS>;

export const readIndexDetailSearch = searchReader(PARAMETERS);

/**
 * The parameters of a draft's address, and `uuid`: the requested index where several had the name; the present one
 * where absent.
 */
export const readLiveMappingSearch = searchReader({ ...DRAFT_PARAMETERS, uuid: text });
