import { addressIn, dateIn, formatOf } from '../values/index.ts';
import { readNumberText } from '../documents/readers/numbers.ts';

/** What a string may be beside text; bits, so that what all strings of a field are is one number. */
export const FORM = { boolean: 1, long: 2, double: 4, ip: 8, point: 16, date: 32 } as const;
export const ALL_FORMS = 63;

/** The format that a date has where the mapping names none. */
const DEFAULT_DATES = 'strict_date_optional_time||epoch_millis';
/** Formats of dates that are looked for, the more usual one first; the first is the default of engines. */
export const DATE_FORMATS: readonly string[] = [
  DEFAULT_DATES,
  'yyyy-MM-dd HH:mm:ss',
  'yyyy-MM-dd HH:mm:ss.SSS',
  'yyyy/MM/dd HH:mm:ss',
  'yyyy/MM/dd',
  'dd/MMM/yyyy:HH:mm:ss Z',
  'EEE, dd MMM yyyy HH:mm:ss Z',
  'dd.MM.yyyy',
  'dd.MM.yyyy HH:mm:ss',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd/MM/yyyy HH:mm:ss',
  'MM/dd/yyyy HH:mm:ss',
];
export const ALL_DATES = (1 << DATE_FORMATS.length) - 1;
const LONGEST_DATE = 40;
const LONGEST_ADDRESS = 45;
const POINT = /^[+-]?\d{1,2}\.\d+, ?[+-]?\d{1,3}\.\d+$/;
const LONGEST_NUMBER = 64;

/** What a string is; `dates` are the formats that read it, and of which one is enough. */
interface TextForms {
  readonly forms: number;
  readonly dates: number;
}

/** The forms of a string among those that are asked for; each is what the reader of documents takes. */
export function formsOf(text: string, asked: number): TextForms {
  let forms = 0;
  const { length } = text;
  const first = text.charCodeAt(0);
  const isLikeNumber = length <= LONGEST_NUMBER && first < COLON;
  if ((asked & FORM.boolean) !== 0 && (text === 'true' || text === 'false' || text === '')) forms |= FORM.boolean;
  if (text === '' || isLikeNumber) {
    if ((asked & FORM.long) !== 0 && isNumber('long', text)) forms |= FORM.long;
    if ((asked & FORM.double) !== 0 && isNumber('double', text)) forms |= FORM.double;
  }
  if ((asked & FORM.ip) !== 0 && length <= LONGEST_ADDRESS && addressIn(text) !== null) forms |= FORM.ip;
  if ((asked & FORM.point) !== 0 && isPoint(text)) forms |= FORM.point;
  const dates = (asked & FORM.date) !== 0 && length <= LONGEST_DATE ? datesOf(text) : 0;
  return { forms: dates === 0 ? forms : forms | FORM.date, dates };
}

const COLON = 58;

function isNumber(type: 'long' | 'double', text: string): boolean {
  // With coerce, which is the default, an empty string is no value.
  return text === '' || readNumberText(type, text, true, true).kind === 'taken';
}

function isPoint(text: string): boolean {
  if (!POINT.test(text)) return false;
  const [latitude = Number.NaN, longitude = Number.NaN] = text.split(',').map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

function datesOf(text: string): number {
  let dates = 0;
  DATE_FORMATS.forEach((format, at) => {
    if (typeof dateIn(formatOf(format), text) === 'object') dates |= 1 << at;
  });
  return dates;
}

const ISO: TextForms = { forms: FORM.date, dates: 1 };
const IPV4: TextForms = { forms: FORM.ip, dates: 0 };
const NONE: TextForms = { forms: 0, dates: 0 };

const DASH = 45;
const POINT_SIGN = 46;
const T = 84;
const Z = 90;
const PLUS = 43;
/** Any month has so many days. */
const SURE_DAYS = 28;
const PLAIN_TIME_LENGTH = 19;
const MAX_FRACTION = 9;

/**
 * The forms of the most usual strings by their bytes, without making text of them; null where {@link formsOf} has to
 * look.
 */
export function formsOfBytes(bytes: Uint8Array, start: number, end: number): TextForms | null {
  const first = bytes[start] ?? 0;
  const length = end - start;
  if (length > LONGEST_NUMBER) return NONE;
  if (length >= PLAIN_TIME_LENGTH && isIsoTime(bytes, start, end)) return ISO;
  if (length >= 7 && length <= 15 && first >= 48 && first <= 57 && isIpv4(bytes, start, end)) return IPV4;
  return null;
}

function isIpv4(bytes: Uint8Array, start: number, end: number): boolean {
  let parts = 1;
  let value = 0;
  let digits = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === POINT_SIGN) {
      if (digits === 0) return false;
      parts++;
      value = 0;
      digits = 0;
      continue;
    }
    // A leading zero is left to the reader.
    if (byte < 48 || byte > 57 || (digits > 0 && value === 0)) return false;
    value = value * 10 + byte - 48;
    if (++digits > 3 || value > 255) return false;
  }
  return parts === 4 && digits > 0;
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - 48;
  const ones = (bytes[at + 1] ?? 0) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 99;
}

/** `2026-11-26T20:15:30`, perhaps with a fraction and an offset, which no other of the formats reads. */
function isIsoTime(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start + 4] !== DASH || bytes[start + 7] !== DASH || bytes[start + 10] !== T) return false;
  if (bytes[start + 13] !== COLON || bytes[start + 16] !== COLON) return false;
  const month = twoDigits(bytes, start + 5);
  const day = twoDigits(bytes, start + 8);
  if (twoDigits(bytes, start) > 98 || twoDigits(bytes, start + 2) > 98) return false;
  if (month < 1 || month > 12 || day < 1 || day > SURE_DAYS) return false;
  if (twoDigits(bytes, start + 11) > 23 || twoDigits(bytes, start + 14) > 59 || twoDigits(bytes, start + 17) > 59)
    return false;
  let at = start + PLAIN_TIME_LENGTH;
  if (at < end && bytes[at] === POINT_SIGN) {
    const from = ++at;
    while (at < end && (bytes[at] ?? 0) >= 48 && (bytes[at] ?? 0) <= 57) at++;
    if (at === from || at - from > MAX_FRACTION) return false;
  }
  if (at === end) return true;
  const zone = bytes[at] ?? 0;
  if (zone === Z) return at + 1 === end;
  return (
    (zone === PLUS || zone === DASH) &&
    at + 6 === end &&
    bytes[at + 3] === COLON &&
    twoDigits(bytes, at + 1) < 18 &&
    twoDigits(bytes, at + 4) <= 59
  );
}
