import { joinPointer, type Pointer } from './pointer.ts';
import {
  deepEqual,
  isObject,
  member,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from './value.ts';

/** What two came to who started from the same value. */
export interface Merged {
  /** Undefined where neither has it. */
  readonly value: JsonValue | undefined;
  /** Where both changed the same thing differently, and mine was kept. */
  readonly kept: readonly Pointer[];
}

/**
 * Takes what `theirs` changed since `base` into `mine`, but for what mine changed too. Objects are merged member by member, arrays and all
 * else as one; so are two objects that both made anew and that have different types, as a definition says it: half of each would be neither.
 */
export function mergeThreeWay(
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
  at: Pointer = '',
): Merged {
  const kept: Pointer[] = [];
  return { value: merge(base, mine, theirs, at, kept), kept };
}

function merge(
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
  at: Pointer,
  kept: Pointer[],
): JsonValue | undefined {
  if (mine === theirs || deepEqual(base, theirs)) return mine;
  if (deepEqual(base, mine)) return theirs;
  if (
    isObject(mine) &&
    isObject(theirs) &&
    (isObject(base) || (base === undefined && typeWord(mine) === typeWord(theirs)))
  ) {
    return mergeMembers(isObject(base) ? base : {}, mine, theirs, at, kept);
  }
  if (!deepEqual(mine, theirs)) kept.push(at);
  return mine;
}

function mergeMembers(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  at: Pointer,
  kept: Pointer[],
): JsonObject {
  const merged: MutableJsonObject = {};
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)]);
  for (const name of names) {
    const value = merge(member(base, name), member(mine, name), member(theirs, name), joinPointer(at, name), kept);
    if (value !== undefined) setMember(merged, name, value);
  }
  return merged;
}

function typeWord(object: JsonObject): string | undefined {
  const type = member(object, 'type');
  return typeof type === 'string' ? type : undefined;
}
