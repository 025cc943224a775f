import { useSyncExternalStore } from 'react';
import { MAX_LISTED_LENGTH, MAX_LISTED_NAMES, type RouteId } from '#domain/wire';
import { devicePreference, listedNamesKey, type DevicePreference } from './device-preferences.ts';

/** The routes of lists that can be narrowed to names and patterns. */
export const NARROWED_ROUTES: readonly RouteId[] = [
  'indices.list',
  'indices.facts',
  'data_streams.list',
  'all_aliases.list',
];

const kept = new Map<string, DevicePreference<string>>();

function preferenceOf(clusterId: string | null): DevicePreference<string> {
  const key = listedNamesKey(clusterId);
  const preference =
    kept.get(key) ??
    devicePreference(
      key,
      (text) => text ?? '',
      (names) => names || null,
    );
  kept.set(key, preference);
  return preference;
}

/**
 * The names and patterns to which this device narrows the lists of a cluster, with commas between; empty where all are
 * listed.
 */
export function listedNamesOf(clusterId: string | null): string {
  return preferenceOf(clusterId).getSnapshot();
}

/** Narrows the lists of a cluster on this device; an empty text lists all. The lists have to be read again. */
export function setListedNames(clusterId: string | null, names: string): void {
  preferenceOf(clusterId).set(names);
}

export function useListedNames(clusterId: string | null): string {
  const { subscribe, getSnapshot } = preferenceOf(clusterId);
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** Narrows one call to exact names, unless there are more of them than a call takes. */
export function onlyNames(names: readonly string[]): { readonly only?: string } {
  const only = names.join(',');
  return names.length > MAX_LISTED_NAMES || only.length > MAX_LISTED_LENGTH ? {} : { only };
}
