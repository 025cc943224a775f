import { opensearch } from '../../catalogue/engines.ts';
import { isFalse } from '../../catalogue/values.ts';
import { isObject, member, type JsonValue } from '../../json/value.ts';
import { addressIn, blockIn, readDate } from '../../values/index.ts';
import { unknownDate } from './dates.ts';
import { javaDouble, readNumberText, wholePart } from './numbers.ts';
import {
  isOn,
  malformed,
  NO_VALUE,
  quoted,
  refusedAnyway,
  TAKEN,
  textIn,
  type FieldInHand,
  type Reader,
  type Reading,
} from './reading.ts';

const BOUNDS: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte']);

/** A bound as a number on the scale of the type, so that two can be compared. */
type Bound = bigint | number;
type ReadBound = (text: string, value: JsonValue, field: FieldInHand) => Bound | Reading;

const isReading = (read: Bound | Reading): read is Reading => typeof read === 'object';

const whole =
  (type: 'integer' | 'long'): ReadBound =>
  (text, value, field) => {
    if (typeof value === 'boolean') return noNumber(value);
    const isText = typeof value === 'string';
    const reading = readNumberText(type, text, isText, isOn('coerce', field));
    if (reading.kind === 'taken') return wholePart(text) ?? BigInt(Math.trunc(javaDouble(text) ?? 0) || 0);
    // A number out of range ends the reading inside of the range, as what is no number does.
    const isNone = reading.kind === 'malformed' && !isText && readNumberText(type, text, isText, true).kind !== 'taken';
    return isNone ? refusedAnyway(reading.reason) : reading;
  };

const fraction =
  (type: 'float' | 'double'): ReadBound =>
  (text, value, field) => {
    if (typeof value === 'boolean') return noNumber(value);
    const reading = readNumberText(type, text, typeof value === 'string', isOn('coerce', field));
    return reading.kind === 'taken' ? (javaDouble(text) ?? Number.NaN) : reading;
  };

const noNumber = (value: boolean) => refusedAnyway(`${value} is not a number.`);

const readAddress: ReadBound = (text) => addressIn(text) ?? malformed(`${quoted(text)} is not an IP address.`);

const readTime: ReadBound = (text, _value, field) => {
  const reading = readDate(text, field);
  if (reading === 'unknown') return unknownDate(text, field);
  if (typeof reading === 'string') return refusedAnyway(`${quoted(text)} is not a date in the field’s format.`);
  return reading.nanos / 1_000_000n;
};

const BOUND_READERS = {
  integer_range: whole('integer'),
  long_range: whole('long'),
  float_range: fraction('float'),
  double_range: fraction('double'),
  ip_range: readAddress,
  date_range: readTime,
} as const satisfies Readonly<Record<string, ReadBound>>;

type RangeType = keyof typeof BOUND_READERS;

export function rangeReader(type: RangeType): Reader {
  const readBound: ReadBound = BOUND_READERS[type];
  return {
    hasDocValues: true,
    takesObjects: true,
    ignoresObjects: opensearch(),
    read: ({ value }, field) => {
      if (value === null) return NO_VALUE;
      if (type === 'ip_range' && typeof value === 'string')
        return blockIn(value) === null ? malformed(`${quoted(value)} is no block of addresses.`) : TAKEN;
      if (!isObject(value))
        return { ...malformed(`A range is an object with bounds, not ${quoted(value)}.`), isUnlisted: true };
      let [low, high]: (Bound | undefined)[] = [];
      let [isAbove, isBelow] = [false, false];
      for (const name of Object.keys(value)) {
        if (!BOUNDS.has(name)) return refusedAnyway(`A range has no member ${quoted(name)}.`);
        const bound = member(value, name) ?? null;
        if (bound === null) continue;
        const text = textIn(value, name, bound);
        if (text === null) return refusedAnyway(`The bound ${name} is neither a number nor text.`);
        const read = readBound(text, bound, field);
        if (isReading(read)) return read;
        if (name.startsWith('g')) [low, isAbove] = [read, name === 'gt'];
        else [high, isBelow] = [read, name === 'lt'];
      }
      // Only what is indexed is compared.
      return !isFalse(member(field.definition, 'index')) && isEmpty(low, high, isAbove, isBelow)
        ? { ...malformed('The lower bound of the range is above the upper one.'), isUnlisted: true }
        : TAKEN;
    },
  };
}

/** Whether nothing lies in a range. A bound that is not in it is moved to the next value, one for whole numbers. */
function isEmpty(low: Bound | undefined, high: Bound | undefined, isAbove: boolean, isBelow: boolean): boolean {
  if (low === undefined || high === undefined) return false;
  if (typeof low === 'bigint' && typeof high === 'bigint')
    return low + (isAbove ? 1n : 0n) > high - (isBelow ? 1n : 0n);
  return low > high || (low === high && (isAbove || isBelow));
}
