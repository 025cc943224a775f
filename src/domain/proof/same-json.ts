import { literalIn } from '../json/literals.ts';
import type { Patch } from '../json/patch.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';

/**
 * Whether two values have the same text: the same values, numbers that are written alike, and members in the same
 * order.
 */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every(
      (item: JsonValue, index) =>
        literalIn(one, index) === literalIn(other, index) && isSameJson(item, other[index] as JsonValue),
    );
  }
  const names = Object.keys(one);
  const others = Object.keys(other);
  return (
    names.length === others.length &&
    names.every(
      (name, index) =>
        name === others[index] &&
        literalIn(one as JsonObject, name) === literalIn(other as JsonObject, name) &&
        isSameJson((one as Record<string, JsonValue>)[name], (other as Record<string, JsonValue>)[name]),
    )
  );
}

export function isSamePatch(one: Patch, other: Patch): boolean {
  return isSameJson(one, other);
}
