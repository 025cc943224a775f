import { matchPattern, readPattern, secondsOf, type DateParts, type DatePattern } from './date-patterns.ts';

/** Nanoseconds since 1970 where a text is a date, moved where its day is none; what it is where not. */
export type DateReading = DateRead | 'no date' | 'no such day' | 'unknown';
interface DateRead {
  readonly nanos: bigint;
  readonly isMoved?: boolean;
}

type Form = (text: string, locale: Locale) => DateReading;
/** Whether words of dates are English. */
type Locale = 'english' | 'other';

/** A format of dates that was read: the names and patterns in it, in their order. */
export type DateFormat = readonly { readonly name: string; readonly read: Form }[];

const SEPARATOR = '||';
/** A text longer than this is no date. */
const MAX_DATE_LENGTH = 100;

/** The names and patterns in a format. */
export const formatsIn = (format: string): readonly string[] => format.split(SEPARATOR);

export function readFormat(format: string): DateFormat {
  return formatsIn(format).map((name) => ({ name, read: formOf(name) }));
}

/** The date that a text is by the first of the formats that reads it; 'unknown' where one before it can't be told. */
export function dateIn(format: DateFormat, text: string, locale: Locale = 'english'): DateReading {
  if (text.length > MAX_DATE_LENGTH) return 'no date';
  let isUnknown = false;
  let isMissing = false;
  for (const { read } of format) {
    const reading = read(text, locale);
    if (typeof reading === 'object') return reading;
    isUnknown ||= reading === 'unknown';
    isMissing ||= reading === 'no such day';
  }
  return isUnknown ? 'unknown' : isMissing ? 'no such day' : 'no date';
}

function formOf(name: string): Form {
  const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (named !== undefined) return named;
  if (UNREAD.test(name)) return () => 'unknown';
  const pattern = readPattern(name);
  return pattern === null ? () => 'unknown' : (text, locale) => byPattern(pattern, text, locale);
}

/** Names of formats that are not read here: of weeks, and legacy ones. */
const UNREAD = /^(strict_)?(basic_)?(week|weekyear|week_date|t_time|time|ordinal|iso8601|rfc)|^[a-z]+(_[a-z]+)+$/;

function byPattern(pattern: DatePattern, text: string, locale: Locale): DateReading {
  if (pattern.hasWords && locale !== 'english') return 'unknown';
  const parts = matchPattern(pattern, text);
  return parts === null ? 'no date' : nanosOf(parts, pattern.isOfEra ? 'told apart' : 'no date');
}

