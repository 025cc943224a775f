import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import type { NumberEditor } from './editors.ts';
import { MESSAGES, outOfRange, reversedByDefault } from './messages.ts';
import type { ParameterContext, ParameterEntry } from './types.ts';
import { integerLike, isBetween, LARGEST_INTEGER, numberLike } from './values.ts';

/** Of a value that a user entered: the message, or null. */
export type Rule = NonNullable<ParameterEntry['validate']>;

const isEmpty = (value: JsonValue | undefined): value is undefined =>
  value === undefined || value === null || value === '';

/** The first message of several rules. */
export const all =
  (...rules: readonly Rule[]): Rule =>
  (value, context) => {
    for (const rule of rules) {
      const message = rule(value, context);
      if (message !== null) return message;
    }
    return null;
  };

export const required =
  (message: string): Rule =>
  (value) =>
    isEmpty(value) ? message : null;

/** What an engine would refuse; an empty input is another rule's matter. */
export const accepted =
  (accepts: ParameterEntry['accepts'], message: string): Rule =>
  (value) =>
    isEmpty(value) || accepts(value) ? null : message;

export const noSpaces: Rule = (value) =>
  typeof value === 'string' && /\s/.test(value) ? MESSAGES.spacesNotAllowed : null;

/** A number within the bounds of its input. Numbers below 0 have a message where 0 is the bound. */
export function numberIn({ min, max, isInteger = false }: Omit<NumberEditor, 'kind'>): Rule {
  return (value) => {
    if (isEmpty(value)) return null;
    if (!numberLike(value)) return MESSAGES.notANumber;
    if (isInteger && !integerLike(value)) return MESSAGES.notAnInteger;
    if (isBetween(value, min, max)) return null;
    return min === 0 && !isBetween(value, 0, undefined) ? MESSAGES.negative : outOfRange(min, max);
  };
}

/** A form sets an analyzer to undefined for the index's default, and to an empty text while its name is missing. */
export const analyzerName: Rule = (value) => (value === '' ? MESSAGES.analyzerRequired : noSpaces(value, NO_CONTEXT));

export const scalingFactor: Rule = (value) => {
  if (isEmpty(value)) return MESSAGES.scalingFactorRequired;
  return numberLike(value) && Number(value) > 0 ? null : MESSAGES.scalingFactorTooSmall;
};

/**
 * Metadata as an input gives it: undefined while empty. Text that is no JSON is the input's own matter
 * (MESSAGES.invalidJson).
 */
export const metadata: Rule = (value) => {
  if (isEmpty(value)) return null;
  if (Array.isArray(value)) return MESSAGES.arraysNotAllowed;
  if (!isObject(value)) return MESSAGES.invalidJson;
  const entries = Object.entries(value);
  if (!entries.every(([, item]) => typeof item === 'string')) return MESSAGES.metadataNotStrings;
  if (entries.length > METADATA_LIMITS.entries) return MESSAGES.metadataTooMany;
  const isTooLong = ([name, item]: readonly [string, JsonValue]) =>
    name.length > METADATA_LIMITS.nameLength || (typeof item === 'string' && item.length > METADATA_LIMITS.valueLength);
  return entries.some(isTooLong) ? MESSAGES.metadataTooLong : null;
};

/** What engines take at most; measured on Elasticsearch 9.5 and OpenSearch 3.4. */
const METADATA_LIMITS = { entries: 5, nameLength: 20, valueLength: 50 } as const;

/** How the bounds of a frequency filter are given: in percent of the documents, or in documents. */
export type FrequencyMode = 'percentage' | 'absolute';

/**
 * What is wrong with a bound of a frequency filter as its mode shows it, or
 * null.
 */
export function frequencyBoundError(mode: FrequencyMode, value: JsonValue | undefined): string | null {
  if (isEmpty(value)) return null;
  if (!numberLike(value)) return MESSAGES.notANumber;
  if (mode === 'absolute') return Number(value) > 1 ? null : MESSAGES.frequencyTooSmall;
  return isBetween(value, 0, 100) ? null : outOfRange(0, 100);
}

