import { parse as parseTolerantly, printParseErrorCode, visit, type ParseError } from 'jsonc-parser';
import { errorText } from './error-text.ts';
import { DEFAULT_LIMITS, type JsonLimits } from './limits.ts';
import { hasLiterals, literalIn, setLiteral } from './literals.ts';
import { scanText, type Literal, type TextScan } from './scan.ts';
import { isArray, isObject, setMember, type JsonObject, type JsonValue, type MutableJsonObject } from './value.ts';

/** A text that was refused: where, and why. Lines and columns count from 1. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  constructor(
    readonly line: number,
    readonly column: number,
    readonly reason: string,
    readonly offset: number,
    /** The key that one object names twice, and the offset of its first place. */
    readonly duplicate?: { readonly key: string; readonly firstOffset: number },
  ) {
    super(`Line ${line}, column ${column}: ${reason}`);
  }
}

/** A number whose value was read, but not to the last digit. Its literal is kept, so that it is written as it was. */
export interface ReadNotice {
  readonly line: number;
  readonly column: number;
  /** As written in the text. */
  readonly literal: string;
  /** As it was read. */
  readonly readAs: string;
}

/**
 * The value of a JSON text. An integer beyond 2^53 becomes a `bigint`; a key `__proto__` is a key like any other. Other
 * numbers are doubles, and what holds one keeps its literal where {@link formatJson} would not write the same from its
 * value. About three times the cost of `JSON.parse`.
 * @throws JsonTextError for text that is not JSON, is beyond one of the limits, names a key twice in one object, or
 * holds a number that is not finite as a double.
 */
export function parseJson(text: string, limits: Partial<JsonLimits> = {}): JsonValue {
  return readJson(text, limits).value;
}

/**
 * Why {@link parseJson} would refuse a text for how much it holds, and how many keys that has in all; null where it
 * fits. Cost: one pass, or two.
 */
export function excessIn(
  text: string,
  limits: Partial<JsonLimits>,
): { readonly reason: string; readonly keys: number } | null {
  const { excess } = scanText(text, { ...DEFAULT_LIMITS, ...limits });
  return excess === undefined ? null : { reason: excess.reason, keys: scanText(text, DEFAULT_LIMITS).keys };
}

/**
 * As {@link parseJson}, and says besides which decimals a double could not hold, and whether the literal of any number
 * is kept.
 */
export function readJson(
  text: string,
  limits: Partial<JsonLimits> = {},
): { value: JsonValue; notices: readonly ReadNotice[]; keepsLiterals: boolean } {
  const inForce: JsonLimits = { ...DEFAULT_LIMITS, ...limits };
  if (text.length > inForce.maxLength) {
    const limit = Math.floor(inForce.maxLength / (1024 * 1024));
    throw new JsonTextError(1, 1, `The text is larger than the limit of ${limit} million characters (Mi)`, 0);
  }
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const scan = scanText(source, inForce);
  if (scan.excess !== undefined) throw errorAt(source, scan.excess.at, scan.excess.reason);
  const canLocate = source.length <= inForce.maxLocatedLength;
  let plain: JsonValue;
  try {
    plain = JSON.parse(source) as JsonValue;
  } catch (error) {
    throw canLocate ? locateSyntaxError(source, error) : saidByParser(source, error);
  }
  const { value, notices, keepsLiterals } = readExactly(source, plain, scan);
  if (scan.keys !== countKeys(value)) {
    throw canLocate ? locateDuplicate(source) : errorAt(source, 0, 'A key is named twice in one object');
  }
  return { value, notices, keepsLiterals };
}

function countKeys(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countKeys(item);
    return count;
  }
  for (const key in value) {
    count++;
    const item = value[key];
    if (typeof item === 'object' && item !== null) count += countKeys(item);
  }
  return count;
}

const ZERO = 48;
/** Decimals of up to this length are exact as doubles. */
const EXACT_LENGTH = 15;

/** A number as it was read, and how it was written where its value does not tell. */
interface ReadNumber {
  readonly value: number | bigint;
  readonly literal: string | undefined;
}

/** What a number literal stands for: a double, or a bigint for an integer that no double holds. */
function readNumber(
  source: string,
  { start, end }: Literal,
  placeAt: (offset: number) => Place,
  notices: ReadNotice[],
): ReadNumber {
  const literal = source.slice(start, end);
  const double = Number(literal);
  if (/^-?[0-9]+$/.test(literal))
    return { value: Number.isSafeInteger(double) ? double : BigInt(literal), literal: undefined };
  // So few digits are exact, wherever the point is.
  if (
    literal.length <= EXACT_LENGTH &&
    literal.charCodeAt(literal.length - 1) === ZERO &&
    /^-?[0-9]+\.[0-9]+$/.test(literal)
  )
    return { value: double, literal };
  if (!Number.isFinite(double)) throw errorAt(source, start, `The number ${literal} is beyond the range of a double`);
  if (decimalOf(literal) !== decimalOf(String(double))) {
    notices.push({ ...placeAt(start), literal, readAs: String(double) });
  }
  return { value: double, literal: literal === literalOf(double) ? undefined : literal };
}