const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_SECOND = 1_000_000_000n;

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysIn(year: number, month: number): number {
  return month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const isBetween = (value: number | undefined, min: number, max: number) =>
  value === undefined || (value >= min && value <= max);

/** Years that a clock of milliseconds holds, and JavaScript's. */
const MAX_YEAR = 275_000;

/**
 * What a day that its month doesn't have is: no date, told apart, the last one of the month, as many days later, or
 * not the same on all engines. Where it is counted on, months are as well; where it is the last one, 24:00 is the next
 * day.
 */
type MissingDay = 'no date' | 'told apart' | 'last' | 'counted on' | 'untold';

/** The time that parts of a date are. */
function nanosOf(parts: DateParts, missing: MissingDay): DateReading {
  const { month, day, dayOfYear, clockHour, isAfternoon, minute, second, nanos = 0, offset = 0 } = parts;
  const year = parts.year ?? 1970;
  if (Math.abs(year) > MAX_YEAR) return 'unknown';
  // Only some of the parts, or too many.
  if (day !== undefined && month === undefined) return 'unknown';
  if (dayOfYear !== undefined && (month !== undefined || parts.year === undefined)) return 'unknown';
  if (clockHour !== undefined && isAfternoon === undefined) return 'unknown';
  if (clockHour === undefined && isAfternoon !== undefined) return 'unknown';
  if (clockHour !== undefined && parts.hour !== undefined) return 'unknown';
  if (parts.hour === undefined && clockHour === undefined && (minute ?? second) !== undefined) return 'unknown';
  const hour = clockHour === undefined ? (parts.hour ?? 0) : (clockHour % 12) + (isAfternoon === true ? 12 : 0);
  const isAnyDay = missing === 'counted on' || missing === 'told apart';
  if (!isAnyDay && (!isBetween(month, 1, 12) || !isBetween(day, 1, 31))) return 'no date';
  if (!isBetween(clockHour, 1, 12)) return 'no date';
  if (!isBetween(minute, 0, 59) || !isBetween(second, 0, 59) || Math.abs(offset) > 18 * 3_600) return 'no date';
  if (!isBetween(dayOfYear, 1, isLeap(year) ? 366 : 365)) return 'no date';
  const isClamped = missing === 'last' || missing === 'untold';
  const isMidnight = isClamped && hour === 24 && (minute ?? 0) === 0 && (second ?? 0) === 0;
  if (hour < 0 || (hour > 23 && !isMidnight)) return 'no date';
  const last = month === undefined ? 31 : daysIn(year, month);
  const isMoved = day !== undefined && (!isBetween(month, 1, 12) || !isBetween(day, 1, last));
  if ((isMoved || isMidnight) && missing === 'untold') return 'unknown';
  if (isMoved && missing === 'told apart') return 'no such day';
  if (isMoved && missing === 'no date') return 'no date';
  const date = new Date(0);
  date.setUTCFullYear(year, (month ?? 1) - 1, dayOfYear ?? (isMoved && missing === 'last' ? last : (day ?? 1)));
  // Of a time alone, the day after is left out.
  const hours = isMidnight && parts.year === undefined ? 0 : hour;
  const ms = date.getTime() + (hours * 3_600 + (minute ?? 0) * 60 + (second ?? 0) - offset) * 1_000;
  const read = { nanos: BigInt(ms) * NANOS_PER_MILLI + BigInt(nanos) };
  return isMoved || isMidnight ? { ...read, isMoved: true } : read;
}

/** The time of an epoch in seconds or milliseconds, with a fraction. */
function epoch(unit: bigint): Form {
  return (text) => {
    const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
    if (whole === undefined) return 'no date';
    if (whole.length > LONGEST_EPOCH) return 'unknown';
    const places = String(unit).length - 1;
    if (fraction.length > places) return 'unknown';
    // Elasticsearch takes no "-1.0", and OpenSearch neither "-0" nor "-0.5".
    const isOdd = sign === '-' && (BigInt(whole) === 0n || /^0+$/.test(fraction));
    if (unit === NANOS_PER_SECOND && isOdd) return 'unknown';
    const nanos = BigInt(whole) * unit + BigInt(fraction.padEnd(places, '0').slice(0, places) || '0');
    return { nanos: sign === '-' ? -nanos : nanos };
  };
}
/** Longer numbers may exceed 64 bits. */
const LONGEST_EPOCH = 15;

const YEAR = '(?<year>\\d{4})';
const MONTH = '-(?<month>\\d{2})';
const DAY = '-(?<day>\\d{2})';
const HOUR = '(?<hour>\\d{2})';
const MINUTE = ':(?<minute>\\d{2})';
const SECOND = ':(?<second>\\d{2})';
const FRACTION = '[.,](?<fraction>\\d{1,9})';
const MILLIS = '\\.(?<fraction>\\d{1,9})';
const OFFSET = '(?<offset>Z|[+-]\\d{2}:?\\d{2}|[+-]\\d{2})';
const ZONE = '(?<zone>[A-Za-z].*)';

/**
 * A named format: what surely is of it, and what may be. Between the two lie signs and long years, zones by their
 * names, and digits that are missing where a format is lenient.
 */
function named(sure: string, maybe: string, missing: MissingDay = 'no date'): Form {
  const [is, mayBe] = [new RegExp(`^${sure}$`), new RegExp(`^${maybe}$`)];
  return (text) => {
    const found = is.exec(text)?.groups;
    if (found === undefined) return mayBe.test(text) ? 'unknown' : 'no date';
    const { offset, fraction, ...rest } = found;
    const parts: DateParts = {};
    for (const [part, digits] of Object.entries(rest))
      if (typeof digits === 'string') parts[part as 'year'] = Number(digits);
    if (fraction !== undefined) parts.nanos = Number(fraction.padEnd(9, '0'));
    if (offset !== undefined) parts.offset = offset === 'Z' ? 0 : secondsOf(offset);
    return nanosOf(parts, missing);
  };
}

const LOOSE_DATE = '[+-]?\\d{1,9}(-\\d{1,2}(-\\d{1,2})?)?';
const LOOSE_TIME = '\\d{1,2}(:\\d{1,2}(:\\d{1,2}([.,]\\d{1,9})?)?)?';
const LOOSE_ZONE = '(Z|[+-]\\d{1,2}(:?\\d{2}){0,2}|[A-Za-z].*)';
/** Any date and time with separators, as far as lenient formats take one. */
const LOOSE = `${LOOSE_DATE}(T(${LOOSE_TIME})?${LOOSE_ZONE}?)?`;
const STRICT_LOOSE = `[+-]?\\d{4,9}(${MONTH.replace('?<month>', '?:')}(-\\d{2})?)?(T(\\d{2}(:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?)?)?${LOOSE_ZONE}?)?`;

const OPTIONAL_TIME = `${YEAR}(?:${MONTH}(?:${DAY}(?:T(?:${HOUR}(?:${MINUTE}(?:${SECOND}(?:${FRACTION})?)?)?${OFFSET}?)?)?)?)?`;
/** The time is optional, its seconds are not. */
const OPTIONAL_NANOS = `${YEAR}(?:${MONTH}(?:${DAY}(?:T${HOUR}${MINUTE}${SECOND}(?:${FRACTION})?${OFFSET}?)?)?)?`;
const STRICT_NANOS = `[+-]?\\d{4,9}(${MONTH.replace('?<month>', '?:')}(-\\d{2})?)?(T\\d{2}:\\d{2}:\\d{2}([.,]\\d{1,9})?${LOOSE_ZONE}?)?`;
const FULL_DATE = `${YEAR}${MONTH}${DAY}`;
const FULL_TIME = `${HOUR}${MINUTE}${SECOND}`;

/** Separated formats by the part of their name, strict; a lenient one takes these and may take fewer digits. */
const SEPARATED: Readonly<Record<string, string>> = {
  date: FULL_DATE,
  date_hour: `${FULL_DATE}T${HOUR}`,
  date_hour_minute: `${FULL_DATE}T${HOUR}${MINUTE}`,
  date_hour_minute_second: `${FULL_DATE}T${FULL_TIME}`,
  date_hour_minute_second_fraction: `${FULL_DATE}T${FULL_TIME}${MILLIS}`,
  date_hour_minute_second_millis: `${FULL_DATE}T${FULL_TIME}\\.(?<fraction>\\d{3})`,
  date_optional_time: OPTIONAL_TIME,
  // Engines take both without a fraction as well.
  date_time: `${FULL_DATE}T${FULL_TIME}(?:${MILLIS})?${OFFSET}`,
  date_time_no_millis: `${FULL_DATE}T${FULL_TIME}${OFFSET}`,
  hour: HOUR,
  hour_minute: `${HOUR}${MINUTE}`,
  hour_minute_second: FULL_TIME,
  hour_minute_second_fraction: `${FULL_TIME}${MILLIS}`,
  hour_minute_second_millis: `${FULL_TIME}\\.(?<fraction>\\d{3})`,
  ordinal_date: `${YEAR}-(?<dayOfYear>\\d{3})`,
  time: `${FULL_TIME}(?:${MILLIS})?${OFFSET}`,
  time_no_millis: `${FULL_TIME}${OFFSET}`,
  year: YEAR,
  year_month: `${YEAR}${MONTH}`,
  year_month_day: FULL_DATE,
};
/**
 * Strict formats that take days that are none, or 24:00. Measured on Elasticsearch 8.19 and 9.5 and on OpenSearch 3.4,
 * of which OpenSearch alone takes those with seconds.
 */
const STRICT_WITH_ANY_DAY: Readonly<Record<string, MissingDay>> = {
  date: 'counted on',
  date_hour: 'last',
  date_hour_minute: 'last',
  date_hour_minute_second: 'untold',
  hour: 'last',
  hour_minute: 'last',
};
const LOOSE_OF_NAME = `(${LOOSE}|${LOOSE_TIME}${LOOSE_ZONE}?|\\d{1,9}-\\d{1,3})`;

const BASIC_DATE = '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})';
const BASIC_TIME = '(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})';
const BASIC: Readonly<Record<string, string>> = {
  basic_date: BASIC_DATE,
  basic_date_time: `${BASIC_DATE}T${BASIC_TIME}${MILLIS}${OFFSET}`,
  basic_date_time_no_millis: `${BASIC_DATE}T${BASIC_TIME}${OFFSET}`,
  basic_ordinal_date: '(?<year>\\d{4})(?<dayOfYear>\\d{3})',
  basic_time: `${BASIC_TIME}${MILLIS}${OFFSET}`,
  basic_time_no_millis: `${BASIC_TIME}${OFFSET}`,
};
const LOOSE_BASIC = `[+-]?\\d{1,14}(T\\d{6}([.,]\\d{1,9})?)?([.,]\\d{1,9})?${LOOSE_ZONE}?`;

const NAMED: Readonly<Record<string, Form>> = {
  epoch_millis: epoch(NANOS_PER_MILLI),
  epoch_second: epoch(NANOS_PER_SECOND),
  strict_date_optional_time_nanos: named(OPTIONAL_NANOS, STRICT_NANOS),
  ...Object.fromEntries(
    Object.entries(SEPARATED).flatMap(([name, sure]) => [
      [
        `strict_${name}`,
        named(
          sure,
          name === 'date_optional_time'
            ? STRICT_LOOSE
            : sure.replaceAll(OFFSET, `(?:${OFFSET}|${ZONE})`).replace(YEAR, '[+-]?\\d{4,9}'),
          STRICT_WITH_ANY_DAY[name],
        ),
      ],
      [name, named(sure, name.startsWith('date') ? LOOSE : LOOSE_OF_NAME)],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(BASIC).flatMap(([name, sure]) => [
      [name, named(sure, LOOSE_BASIC)],
      [`strict_${name}`, named(sure, LOOSE_BASIC)],
    ]),
  ),
};

/** A time as dates are shown: with nanoseconds only where there are some. */
export function formatNanos(nanos: bigint): string {
  const ms = nanos / NANOS_PER_MILLI;
  const rest = nanos % NANOS_PER_MILLI;
  const floor = rest < 0n ? ms - 1n : ms;
  const text = new Date(Number(floor)).toISOString();
  return rest === 0n
    ? text
    : text.replace(/Z$/, `${String(rest < 0n ? rest + NANOS_PER_MILLI : rest).padStart(6, '0')}Z`);
}
