import { formatJson, isObject, member, parseJson, type JsonValue } from '#domain/json';
import { keepPreference, keptPreference } from '../../platform/device-preferences.ts';

const KEY = 'mapledger.liveMappings';
/** As many indices are remembered; the one that was opened the longest ago is forgotten first. */
const MOST = 500;

/**
 * Which index a name stood for on a cluster when its mapping was opened here: another cluster may have an index of that name, and while it does
 * not answer nobody can ask it. Where the page may not use the browser's small storage, nothing is remembered.
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
    // Of another version, or somebody else's.
    return {};
  }
}
