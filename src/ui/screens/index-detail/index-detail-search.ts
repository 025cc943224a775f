/** The tabs of an index (console.md section 2), and its aliases. */
export const INDEX_TABS = ['summary', 'settings', 'mapping', 'stats', 'edit_settings', 'aliases'] as const;
export type IndexTab = (typeof INDEX_TABS)[number];

/** What the address of an index says. */
export interface IndexDetailSearch {
  /** The summary where absent. */
  readonly tab?: IndexTab;
  /** Of the mapping and the statistics: as a tree or tables unless it says otherwise. */
  readonly view?: 'json';
  /** Of the settings: the defaults too. */
  readonly defaults?: true;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readIndexDetailSearch(search: Record<string, unknown>): IndexDetailSearch {
  const tab = INDEX_TABS.find((name) => name === search['tab']);
  return {
    ...(tab !== undefined && { tab }),
    ...(search['view'] === 'json' && { view: 'json' as const }),
    ...((search['defaults'] === true || search['defaults'] === 'true') && { defaults: true as const }),
  };
}
