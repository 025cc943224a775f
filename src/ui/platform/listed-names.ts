import { useSyncExternalStore } from 'react';
import { formatJson, isObject, parseJson, type JsonValue } from '#domain/json';
import { MAX_LISTED_LENGTH, MAX_LISTED_NAMES, type RouteId } from '#domain/wire';
import { devicePreference } from './device-preferences.ts';

/** The routes of lists that can be narrowed to names and patterns. */
export const NARROWED_ROUTES: readonly RouteId[] = [
  'indices.list',
  'indices.facts',
  'data_streams.list',
  'all_aliases.list',
];

/** Names and patterns by the id of a cluster; the first of the configuration has none. */
type ListedNames = Readonly<Record<string, JsonValue>>;

const kept = devicePreference<ListedNames>('mapledger.listed', readKept, (value) =>
  Object.keys(value).length === 0 ? null : formatJson(value),
);

function readKept(text: string | null): ListedNames {
  try {
    const value = parseJson(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * The names and patterns to which this device narrows the lists of a cluster, with commas between; empty where all are
 * listed.
 */
export function listedNamesOf(clusterId: string | null): string {
  const key = clusterId ?? '';
  const all = kept.getSnapshot();
  const names = Object.hasOwn(all, key) ? all[key] : undefined;
  return typeof names === 'string' ? names : '';
}

/** Narrows the lists of a cluster on this device; an empty text lists all. The lists have to be read again. */
export function setListedNames(clusterId: string | null, names: string): void {
  const { [clusterId ?? '']: _, ...others } = kept.getSnapshot();
  kept.set(names === '' ? others : { ...others, [clusterId ?? '']: names });
}

export function useListedNames(clusterId: string | null): string {
  return useSyncExternalStore(kept.subscribe, () => listedNamesOf(clusterId));
}

/** Narrows one call to exact names, unless there are more of them than a call takes. */
export function onlyNames(names: readonly string[]): { readonly only?: string } {
  const only = names.join(',');
  return names.length > MAX_LISTED_NAMES || only.length > MAX_LISTED_LENGTH ? {} : { only };
}
