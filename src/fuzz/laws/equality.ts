/**
 * Whether two values are equal as `toEqual` of Vitest has it: members that are `undefined` count as absent, prototypes
 * of objects don't count, 0 is not -0, and sets and maps are compared by what they hold, in any order. Cycles may be
 * compared. Costs the size of the smaller value; with sets of objects, its square.
 */
export function isEqual(a: unknown, b: unknown): boolean {
  return compare(a, b, { partnerOf: new Map(), partners: new Set() });
}

/**
 * Whether a value has what another one names, and may have more members, at any depth. Arrays are as long as those
 * named. Never true where `toMatchObject` of Vitest fails, which takes a number for an empty object, and a map for
 * another one.
 */
export function isLike(actual: unknown, wanted: unknown): boolean {
  if (!isObject(actual) || !isObject(wanted) || tagOf(actual) !== tagOf(wanted)) return isEqual(actual, wanted);
  if (Array.isArray(wanted) && wanted.length !== actual['length']) return false;
  if (!Array.isArray(wanted) && tagOf(wanted) !== '[object Object]') return isEqual(actual, wanted);
  return keysOf(wanted).every((key) => key in actual && isLike(actual[key], wanted[key]));
}

type Members = Readonly<Record<PropertyKey, unknown>>;

/** The objects that are being compared: a cycle comes back to one of them. */
interface Within {
  readonly partnerOf: Map<object, object>;
  readonly partners: Set<object>;
}

function compare(a: unknown, b: unknown, within: Within): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b) || tagOf(a) !== tagOf(b)) return false;
  const partner = within.partnerOf.get(a);
  if (partner !== undefined || within.partners.has(b)) return partner === b;
  within.partnerOf.set(a, b);
  within.partners.add(b);
  const equal = isSameKind(a, b, within) && hasSameMembers(a, b, within);
  within.partnerOf.delete(a);
  within.partners.delete(b);
  return equal;
}

/** Numbers, strings and booleans as objects: nobody makes them on purpose. */
const BOXED = /^\[object (?:Number|String|Boolean|BigInt|Symbol)\]$/;

/** What objects hold beside their members. */
function isSameKind(a: Members, b: Members, within: Within): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length;
  if (a instanceof Date && b instanceof Date) return Object.is(a.getTime(), b.getTime());
  if (a instanceof RegExp && b instanceof RegExp) return a.source === b.source && a.flags === b.flags;
  if (a instanceof URL && b instanceof URL) return a.href === b.href;
  if (a instanceof Error && b instanceof Error) return isSameError(a, b, within);
  if (a instanceof Set && b instanceof Set) return isSameCollection([...a], [...b], within);
  if (a instanceof Map && b instanceof Map) return isSameCollection([...a], [...b], within);
  if (isIterable(a) && isIterable(b)) return a.constructor === b.constructor && compare([...a], [...b], within);
  return !BOXED.test(tagOf(a));
}

function isSameError(a: Error, b: Error, within: Within): boolean {
  return (
    Object.getPrototypeOf(a) === Object.getPrototypeOf(b) &&
    a.name === b.name &&
    a.message === b.message &&
    compare(a.cause, b.cause, within)
  );
}

function isSameCollection(a: readonly unknown[], b: readonly unknown[], within: Within): boolean {
  if (a.length !== b.length) return false;
  const taken = new Set<number>();
  return a.every((item, index) => {
    // Mostly they are in the same order.
    const isHere = !taken.has(index) && compare(item, b[index], within);
    const at = isHere ? index : b.findIndex((other, place) => !taken.has(place) && compare(item, other, within));
    taken.add(at);
    return at !== -1;
  });
}

function hasSameMembers(a: Members, b: Members, within: Within): boolean {
  const keys = keysOf(a).filter((key) => a[key] !== undefined);
  const others = keysOf(b).filter((key) => b[key] !== undefined);
  return keys.length === others.length && keys.every((key) => Object.hasOwn(b, key) && compare(a[key], b[key], within));
}

/** Own enumerable names and symbols. */
function keysOf(value: object): readonly PropertyKey[] {
  const symbols = Object.getOwnPropertySymbols(value);
  if (symbols.length === 0) return Object.keys(value);
  return [...Object.keys(value), ...symbols.filter((key) => Object.prototype.propertyIsEnumerable.call(value, key))];
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value);
}
