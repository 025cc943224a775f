/**
 * Under which objects and arrays keep how their numbers were written, where nobody would write them so from the value
 * alone: `1.0`, `1e3`, `-0.0`. A symbol, so that who goes over names never meets it, and `{ ...object }` has it too.
 * What copies member by member has to take it along.
 */
const LITERALS = Symbol('literals');

type Members = { readonly [key: string]: unknown };
/** An object or an array of JSON, as whoever holds one says it. */
type Holder = object;
type Key = string | number;

/** By name or index. Copies of a holder share them until one of them is written to. */
type Literals = Map<string, string>;

interface WithLiterals {
  [LITERALS]?: Literals;
}

/** Who may write to literals: the holder that they were made for. */
const HOLDERS = new WeakMap<Literals, Holder>();

/** Whether some member of this very object or array is a number whose literal is kept. */
export function hasLiterals(holder: Holder): boolean {
  return (holder as WithLiterals)[LITERALS] !== undefined;
}

/**
 * How a number was written, where its value does not tell; undefined for all else. A literal of a value that is no
 * longer there counts for nothing.
 */
export function literalIn(holder: Holder, key: Key): string | undefined {
  const literal = (holder as WithLiterals)[LITERALS]?.get(String(key));
  return literal !== undefined && Object.is(Number(literal), (holder as Members)[key]) ? literal : undefined;
}

/**
 * Notes how a number is written in a holder that its maker may still write to; undefined forgets it. Costs as much as
 * one entry, the first time all of them.
 */
export function setLiteral(holder: Holder, key: Key, literal: string | undefined): void {
  const kept = holder as WithLiterals;
  const literals = kept[LITERALS];
  if (literals === undefined && literal === undefined) return;
  const own = literals !== undefined && HOLDERS.get(literals) === holder ? literals : new Map(literals);
  HOLDERS.set(own, holder);
  if (literal === undefined) own.delete(String(key));
  else own.set(String(key), literal);
  if (own.size === 0) delete kept[LITERALS];
  else kept[LITERALS] = own;
}

/** Gives a copy the literals of the original, for the members of which it has the value too. Cost: the literals. */
export function keepLiterals(copy: Holder, original: Holder): void {
  const literals = (original as WithLiterals)[LITERALS];
  if (literals === undefined) return;
  const kept = [...literals].filter(([key, literal]) => Object.is((copy as Members)[key], Number(literal)));
  if (kept.length === literals.size) (copy as WithLiterals)[LITERALS] = literals;
  else if (kept.length > 0) (copy as WithLiterals)[LITERALS] = new Map(kept);
}

/** The same object, or a copy of it in which the number at `key` is written like this. */
export function withLiteral<T extends object>(object: T, key: string, literal: string | undefined): T {
  if (literal === undefined) return object;
  const copy = { ...object };
  setLiteral(copy, key, literal);
  return copy;
}

/**
 * A value with every number written as its value alone says: the same one where that is so already. Cost: the size of
 * the value.
 */
export function withoutLiterals<T>(value: T): T;
export function withoutLiterals(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const holder = value;
  let copy = hasLiterals(holder) ? bareCopy(holder) : undefined;
  for (const key of Object.keys(holder)) {
    const item = (holder as Members)[key];
    const plain = withoutLiterals(item);
    if (plain === item) continue;
    copy ??= bareCopy(holder);
    // What was spread has every name as its own already, `__proto__` too.
    Object.defineProperty(copy, key, { value: plain, writable: true, enumerable: true, configurable: true });
  }
  return copy ?? value;
}

function bareCopy(holder: Holder): Holder {
  if (Array.isArray(holder)) return [...(holder as readonly unknown[])];
  const copy = { ...(holder as Members) };
  delete (copy as WithLiterals)[LITERALS];
  return copy;
}

/**
 * Whether two values that are equal have all their numbers written alike, too; zeros by their literals alone with
 * `mindsSigns: false`.
 */
export function isWrittenAlike(a: unknown, b: unknown, options: { readonly mindsSigns?: boolean } = {}): boolean {
  if (a === b || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return true;
  const needsLook = hasLiterals(a) || hasLiterals(b);
  return Object.keys(a).every((key) => {
    const item = (a as Members)[key];
    if (typeof item !== 'number') return isWrittenAlike(item, (b as Members)[key], options);
    const isSameSign = options.mindsSigns === false || Object.is(item, (b as Members)[key]);
    return isSameSign && (!needsLook || literalIn(a, key) === literalIn(b, key));
  });
}
