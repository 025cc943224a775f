import type { TargetEngine } from '../catalogue/engines.ts';
import { isFalse, isTrue } from '../catalogue/values.ts';
import { isArray, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { dateIn, DYNAMIC_FORMATS, formatOf, isDefaultFormat, type DateFormat } from '../values/index.ts';
import { javaDouble } from './readers/numbers.ts';
import type { DynamicType } from './template-rules.ts';

/** How new fields are detected in the values of an index. */
export interface Detection {
  readonly dates: readonly { readonly format: string; readonly read: DateFormat }[];
  readonly detectsDates: boolean;
  readonly detectsNumbers: boolean;
  /** A day that its month doesn't have is a date for the detection, and refused by the field. */
  readonly takesMissingDays: boolean;
}

export function detectionOf(mappings: JsonObject, { distribution }: TargetEngine): Detection {
  const own = member(mappings, 'dynamic_date_formats');
  const formats = own === undefined || own === null ? DYNAMIC_FORMATS : (isArray(own) ? own : [own]).map(String);
  return {
    dates: formats.map((format) => ({ format, read: formatOf(format) })),
    detectsDates: !isFalse(member(mappings, 'date_detection')),
    detectsNumbers: isTrue(member(mappings, 'numeric_detection')),
    takesMissingDays: distribution === 'opensearch',
  };
}

/** What a value is taken for. */
export interface Detected {
  readonly type: DynamicType;
  /** Of a date. */
  readonly format?: string;
}

/** Whether Java reads a text as a long. */
function isLong(text: string): boolean {
  if (!/^[+-]?\d{1,30}$/.test(text)) return false;
  const whole = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(64, whole) === whole;
}

/**
 * What a scalar is taken for; 'unknown' for text of which a format can't tell.
 */
export function detect(value: JsonValue, text: string, detection: Detection): Detected | 'unknown' {
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'bigint' || typeof value === 'number') {
    // A whole number beyond 64 bits is a long as well, which the field then refuses.
    return { type: /[.eE]/.test(text) ? 'double' : 'long' };
  }
  const isDouble = javaDouble(text) !== null;
  if (detection.detectsNumbers && isDouble) return { type: isLong(text) ? 'long' : 'double' };
  if (isDouble || !detection.detectsDates) return { type: 'string' };
  for (const { format, read } of detection.dates) {
    const reading = dateIn(read, text);
    if (reading === 'unknown') return 'unknown';
    // The date is read there only when the field is made.
    if (typeof reading === 'object' || (reading === 'no such day' && detection.takesMissingDays))
      return { type: 'date', format };
  }
  return { type: 'string' };
}

/** A string is searched as text, and sorted as a keyword. */
const STRING: JsonObject = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };

/** The field that dynamic mapping makes where no template does. */
export function dynamicDefinition({ type, format }: Detected): JsonObject {
  switch (type) {
    case 'string':
      return STRING;
    case 'double':
      return { type: 'float' };
    case 'date':
      return format === undefined || isDefaultFormat(format) ? { type: 'date' } : { type: 'date', format };
    default:
      return { type };
  }
}

/** The runtime field that it makes instead. */
export function runtimeDefinition({ type, format }: Detected): JsonObject {
  if (type === 'string') return { type: 'keyword' };
  if (type === 'date') return dynamicDefinition({ type, ...(format !== undefined && { format }) });
  return { type };
}
