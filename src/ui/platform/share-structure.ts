import { literalIn } from '#domain/json';

/** Objects further down than this are not compared. */
const MAX_DEPTH = 500;

/**
 * A response with the objects and arrays of the one before wherever these have the same text, so that only what changed
 * is drawn again. TanStack Query's own comparison loses how numbers are written, takes another order of members for the
 * same, and drops a member named `__proto__`. Changes `now`, which must be held by nobody else.
 */
export function shareStructure(before: unknown, now: unknown): unknown {
  return shared(before, now, 0);
}

type Holder = Record<string, unknown>;

function shared(before: unknown, now: unknown, depth: number): unknown {
  if (Object.is(before, now)) return before;
  if (!isHolder(before) || !isHolder(now) || depth > MAX_DEPTH || Array.isArray(before) !== Array.isArray(now)) {
    return now;
  }
  const names = Object.keys(before);
  const nowNames = Object.keys(now);
  let isSame = names.length === nowNames.length;
  for (const [index, name] of nowNames.entries()) {
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    const is = shared(was, now[name], depth + 1);
    if (is !== now[name] && !Object.isFrozen(now)) now[name] = is;
    isSame &&= names[index] === name && Object.is(was, is) && literalIn(before, name) === literalIn(now, name);
  }
  return isSame ? before : now;
}

/** An object or array of JSON. */
function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
