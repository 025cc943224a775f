import { isWrittenAlike, literalIn, setLiteral } from './literals.ts';
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
  /** Where both changed the same thing differently, so that one of them was kept. */
  readonly kept: readonly Pointer[];
}

/** Of two who changed the same thing differently, whose is kept at a place. */
export type Chosen = (at: Pointer) => 'mine' | 'theirs';

const MINE: Chosen = () => 'mine';

/**
 * Takes what `theirs` changed since `base` into `mine`, but for what mine changed too. Objects are merged member by
 * member, arrays and all else as one; so are two objects that both made anew and that have different types, as a
 * definition says it: half of each would be neither. A number that is only written otherwise has not changed. Where
 * both changed the same thing differently, mine is kept unless theirs is chosen.
 */
export function mergeThreeWay(
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
  at: Pointer = '',
  chosen: Chosen = MINE,
): Merged {
  const kept: Pointer[] = [];
  return { value: merge(base, mine, theirs, at, { kept, chosen }), kept };
}

interface Conflicts {
  readonly kept: Pointer[];
  readonly chosen: Chosen;
}

function merge(
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
  at: Pointer,
  conflicts: Conflicts,
): JsonValue | undefined {
  if (mine === theirs || deepEqual(base, theirs)) return mine;
  if (
    deepEqual(base, mine) &&
    (isWrittenAlike(base, mine, { mindsSigns: false }) || !isObject(mine) || !isObject(theirs))
  )
    return theirs;
  if (
    isObject(mine) &&
    isObject(theirs) &&
    (isObject(base) || (base === undefined && typeWord(mine) === typeWord(theirs)))
  ) {
    return mergeMembers(isObject(base) ? base : {}, mine, theirs, at, conflicts);
  }
  if (deepEqual(mine, theirs)) return mine;
  conflicts.kept.push(at);
  return conflicts.chosen(at) === 'mine' ? mine : theirs;
}

function mergeMembers(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  at: Pointer,
  conflicts: Conflicts,
): JsonObject {
  const merged: MutableJsonObject = {};
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)]);
  for (const name of names) {
    const value = merge(member(base, name), member(mine, name), member(theirs, name), joinPointer(at, name), conflicts);
    if (value === undefined) continue;
    setMember(merged, name, value);
    setLiteral(merged, name, literalIn(member(mine, name) === value ? mine : theirs, name));
  }
  return merged;
}

function typeWord(object: JsonObject): string | undefined {
  const type = member(object, 'type');
  return typeof type === 'string' ? type : undefined;
}
