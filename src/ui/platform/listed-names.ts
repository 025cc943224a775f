import type { RouteId } from '#domain/wire';
import { devicePreference, listedNamesKey, type DevicePreference } from './device-preferences.ts';

/** The routes of lists that can be narrowed to names and patterns. */
export const NARROWED_ROUTES: readonly RouteId[] = [
  'indices.list',
  'indices.facts',
  'data_streams.list',
  'all_aliases.list',
];

const kept = new Map<string, DevicePreference<string>>();

/**
 * The names and patterns to which this device narrows the lists of a cluster, with commas between; empty where all are
 * listed.
 */
export function listedNamesOf(clusterId: string | null): DevicePreference<string> {
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