const segmentSize = numberIn({ min: 0, max: LARGEST_INTEGER, isInteger: true });

/**
 * What is wrong with the fewest documents that a segment has which is filtered, or null. Engines take numbers below 0,
 * which say what 0 says.
 */
export function segmentSizeError(value: JsonValue | undefined): string | null {
  return segmentSize(value, NO_CONTEXT);
}

/** Shares from 0 to 1 (shown as 0 to 100 percent), or counts above 1 on both bounds. */
export const frequencyFilter: Rule = (value) => {
  if (!isObject(value)) return null;
  const size = segmentSizeError(member(value, 'min_segment_size'));
  if (size !== null) return size;
  const min = member(value, 'min');
  const max = member(value, 'max');
  const given = [min, max].filter((bound): bound is JsonValue => !isEmpty(bound));
  if (!given.every(numberLike)) return MESSAGES.notANumber;
  if (isAbsoluteFilter(value)) {
    if (given.some((bound) => Number(bound) <= 1)) return MESSAGES.frequencyTooSmall;
  } else if (given.some((bound) => Number(bound) < 0)) return outOfRange(0, 100);
  return given.length === 2 && Number(min) > Number(max) ? MESSAGES.boundsReversed : null;
};

/** Whether a stored filter counts documents rather than shares of them: its maximum exceeds 1. */
export function isAbsoluteFilter(filter: JsonValue | undefined): boolean {
  const max = isObject(filter) ? member(filter, 'max') : undefined;
  return max !== undefined && numberLike(max) && Number(max) > 1;
}

/** Two numbers of one object, under these names, and what engines assume where one is absent. */
interface Interval {
  readonly low: string;
  readonly high: string;
  readonly min: number;
  readonly max: number;
  readonly defaults: JsonObject;
}

/** Both within the bounds, the lower one not above the higher. */
export function interval({ low, high, min, max, defaults }: Interval): Rule {
  const inBounds = numberIn({ min, max, isInteger: true });
  return (value) => {
    if (!isObject(value)) return null;
    const from = member(value, low);
    const to = member(value, high);
    const message = inBounds(from, NO_CONTEXT) ?? inBounds(to, NO_CONTEXT);
    if (message !== null || (isEmpty(from) && isEmpty(to))) return message;
    const [least, most] = [isEmpty(from) ? defaults[low] : from, isEmpty(to) ? defaults[high] : to];
    if (Number(least) <= Number(most)) return null;
    if (isEmpty(from)) return reversedByDefault('minimum', Number(least));
    return isEmpty(to) ? reversedByDefault('maximum', Number(most)) : MESSAGES.boundsReversed;
  };
}

const LOCALE = /^([a-z]{2,8})?([-_]([a-z]{2}|\d{3})?([-_][^-_]*)?)?$/i;

/**
 * The message for a locale that no engine reads: it is a language, a country and a variant, each of which may be
 * empty.
 */
export const localeRefusal = (value: JsonValue) =>
  typeof value !== 'string' || LOCALE.test(value) ? null : MESSAGES.localeIllFormed;

/** At most a language, a country and a variant, in that order. */
export const locale: Rule = (value) => {
  if (isEmpty(value)) return MESSAGES.localeRequired;
  const isTooLong = typeof value === 'string' && (value.match(/[-_]/g) ?? []).length > 2;
  return isTooLong ? MESSAGES.tooManySeparators : localeRefusal(value);
};

export const relations: Rule = (value) => {
  if (!isObject(value)) return MESSAGES.relationsRequired;
  const rows = Object.entries(value);
  const isComplete = ([parent, children]: readonly [string, JsonValue]) =>
    parent !== '' && [children].flat().length > 0 && [children].flat().every((child) => !isEmpty(child));
  return rows.length > 0 && rows.every(isComplete) ? null : MESSAGES.relationsRequired;
};

const NO_CONTEXT: ParameterContext = { type: '', parameters: {} };
