import { isWrittenAlike, literalIn, withLiteral } from './literals.ts';
import type { Operation, Patch } from './patch.ts';
import { joinPointer, type Pointer } from './pointer.ts';
import { deepEqual, isObject, type JsonObject, type JsonValue } from './value.ts';

/**
 * The patch from one value to another, for whole texts that came in. Branches that both share by identity are not
 * visited; arrays are replaced whole; two objects without a common member are replaced rather than taken apart. A
 * number that is written otherwise, 0 and -0 too, differs, unless `asWritten` is false.
 */
export function diff(before: JsonValue, after: JsonValue, at: Pointer = '', { asWritten = true } = {}): Patch {
  const difference = { patch: [], asWritten };
  collect(before, after, { at, literal: undefined }, difference);
  return difference.patch;
}

interface Difference {
  readonly patch: Operation[];
  /** Whether numbers that are equal differ where they are written otherwise. */
  readonly asWritten: boolean;
}

/** Where a value is to stand, and how it is written where it is a number. */
interface Target {
  readonly at: Pointer;
  readonly literal: string | undefined;
}

function collect(before: JsonValue, after: JsonValue, { at, literal }: Target, difference: Difference): void {
  const { patch, asWritten } = difference;
  if (before === after) return;
  if (!isObject(before) || !isObject(after)) {
    if (!deepEqual(before, after) || (asWritten && !isWrittenAlike(before, after)))
      patch.push(withLiteral({ op: 'replace', path: at, value: after }, 'value', literal));
    return;
  }
  const keys = Object.keys(before);
  if (keys.length > 0 && Object.keys(after).length > 0 && !keys.some((key) => Object.hasOwn(after, key))) {
    patch.push({ op: 'replace', path: at, value: after });
    return;
  }
  collectMembers(before, after, keys, at, difference);
}

function collectMembers(
  before: JsonObject,
  after: JsonObject,
  keys: readonly string[],
  at: Pointer,
  difference: Difference,
): void {
  const { patch, asWritten } = difference;
  for (const key of keys) {
    const path = joinPointer(at, key);
    if (!Object.hasOwn(after, key)) {
      patch.push({ op: 'remove', path });
      continue;
    }
    const value = after[key] as JsonValue;
    const literal = literalIn(after, key);
    const isSame = Object.is(before[key], value) && literalIn(before, key) === literal;
    if (asWritten && before[key] === value && !isSame)
      patch.push(withLiteral({ op: 'replace', path, value }, 'value', literal));
    else collect(before[key] as JsonValue, value, { at: path, literal }, difference);
  }
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key)) {
      const added: Operation = { op: 'add', path: joinPointer(at, key), value: after[key] as JsonValue };
      patch.push(withLiteral(added, 'value', literalIn(after, key)));
    }
  }
}
