import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { member, type JsonObject } from '../json/value.ts';
import { dateIn, readFormat, type DateFormat, type DateReading } from './date-formats.ts';

const DEFAULT_FORMAT = 'strict_date_optional_time||epoch_millis';
/** Engines that read nanoseconds in a format of their own where the mappings name none. */
const HAS_NANOS_FORMAT = elasticsearch();
const DEFAULT_NANOS_FORMAT = 'strict_date_optional_time_nanos||epoch_millis';

/** A field of dates, or of ranges of them. */
export interface DateField {
  readonly type: string;
  readonly definition: JsonObject;
  readonly engine: TargetEngine;
}

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

/** The format of a field, or the one that its engine reads dates in without one. */
export function ownFormat({ type, definition, engine }: DateField): string {
  const own = member(definition, 'format');
  if (typeof own === 'string' && own !== '') return own;
  return type === 'date_nanos' && isKnownBy(HAS_NANOS_FORMAT, engine) ? DEFAULT_NANOS_FORMAT : DEFAULT_FORMAT;
}

/** A text as a field of dates reads it. */
export function readDate(text: string, field: DateField): DateReading {
  const own = member(field.definition, 'locale');
  const locale = typeof own === 'string' ? own : '';
  const isEnglish = locale === '' || /^(en|ROOT)\b/i.test(locale);
  const format = formatOf(ownFormat(field));
  const read = (by: DateFormat) => dateIn(by, text, isEnglish ? 'english' : 'other');
  if (!isBefore1970(text) || !isKnownBy(WHOLE_SECONDS_BEFORE_1970, field.engine)) return read(format);
  const others = format.filter(({ name }) => name !== MILLIS);
  if (others.length === format.length || isWholeSeconds(text)) return read(format);
  return text.includes('.') ? 'unknown' : read(others);
}

const MILLIS = 'epoch_millis';
/** Engines that read milliseconds before 1970 only where they are whole seconds (pull request 80208). */
const WHOLE_SECONDS_BEFORE_1970 = elasticsearch({ until: '8.2' });

const isBefore1970 = (text: string) => /^-\d+(\.\d*)?$/.test(text);
const isWholeSeconds = (text: string) => Number(text) !== 0 && Number.isInteger(Number(text) / 1_000);

/** What 64 bits of nanoseconds hold. */
const LAST_NANOS = 2n ** 63n - 1n;

/** Why a field of dates does not take what was read of a text; null where it does, and where that can't be told. */
export function dateProblem(quoted: string, reading: DateReading, field: DateField): string | null {
  if (reading === 'unknown') return null;
  if (typeof reading === 'string') return `${quoted} is not a date in the format ${ownFormat(field)}.`;
  const { nanos } = reading;
  if (field.type !== 'date_nanos' || (nanos >= 0n && nanos <= LAST_NANOS)) return null;
  const when = nanos < 0n ? 'before 1970' : 'after 2262-04-11T23:47:16.854775807Z';
  return `${quoted} is ${when}, which date_nanos can’t hold.`;
}

/**
 * The formats that strings are tried in where the mappings name none. The documentation names them otherwise; the
 * engines tell them so. Measured on Elasticsearch 9.5 and OpenSearch 3.4.
 */
export const DYNAMIC_FORMATS: readonly string[] = [DEFAULT_FORMAT, 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis'];

export const isDefaultFormat = (format: string) => format === DEFAULT_FORMAT;
