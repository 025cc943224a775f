import fc from 'fast-check';
import { formatJson, literalIn, setLiteral, type JsonObject, type JsonValue } from '#domain/json';
import { memberName } from './names.ts';

/** Builds an object member by member, whatever the members are called; of two with one name, the last counts. */
export function objectOf(members: Iterable<readonly [string, JsonValue]>): JsonObject {
  return Object.fromEntries(members);
}

/** Numbers at the limits of a double, and integers beyond them. */
export function jsonNumber(): fc.Arbitrary<number | bigint> {
  return fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(
      -0,
      0,
      1e21,
      2 ** 60,
      -(2 ** 63),
      1e300,
      5e-324,
      0.1,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      Number.MAX_VALUE,
    ),
    fc.constantFrom(
      9_007_199_254_740_993n,
      -9_007_199_254_740_993n,
      18_446_744_073_709_551_615n,
      10n ** 40n,
      2n ** 60n,
    ),
  );
}

function jsonText(): fc.Arbitrary<string> {
  return fc.oneof(
    memberName(),
    fc.string({ maxLength: 8 }),
    fc.constantFrom('#number:', '##number:1', '{"event":', '","hash":"'),
  );
}

/** Any JSON value, of hostile names and numbers. */
export function jsonValue(maxDepth = 4): fc.Arbitrary<JsonValue> {
  const { value } = fc.letrec<{ value: JsonValue; scalar: JsonValue; object: JsonObject; array: readonly JsonValue[] }>(
    (tie) => ({
      scalar: fc.oneof(jsonText(), jsonNumber(), fc.boolean(), fc.constant(null)),
      object: fc.array(fc.tuple(memberName(), tie('value')), { maxLength: 4 }).map(objectOf),
      array: fc.array(tie('value'), { maxLength: 4 }),
      value: fc.oneof(
        { maxDepth, withCrossShrink: true },
        { weight: 3, arbitrary: tie('scalar') },
        { weight: 2, arbitrary: tie('object') },
        { weight: 1, arbitrary: tie('array') },
      ),
    }),
  );
  return value;
}

/** A deep copy that shares no object with the value, so that nothing remembered of the one serves for the other. */
export function freshCopy<T extends JsonValue | undefined>(value: T): T;
export function freshCopy(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map((item: JsonValue) => freshCopy(item))
    : objectOf(Object.entries(value).map(([name, item]: [string, JsonValue]) => [name, freshCopy(item)] as const));
  for (const name of Object.keys(value)) setLiteral(copy, name, literalIn(value, name));
  return copy;
}

/** Whether two values are one and the same JSON: as deep equality, and -0 is not 0, nor a bigint a number. */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map<string, JsonValue>(Object.entries(b));
  return (
    left.length === right.size &&
    left.every(([name, item]: [string, JsonValue]) => right.has(name) && isSameJson(item, right.get(name)))
  );
}

/** Whether two values are the same JSON, with their members in the same order. */
export function isSameText(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return isSameJson(a, b) && formatJson(a) === formatJson(b);
}
