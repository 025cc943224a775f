import type { Operation, Patch } from './patch.ts';
import { joinPointer, type Pointer } from './pointer.ts';
import { deepEqual, isObject, type JsonObject, type JsonValue } from './value.ts';

/**
 * The patch from one value to another, for whole texts that came in. Branches that both share by identity are not
 * visited; arrays are replaced whole; two objects without a common member are replaced rather than taken apart.
 */
export function diff(before: JsonValue, after: JsonValue, at: Pointer = ''): Patch {
  const patch: Operation[] = [];
  collect(before, after, at, patch);
  return patch;
}

function collect(before: JsonValue, after: JsonValue, at: Pointer, patch: Operation[]): void {
  if (before === after) return;
  if (!isObject(before) || !isObject(after)) {
    if (!deepEqual(before, after)) patch.push({ op: 'replace', path: at, value: after });
    return;
  }
  const keys = Object.keys(before);
  if (keys.length > 0 && Object.keys(after).length > 0 && !keys.some((key) => Object.hasOwn(after, key))) {
    patch.push({ op: 'replace', path: at, value: after });
    return;
  }
  collectMembers(before, after, keys, at, patch);
}

function collectMembers(
  before: JsonObject,
  after: JsonObject,
  keys: readonly string[],
  at: Pointer,
  patch: Operation[],
): void {
  for (const key of keys) {
    const path = joinPointer(at, key);
    if (Object.hasOwn(after, key)) collect(before[key] as JsonValue, after[key] as JsonValue, path, patch);
    else patch.push({ op: 'remove', path });
  }
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key))
      patch.push({ op: 'add', path: joinPointer(at, key), value: after[key] as JsonValue });
  }
}
