import { isArray, isObject, type JsonValue } from '../json/value.ts';

/** Predicates over what engines take, which is wider than what a form gives: numbers and booleans also as strings. */
export type Accepts = (value: JsonValue) => boolean;

/** What engines hold whole numbers of a mapping in: 32 bits. */
export const LARGEST_INTEGER = 2 ** 31 - 1;

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INTEGER = /^[+-]?\d+(\.0*)?$/;

export const anything: Accepts = () => true;
export const text: Accepts = (value) => typeof value === 'string';
/** Engines write out a number or boolean where they want a string. */
export const scalar: Accepts = (value) => typeof value !== 'object';
export const object: Accepts = (value) => isObject(value);
/** Engines read the texts of booleans as booleans. */
export const isTrue = (value: JsonValue | undefined): boolean => value === true || value === 'true';
export const isFalse = (value: JsonValue | undefined): boolean => value === false || value === 'false';
export const booleanLike: Accepts = (value) => isTrue(value) || isFalse(value);
export const numberLike: Accepts = (value) =>
  typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && NUMBER.test(value));
export const integerLike: Accepts = (value) =>
  typeof value === 'bigint' ||
  (typeof value === 'number' && Number.isInteger(value)) ||
  (typeof value === 'string' && INTEGER.test(value));

/** A whole number as engines read most of them in a mapping: no text of one has decimals. */
const strictInteger: Accepts = (value) => integerLike(value) && (typeof value !== 'string' || !value.includes('.'));

export const either =
  (...accepted: readonly Accepts[]): Accepts =>
  (value) =>
    accepted.some((accepts) => accepts(value));
export const oneOf =
  (...values: readonly JsonValue[]): Accepts =>
  (value) =>
    values.includes(value);
export const listOf =
  (item: Accepts): Accepts =>
  (value) =>
    isArray(value) && value.every((each: JsonValue) => each !== null && item(each));
/** A list, or one value that stands for a list of one. */
export const oneOrMore = (item: Accepts): Accepts => either(item, listOf(item));

/** An object of these members only, each as it says. */
export function objectOf(members: Readonly<Record<string, Accepts>>): Accepts {
  return (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, each]) => Object.hasOwn(members, name) && each !== null && (members[name] as Accepts)(each),
    );
}

export function mapOf(item: Accepts): Accepts {
  return (value) => isObject(value) && Object.values(value).every((each) => each !== null && item(each));
}

/** A number, or the text of one, between two bounds (both included). */
export function between(min: number | bigint, max: number | bigint, kind: Accepts = strictInteger): Accepts {
  return (value) => kind(value) && isBetween(value, min, max);
}

/** A whole number of 32 bits, or the text of one, that is not below a bound. */
export function integerFrom(min = -LARGEST_INTEGER - 1): Accepts {
  return between(min, LARGEST_INTEGER);
}

/**
 * Whether a number, or the text of one, lies between two bounds; whole numbers are compared as such, however long they
 * are.
 */
export function isBetween(
  value: JsonValue,
  min: number | bigint | undefined,
  max: number | bigint | undefined,
): boolean {
  const number = toComparable(value);
  return number !== null && (min === undefined || number >= min) && (max === undefined || number <= max);
}

function toComparable(value: JsonValue): number | bigint | null {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string' || !NUMBER.test(value)) return null;
  return INTEGER.test(value) ? BigInt(value.replace(/\.0*$/, '').replace(/^\+/, '')) : Number(value);
}

/** Engines read one value as a list of it. */
export const asList = (value: JsonValue): readonly JsonValue[] => (isArray(value) ? value : [value]);

/** A locale as Java writes it: "en-us" is "en_US", and the root has no name. */
export const asJavaLocale = (value: JsonValue): JsonValue => {
  if (typeof value !== 'string') return value;
  if (/^root$/i.test(value)) return '';
  const [language = '', country = '', ...variant] = value.split(/[-_]/);
  return [language.toLowerCase(), country.toUpperCase(), ...variant].join('_').replace(/_+$/, '');
};

/** Contexts of a completion field: engines tell their types in capitals. */
export const asContexts = (value: JsonValue): JsonValue =>
  asList(value).map((context) =>
    isObject(context) && typeof context['type'] === 'string'
      ? { ...context, type: context['type'].toUpperCase() }
      : context,
  );
