import { isObject, type JsonObject, type JsonValue, type MutableJsonObject } from '#domain/json';
import type { Random } from '../../src/fuzz/generate/random.ts';

/** The same template as somebody else would write it: keys in another order, settings flat, nested or as text. */
export function rewritten(body: JsonObject, random: Random): JsonObject {
  const result: MutableJsonObject = {};
  const keys = Object.keys(body).toSorted(() => random.next() - 0.5);
  for (const key of keys) {
    const value = body[key] ?? null;
    if (key === 'template' && isObject(value)) result[key] = rewritten(value, random);
    else if (key === 'settings' && isObject(value)) result[key] = settingsOtherwise(value, random);
    else result[key] = key === 'index_patterns' ? value : shuffled(value, random);
  }
  return result;
}

function shuffled(value: JsonValue, random: Random): JsonValue {
  if (!isObject(value)) return value;
  const keys = Object.keys(value).toSorted(() => random.next() - 0.5);
  return Object.fromEntries(keys.map((key) => [key, shuffled(value[key] ?? null, random)]));
}

function settingsOtherwise(settings: JsonObject, random: Random): JsonObject {
  // The later by the alphabet counts where a setting is there twice: such are left as they are.
  const names = leafNames(settings);
  const bare = names.map(([path]) => path.replace(/^index\./, ''));
  if (new Set(bare).size < bare.length || bare.some((a) => bare.some((b) => b.startsWith(`${a}.`)))) return settings;
  const result: MutableJsonObject = {};
  for (const [path, value] of names) {
    const name = path.startsWith('index.') || random.below(2) === 0 ? path : `index.${path}`;
    const text = typeof value === 'object' ? value : random.below(2) === 0 ? String(value) : value;
    if (random.below(2) === 0) result[name] = text;
    else nest(result, name.split('.'), text);
  }
  return result;
}

function leafNames(settings: JsonObject, path: readonly string[] = []): readonly (readonly [string, JsonValue])[] {
  return Object.entries(settings).flatMap(([key, value]) =>
    isObject(value) && Object.keys(value).length > 0
      ? leafNames(value, [...path, key])
      : [[[...path, key].join('.'), value] as const],
  );
}

function nest(holder: MutableJsonObject, [first = '', ...rest]: readonly string[], value: JsonValue): void {
  if (rest.length === 0) {
    holder[first] = value;
    return;
  }
  const inner = holder[first];
  const next: MutableJsonObject = isObject(inner) ? { ...inner } : {};
  nest(next, rest, value);
  holder[first] = next;
}
