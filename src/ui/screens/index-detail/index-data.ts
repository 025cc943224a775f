import { isObject, type JsonObject } from '#domain/json';
import type { RouteInput } from '#domain/wire';
import { useApiQuery } from '../../platform/use-api-query.ts';
import type { IndexTab } from './index-detail-search.ts';

/** Which route a tab is loaded from (console.md section 2): that of the mapping, the settings, the statistics or the aliases. */
const LOADERS = {
  summary: 'settings.get',
  settings: 'settings.get',
  edit_settings: 'settings.get',
  mapping: 'mapping.get',
  stats: 'stats.get',
  aliases: 'aliases.get',
} as const satisfies Record<IndexTab, string>;

/** What a tab of an index shows. Every loader asks for nothing but the name, which the compiler can't see through the tab. */
export function useIndexData<Tab extends IndexTab>(tab: Tab, name: string) {
  return useApiQuery<(typeof LOADERS)[Tab]>(LOADERS[tab], { params: { name } } as RouteInput<(typeof LOADERS)[Tab]>);
}

/** JSON of an answer, whose schema says no more than that it is some. */
export function asJson(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
