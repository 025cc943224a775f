import type { AliasEntry } from '#domain/console';
import { flag, searchReader, text, type UnreadSearch } from '../../platform/search-schema.ts';
import { listParameters } from '../../lists/list-search.ts';

export const readAliasesSearch = searchReader({
  ...listParameters(['alias', 'index']),
  /** Hidden aliases and the aliases of hidden indices are shown. */
  includeHidden: flag,
  /** The alias that is opened beside the list. */
  alias: text,
});

/** The address with an alias opened beside the list. */
export function openAlias(before: UnreadSearch, { alias }: Pick<AliasEntry, 'alias'>) {
  return { ...readAliasesSearch(before), alias };
}