/** Digits and exponent of a decimal, so that two spellings of one number are the same text. */
function decimalOf(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/**
 * Parses again where that is not exact: each number that a double can't hold or that is written otherwise, and each key
 * with an escape, is a marked text meanwhile. V8 12.8 and later may take the backslash of an escape for the end of a
 * key that it has seen before (nodejs/node#63785), so that another key comes back.
 */
function readExactly(
  source: string,
  plain: JsonValue,
  { suspects, escapedKeys }: TextScan,
): { value: JsonValue; notices: readonly ReadNotice[]; keepsLiterals: boolean } {
  const notices: ReadNotice[] = [];
  if (suspects.length === 0 && escapedKeys.length === 0) return { value: plain, notices, keepsLiterals: false };
  const placeAt = placesOf(source);
  const numbers = suspects.map((literal) => readNumber(source, literal, placeAt, notices));
  const marked = suspects.flatMap(({ start, end }, index) => {
    const number = numbers[index] as ReadNumber;
    return typeof number.value === 'number' && number.literal === undefined ? [] : [{ start, end, number }];
  });
  if (marked.length === 0 && escapedKeys.length === 0) return { value: plain, notices, keepsLiterals: false };
  // Escapes can spell the mark too, so both the text and what it says are searched.
  const mark = unusedMark(`${source}${JSON.stringify(plain)}`);
  const places = [...marked, ...escapedKeys].sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  places.forEach(({ start, end }) => {
    parts.push(source.slice(at, start), `"${mark}${start}"`);
    at = end;
  });
  parts.push(source.slice(at));
  const withMarks = JSON.parse(parts.join('')) as JsonValue;
  const numberAt = new Map(marked.map(({ start, number }) => [`${mark}${start}`, number]));
  const keyAt = new Map(
    // A text by itself is read rightly.
    escapedKeys.map(({ start, end }) => [`${mark}${start}`, JSON.parse(source.slice(start, end)) as string]),
  );
  const keepsLiterals = marked.some(({ number }) => number.literal !== undefined);
  return { value: replaceMarks(withMarks, { numberAt, keyAt }), notices, keepsLiterals };
}

/** A text that `source` does not hold, to stand for a number while the platform's own JSON functions run. */
function unusedMark(source: string): string {
  let mark = '#number:';
  while (source.includes(mark)) mark = `#${mark}`;
  return mark;
}

interface Marks {
  /** By the text that stands for it. */
  readonly numberAt: ReadonlyMap<string, ReadNumber>;
  readonly keyAt: ReadonlyMap<string, string>;
}

/** In place, but for objects with marked keys: the value was made by the caller's own parse. */
function replaceMarks(value: JsonValue, marks: Marks): JsonValue {
  if (typeof value === 'string') return marks.numberAt.get(value)?.value ?? value;
  if (isArray(value)) {
    const items = value as JsonValue[];
    items.forEach((item, index) => {
      if (typeof item !== 'string' && typeof item !== 'object') return;
      items[index] = replaceMarks(item, marks);
      noteLiteral(items, index, item, marks);
    });
    return items;
  }
  if (!isObject(value)) return value;
  const { keyAt } = marks;
  const keys = Object.keys(value);
  const object: MutableJsonObject = keys.some((key) => keyAt.has(key)) ? {} : value;
  for (const key of keys) {
    const item = value[key] as JsonValue;
    const isReplaced = typeof item === 'string' || typeof item === 'object';
    const name = keyAt.get(key) ?? key;
    if (isReplaced || object !== value) setMember(object, name, isReplaced ? replaceMarks(item, marks) : item);
    noteLiteral(object, name, item, marks);
  }
  return object;
}

function noteLiteral(
  holder: JsonObject | JsonValue[],
  key: string | number,
  mark: JsonValue,
  { numberAt }: Marks,
): void {
  const literal = typeof mark === 'string' ? numberAt.get(mark)?.literal : undefined;
  if (literal !== undefined) setLiteral(holder, key, literal);
}

/**
 * The text of a value; `indent` spaces a level, 0 for one line. A number is written as it was read. What was never read
 * is written so that reading gives back the same value of the same kind: a bigint as its digits, and a double of 2^53
 * or more with an exponent.
 */
export function formatJson(value: JsonValue, indent = 0): string {
  if (!needsExactNumbers(value)) return JSON.stringify(value, null, indent);
  const numbers: string[] = [];
  const mark = unusedMark(JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? '' : item)));
  const marked = JSON.stringify(
    value,
    function (this: JsonObject, key, item: unknown) {
      const literal = typeof item === 'number' ? literalIn(this, key) : undefined;
      if (literal === undefined && !isExactNumber(item)) return item;
      numbers.push(literal ?? literalOf(item as number | bigint));
      return `${mark}${numbers.length - 1}`;
    },
    indent,
  );
  return marked.replaceAll(
    new RegExp(`"${mark}([0-9]+)"`, 'g'),
    (_match, index: string) => numbers[Number(index)] as string,
  );
}

