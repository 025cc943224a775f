import { isObject, member, type JsonObject } from '../../json/value.ts';
import {
  isOn,
  malformed,
  NO_VALUE,
  quoted,
  refusedAnyway,
  TAKEN,
  takenAs,
  numberParameter,
  type Reader,
  type Reading,
} from './reading.ts';

/** What Java's `Double.parseDouble` takes, but for hexadecimal floats. */
const JAVA_DOUBLE = /^[\0- ]*([+-]?)(NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFdD]?[\0- ]*$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Beyond so many digits a decimal is compared by its double: it is out of every range, or nothing. */
const MAX_EXPONENT = 400;

/** A text as Java reads a double; null for what it refuses. */
export function javaDouble(text: string): number | null {
  const [, sign, digits] = JAVA_DOUBLE.exec(text) ?? [];
  if (digits === undefined) return null;
  return sign === '-' ? -Number(digits) : Number(digits);
}

/** A decimal without its fraction; null for what is no decimal. */
export function wholePart(text: string): bigint | null {
  if (!DECIMAL.test(text)) return null;
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const shift = Number(exponent);
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const isNegative = mantissa.startsWith('-');
  if (!/[1-9]/.test(whole + fraction) || shift < -MAX_EXPONENT - whole.length) return 0n;
  const places = Math.min(shift, MAX_EXPONENT) + whole.length;
  if (places <= 0) return 0n;
  const digits = `${whole}${fraction}`.padEnd(places, '0').slice(0, places);
  return isNegative ? -BigInt(digits) : BigInt(digits);
}

/** Whether a decimal has a fraction other than zero. */
function hasFraction(text: string): boolean {
  const whole = wholePart(text);
  return whole !== null && Number(text) !== Number(whole);
}

interface WholeRange {
  readonly min: bigint;
  readonly max: bigint;
  /** Texts are read as doubles first: spaces around them are no matter, and "NaN" is 0. */
  readonly readsDoubles: boolean;
}

const RANGES = {
  byte: { min: -128n, max: 127n, readsDoubles: true },
  short: { min: -32_768n, max: 32_767n, readsDoubles: true },
  integer: { min: -(2n ** 31n), max: 2n ** 31n - 1n, readsDoubles: true },
  long: { min: -(2n ** 63n), max: 2n ** 63n - 1n, readsDoubles: false },
} as const satisfies Readonly<Record<string, WholeRange>>;

const UNSIGNED_MAX = 2n ** 64n - 1n;

type WholeType = keyof typeof RANGES;
type FractionType = 'double' | 'float' | 'half_float';
type NumberType = WholeType | FractionType;

const outOfRange = (text: string, type: string) => malformed(`${quoted(text)} is out of range for ${type}.`);
const noNumber = (text: string) => malformed(`${quoted(text)} is not a number.`);

/** A number, or the text of one, as a type reads it. */
export function readNumberText(type: NumberType, text: string, isText: boolean, coerce: boolean): Reading {
  if (isText && !coerce) return malformed('A string is not a number without coerce.');
  return type in RANGES
    ? readWhole(type as WholeType, text, isText, coerce)
    : readFraction(type as FractionType, text, isText);
}

function readWhole(type: WholeType, text: string, isText: boolean, coerce: boolean): Reading {
  const { min, max, readsDoubles } = RANGES[type];
  if (isText && readsDoubles) {
    const double = javaDouble(text);
    if (double === null) return noNumber(text);
    if (double < Number(min) || double > Number(max)) return outOfRange(text, type);
    return takenAs(String(Number.isNaN(double) ? 0 : Math.trunc(double) + 0));
  }
  const whole = wholePart(text);
  if (whole === null) return noNumber(text);
  if (whole < min || whole > max || (readsDoubles && Number(text) > Number(max))) return outOfRange(text, type);
  if (!coerce && hasFraction(text))
    return malformed(`${text} has a decimal part, which ${type} takes with coerce only.`);
  return isText || hasFraction(text) ? takenAs(String(whole)) : TAKEN;
}

/** The smallest magnitudes that are infinite as a number of the type. */
const HALF_FLOAT_INFINITE = 65_520;

export function isFiniteAs(type: FractionType, value: number): boolean {
  if (type === 'half_float') return Math.abs(Math.fround(value)) < HALF_FLOAT_INFINITE;
  return Number.isFinite(type === 'float' ? Math.fround(value) : value);
}

