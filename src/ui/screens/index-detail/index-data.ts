import { isObject, type JsonObject } from '#domain/json';
import type { RouteInput } from '#domain/wire';
import { useApiQuery } from '../../platform/use-api-query.ts';
import type { IndexTab } from './index-detail-search.ts';

/** The tabs that show an answer of the cluster about the index. */
type DataTab = Exclude<IndexTab, 'history'>;

/**
 * Which route a tab is loaded from: that of the mapping, the settings, the statistics or the
 * aliases.
 */
const LOADERS = {
  summary: 'settings.get',
  settings: 'settings.get',
  edit_settings: 'settings.get',
  mapping: 'mapping.get',
  fields: 'mapping.get',
  stats: 'stats.get',
  aliases: 'aliases.get',
} as const satisfies Record<DataTab, string>;

/** The data of a tab of an index. Every loader needs only the name, which the compiler can't infer from the tab. */
export function useIndexData<Tab extends DataTab>(tab: Tab, name: string) {
  return useApiQuery<(typeof LOADERS)[Tab]>(LOADERS[tab], { params: { name } } as RouteInput<(typeof LOADERS)[Tab]>);
}

/** The JSON of a response whose schema does not describe its content. */
export function asJson(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