function isExactNumber(item: unknown): item is number | bigint {
  if (typeof item === 'bigint') return true;
  return typeof item === 'number' && (Object.is(item, -0) || (Number.isInteger(item) && !Number.isSafeInteger(item)));
}

/** How a number is written of which nothing but its value is known. */
function literalOf(number: number | bigint): string {
  if (typeof number === 'bigint' || !isExactNumber(number)) return String(number);
  return Object.is(number, -0) ? '-0' : number.toExponential();
}

function needsExactNumbers(value: JsonValue): boolean {
  if (typeof value === 'number' || typeof value === 'bigint') return isExactNumber(value);
  if (typeof value !== 'object' || value === null) return false;
  if (hasLiterals(value)) return true;
  if (isArray(value)) return value.some(needsExactNumbers);
  for (const key in value) if (needsExactNumbers(value[key] as JsonValue)) return true;
  return false;
}

/** A place in a text; both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The places of offsets that only grow: each part of the text is looked at once. */
export function placesOf(text: string): (offset: number) => Place {
  let line = 1;
  let lineStart = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next !== -1 && next < offset) {
      line++;
      lineStart = next + 1;
      next = text.indexOf('\n', lineStart);
    }
    return { line, column: offset - lineStart + 1 };
  };
}

export function errorAt(text: string, offset: number, reason: string): JsonTextError {
  const { line, column } = placesOf(text)(offset);
  return new JsonTextError(line, column, reason, offset);
}

/** The refusal of a key that is named at two offsets, with the place of both. */
export function duplicateAt(text: string, offset: number, key: string, firstOffset: number): JsonTextError {
  const first = placesOf(text)(firstOffset);
  const { line, column } = placesOf(text)(offset);
  const reason = `The key ${JSON.stringify(key)} is named twice in one object, first on line ${first.line}, column ${first.column}`;
  return new JsonTextError(line, column, reason, offset, { key, firstOffset });
}

const SYNTAX_REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Not a JSON value',
  InvalidNumberFormat: 'Not a JSON number',
  PropertyNameExpected: 'A key in double quotes is expected here',
  ValueExpected: 'A value is expected here',
  ColonExpected: 'A colon is expected here',
  CommaExpected: 'A comma is expected here',
  CloseBraceExpected: 'A closing brace } is missing',
  CloseBracketExpected: 'A closing bracket ] is missing',
  EndOfFileExpected: 'Unexpected text after the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'The string is not closed',
  UnexpectedEndOfNumber: 'The number is incomplete',
  InvalidUnicode: 'Invalid Unicode escape',
  InvalidEscapeCharacter: 'Invalid escape sequence',
  InvalidCharacter: 'This character must be escaped in a string',
};

function locateSyntaxError(source: string, cause: unknown): JsonTextError {
  if (source.trim() === '') return errorAt(source, 0, 'The text is empty');
  const errors: ParseError[] = [];
  parseTolerantly(source, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first !== undefined) {
    const comma = trailingCommaBefore(source, first.offset);
    if (comma !== -1) return errorAt(source, comma, 'A trailing comma is not allowed');
    return errorAt(source, first.offset, SYNTAX_REASONS[printParseErrorCode(first.error)] ?? 'This is not JSON');
  }
  return saidByParser(source, cause);
}

/** What the platform's own message says, at its position where it names one. */
function saidByParser(source: string, cause: unknown): JsonTextError {
  const message = errorText(cause);
  const position = /position (\d+)/.exec(message)?.[1];
  return errorAt(source, position === undefined ? 0 : Number(position), message);
}

/** The offset of the comma right before a closing bracket; -1 where there is none. */
function trailingCommaBefore(source: string, bracket: number): number {
  if (source[bracket] !== '}' && source[bracket] !== ']') return -1;
  const before = source.slice(0, bracket).trimEnd();
  return before.endsWith(',') ? before.length - 1 : -1;
}

function locateDuplicate(source: string): JsonTextError {
  const open: Map<string, number>[] = [];
  let found: { offset: number; key: string; firstOffset: number } | undefined;
  visit(source, {
    onObjectBegin: () => void open.push(new Map()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, offset) => {
      const keys = open.at(-1);
      const firstOffset = keys?.get(key);
      if (firstOffset !== undefined) found ??= { offset, key, firstOffset };
      else keys?.set(key, offset);
    },
  });
  return duplicateAt(source, found?.offset ?? 0, found?.key ?? '', found?.firstOffset ?? 0);
}
