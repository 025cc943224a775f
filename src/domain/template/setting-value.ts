import { joinPointer } from '../json/pointer.ts';
import { applyPatch, valueAt } from '../json/patch.ts';
import { isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';

/** Settings come nested, dotted, or both, with `index` in front or without: where one stands; null where it doesn't. */
function pathOf(settings: JsonObject, name: string): readonly string[] | null {
  const words = name.split('.');
  return findIn(settings, ['index', ...words]) ?? findIn(settings, words);
}

function findIn(holder: JsonObject, words: readonly string[]): readonly string[] | null {
  for (let count = words.length; count > 0; count--) {
    const key = words.slice(0, count).join('.');
    const value = member(holder, key);
    if (value === undefined) continue;
    if (count === words.length) return [key];
    const rest = isObject(value) ? findIn(value, words.slice(count)) : null;
    if (rest !== null) return [key, ...rest];
  }
  return null;
}

/**
 * The value of a setting such as `number_of_shards`, however the settings are written; undefined where it is not set.
 */
export function settingIn(settings: JsonObject, name: string): JsonValue | undefined {
  const path = pathOf(settings, name);
  return path === null ? undefined : valueAt(settings, joinPointer('', ...path));
}

/** The settings with one of them changed where it stands, or taken out with what holds nothing else. */
export function withSetting(settings: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  const path = pathOf(settings, name);
  if (value === undefined) return path === null ? settings : without(settings, path);
  if (path !== null) return changed(settings, [{ op: 'replace', path: joinPointer('', ...path), value }]);
  // Beside the others: nested where they are.
  if (objectMember(settings, 'index') === undefined && Object.keys(settings).length > 0)
    return changed(settings, [{ op: 'add', path: joinPointer('', `index.${name}`), value }]);
  return withNested(settings, ['index', ...name.split('.')], value);
}

function withNested(holder: JsonObject, [word = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  const inner = rest.length === 0 ? value : withNested(objectMember(holder, word) ?? {}, rest, value);
  return changed(holder, [{ op: 'add', path: joinPointer('', word), value: inner }]);
}

function without(settings: JsonObject, path: readonly string[]): JsonObject {
  let depth = path.length;
  while (depth > 1) {
    const holder = valueAt(settings, joinPointer('', ...path.slice(0, depth - 1)));
    if (!isObject(holder) || Object.keys(holder).length > 1) break;
    depth--;
  }
  return changed(settings, [{ op: 'remove', path: joinPointer('', ...path.slice(0, depth)) }]);
}

function changed(settings: JsonObject, patch: Parameters<typeof applyPatch>[1]): JsonObject {
  const { body } = applyPatch(settings, patch);
  return isObject(body) ? body : {};
}
