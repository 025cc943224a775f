import { literalIn, withLiteral } from '../json/literals.ts';
import type { Operation } from '../json/patch.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, member, pickMembers, type JsonObject, type JsonValue } from '../json/value.ts';

/** Members to write and members to remove, of one object. */
export interface MemberChanges {
  readonly set?: { readonly [name: string]: unknown };
  readonly unset?: readonly string[];
}

/**
 * The operations that change an object's members, compared one level deep; none for what already is as wanted. A number
 * that is written otherwise is as wanted.
 */
export function memberOperations(
  before: JsonObject,
  at: Pointer,
  { set = {}, unset = [] }: MemberChanges,
): Operation[] {
  const operations: Operation[] = [];
  for (const name of unset) {
    if (Object.hasOwn(before, name) && !Object.hasOwn(set, name))
      operations.push({ op: 'remove', path: joinPointer(at, name) });
  }
  for (const name of Object.keys(set)) {
    const value = set[name] as JsonValue;
    const current = member(before, name);
    if (deepEqual(current, value)) continue;
    const write: Operation = { op: current === undefined ? 'add' : 'replace', path: joinPointer(at, name), value };
    operations.push(withLiteral(write, 'value', literalIn(set as JsonObject, name)));
  }
  return operations;
}

/** The changes that lead from one object to another, compared one level deep: what a JSON editor commits. */
export function memberChanges(before: JsonObject, after: JsonObject): { set: JsonObject; unset: readonly string[] } {
  const set = pickMembers(after, (name, value) => !deepEqual(member(before, name), value));
  return { set, unset: Object.keys(before).filter((name) => !Object.hasOwn(after, name)) };
}

/** The names that operations change, for a summary: at most three, then how many more. */
export function namesOf(operations: readonly Operation[], nameOf: (path: Pointer) => string | undefined): string {
  const names = operations.map(({ path }) => nameOf(path) ?? '');
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}
