import { elasticsearch, isKnownBy } from '../../catalogue/engines.ts';
import { member } from '../../json/value.ts';
import { dateIn, formatNanos, readFormat, type DateFormat, type DateReading } from './date-formats.ts';
import {
  cannotTell,
  malformed,
  NO_VALUE,
  quoted,
  TAKEN,
  takenAs,
  type FieldInHand,
  type Reader,
  type Reading,
  textParameter,
} from './reading.ts';

const DEFAULT_FORMAT = 'strict_date_optional_time||epoch_millis';
/** Engines that read nanoseconds in a format of their own where the mappings name none. */
const HAS_NANOS_FORMAT = elasticsearch();
const DEFAULT_NANOS_FORMAT = 'strict_date_optional_time_nanos||epoch_millis';

/** Formats that were read, by their text: a mapping has few, and documents many dates. */
const formats = new Map<string, DateFormat>();
const MAX_FORMATS = 200;

export function formatOf(format: string): DateFormat {
  const known = formats.get(format);
  if (known !== undefined) return known;
  const read = readFormat(format);
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(format, read);
  return read;
}

function ownFormat({ type, definition, engine }: FieldInHand): string {
  const own = member(definition, 'format');
  if (typeof own === 'string' && own !== '') return own;
  return type === 'date_nanos' && isKnownBy(HAS_NANOS_FORMAT, engine) ? DEFAULT_NANOS_FORMAT : DEFAULT_FORMAT;
}

/** A text as a field of dates reads it. */
export function readDate(text: string, field: FieldInHand): DateReading {
  const locale = textParameter(field.definition, 'locale') ?? '';
  const isEnglish = locale === '' || /^(en|ROOT)\b/i.test(locale);
  return dateIn(formatOf(ownFormat(field)), text, isEnglish ? 'english' : 'other');
}

export function unknownDate(text: string, field: FieldInHand): Reading {
  return cannotTell('format', `Whether ${quoted(text)} is a date in the format ${ownFormat(field)} can’t be told.`);
}

/** What 64 bits of nanoseconds hold. */
const LAST_NANOS = 2n ** 63n - 1n;
/** A string of ISO form is shown as it is. */
const ISO = /^\d{4}(-\d{2}(-\d{2}(T.*)?)?)?$/;

export const date: Reader = {
  hasDocValues: true,
  ignoresObjects: elasticsearch(),
  read: ({ value, text }, field) => {
    if (value === null) return NO_VALUE;
    if (text === null) return malformed('An object can’t be read as a date.');
    const reading = readDate(text, field);
    if (reading === 'unknown') return unknownDate(text, field);
    if (typeof reading === 'string')
      return malformed(`${quoted(text)} is not a date in the format ${ownFormat(field)}.`);
    const { nanos } = reading;
    if (field.type === 'date_nanos' && (nanos < 0n || nanos > LAST_NANOS))
      return malformed(
        `${quoted(text)} is ${nanos < 0n ? 'before 1970' : 'after 2262-04-11T23:47:16.854775807Z'}, which date_nanos can’t hold.`,
      );
    return typeof value === 'string' && ISO.test(value) ? TAKEN : takenAs(formatNanos(nanos));
  },
};

/**
 * The formats that strings are tried in where the mappings name none. The documentation names them otherwise; the
 * engines tell them so. Measured on Elasticsearch 9.5 and OpenSearch 3.4.
 */
export const DYNAMIC_FORMATS: readonly string[] = [DEFAULT_FORMAT, 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis'];

export const isDefaultFormat = (format: string) => format === DEFAULT_FORMAT;