function readFraction(type: FractionType, text: string, isText: boolean): Reading {
  const value = isText ? javaDouble(text) : Number(text);
  if (value === null) return noNumber(text);
  if (!isFiniteAs(type, value)) return malformed(`${type} takes finite values only, not ${quoted(text)}.`);
  return isText ? takenAs(String(value)) : TAKEN;
}

/** Numbers of the engine's own types. */
export function numberReader(type: NumberType): Reader {
  return {
    hasDocValues: true,
    read: (found, field) => {
      const { value, text } = found;
      if (value === null) return NO_VALUE;
      const coerce = isOn('coerce', field);
      if (coerce && value === '') return NO_VALUE;
      if (text === null) return malformed('An object can’t be read as a number.');
      if (typeof value === 'boolean') return malformed(`${text} is not a number.`);
      return readNumberText(type, text, typeof value === 'string', coerce);
    },
  };
}

export const scaledFloat: Reader = {
  hasDocValues: true,
  read: (found, field) => {
    const reading = numberReader('double').read(found, field);
    const factor = numberParameter(field.definition, 'scaling_factor');
    if (reading.kind === 'malformed' && field.engine.distribution === 'opensearch')
      return { ...reading, isUnlisted: true };
    if (reading.kind !== 'taken' || factor === undefined || found.text === null) return reading;
    const value = javaDouble(found.text) ?? Number.NaN;
    const kept = Math.floor(value * factor + 0.5) / factor;
    return kept === value && typeof found.value !== 'string' ? TAKEN : takenAs(String(kept));
  },
};

export const unsignedLong: Reader = {
  hasDocValues: true,
  read: ({ value, text }, field) => {
    if (value === null) return NO_VALUE;
    if (text === null) return malformed('An object can’t be read as a number.');
    if (typeof value === 'boolean') return malformed(`${text} is not a number.`);
    const isText = typeof value === 'string';
    if (field.engine.distribution === 'elasticsearch') {
      if (!/^\+?\d+$/.test(text)) return malformed(`${quoted(text)} is not an unsigned integer.`);
    } else {
      const coerce = isOn('coerce', field);
      if (coerce && value === '') return NO_VALUE;
      if (isText && !coerce) return malformed('A string is not a number without coerce.');
      if (!coerce && hasFraction(text)) return malformed(`${text} has a decimal part.`);
    }
    const whole = wholePart(text);
    if (whole === null) return noNumber(text);
    if (whole < 0n || whole > UNSIGNED_MAX) {
      const isUnlisted = !isText && field.engine.distribution === 'opensearch';
      return { ...outOfRange(text, 'unsigned_long'), isUnlisted };
    }
    return isText || hasFraction(text) ? takenAs(String(whole)) : TAKEN;
  },
};

/** A positive number, as features are: `Float.MIN_NORMAL` or more. */
const SMALLEST_FEATURE = 1.17549435e-38;

function readFeature(text: string | null, isText: boolean): Reading {
  if (text === null) return malformed('A feature is a positive number.');
  const value = isText ? javaDouble(text) : Number(text);
  if (value === null || Number.isNaN(value)) return malformed(`${quoted(text)} is not a number.`);
  if (Math.fround(value) < SMALLEST_FEATURE || !isFiniteAs('float', value))
    return malformed(`A feature is a positive number, not ${quoted(text)}.`);
  return isText ? takenAs(String(value)) : TAKEN;
}

export const rankFeature: Reader = {
  takesOne: () => 'reads',
  indexes: true,
  read: ({ value, text }) => {
    if (value === null) return NO_VALUE;
    if (typeof value === 'boolean') return malformed(`${String(value)} is not a number.`);
    return readFeature(text, typeof value === 'string');
  },
};

export const rankFeatures: Reader = {
  takesObjects: true,
  indexes: true,
  read: ({ value }) => {
    if (!isObject(value)) return refusedAnyway('Features are an object of names and positive numbers.');
    const problem = weightProblem(value, 'feature');
    return problem === null ? TAKEN : refusedAnyway(problem);
  },
};

/** Why an object is none of names and positive numbers, which may be texts; null where it is one. */
export function weightProblem(value: JsonObject, what: 'feature' | 'weight'): string | null {
  for (const name of Object.keys(value)) {
    const weight = member(value, name) ?? null;
    if (weight === null) continue;
    if (typeof weight === 'object' || typeof weight === 'boolean')
      return `The ${what} ${quoted(name)} is not a number.`;
    const reading = readFeature(String(weight), typeof weight === 'string');
    if (reading.kind === 'malformed') return reading.reason;
  }
  return null;
}
