import { formatJson, isObject, member, parseJson, type JsonValue } from '#domain/json';
import { keepPreference, keptPreference } from '../../platform/device-preferences.ts';

const KEY = 'mapledger.liveMappings';
/** The most indices that are remembered; the one that was opened the longest ago is forgotten first. */
const MOST = 500;

/**
 * The uuid of the index that had a name on a cluster when its mapping was last opened here. Another cluster may have an
 * index of that name, and the uuid can't be requested while the cluster does not respond. Where the page may not use
 * the browser's local storage, nothing is remembered.
 */
export function recallIndex(cluster: string, name: string): string | null {
  const uuid = member(known(), keyOf(cluster, name));
  return typeof uuid === 'string' ? uuid : null;
}

export function rememberIndex(cluster: string, name: string, uuid: string): void {
  const key = keyOf(cluster, name);
  const others = Object.entries(known()).filter(([each]) => each !== key);
  const entries: readonly (readonly [string, JsonValue])[] = [...others, [key, uuid]];
  keepPreference(KEY, formatJson(Object.fromEntries(entries.slice(-MOST))));
}

function keyOf(cluster: string, name: string): string {
  return `${cluster}/${name}`;
}

function known() {
  try {
    const kept = parseJson(keptPreference(KEY) ?? '{}');
    return isObject(kept) ? kept : {};
  } catch {
    // Written by another version, or by another program.
    return {};
  }
}
