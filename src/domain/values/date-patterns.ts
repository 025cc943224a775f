/** The parts of a date that a pattern of `java.time` reads. */
export interface DateParts {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  hour?: number;
  clockHour?: number;
  isAfternoon?: boolean;
  minute?: number;
  second?: number;
  nanos?: number;
  /** Seconds from UTC. */
  offset?: number;
}

type NumericPart = Exclude<keyof DateParts, 'isAfternoon' | 'nanos' | 'offset'>;

type Element =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'number';
      readonly part: NumericPart;
      readonly min: number;
      readonly max: number;
      readonly sign: 'never' | 'normal' | 'exceeds';
      /** Digits that the numbers directly behind it need. */
      reserved: number;
      readonly base?: number;
    }
  | { readonly kind: 'fraction'; readonly digits: number }
  | { readonly kind: 'text'; readonly part: 'month' | 'weekday' | 'half'; readonly words: readonly string[] }
  | { readonly kind: 'offset'; readonly form: RegExp; readonly zero: string }
  | { readonly kind: 'optional'; readonly elements: readonly Element[] };

/** A pattern that was read, and whether words in it depend on a locale. */
export interface DatePattern {
  readonly elements: readonly Element[];
  readonly hasWords: boolean;
  /** It has a year of an era (`y`), not the year (`u`): without an era the engines that detect dates check no days. */
  readonly isOfEra: boolean;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const short = (words: readonly string[]) => words.map((word) => word.slice(0, 3));

const PARTS: Readonly<Record<string, NumericPart>> = {
  y: 'year',
  u: 'year',
  M: 'month',
  L: 'month',
  d: 'day',
  D: 'dayOfYear',
  H: 'hour',
  h: 'clockHour',
  m: 'minute',
  s: 'second',
};
const LONGEST_NUMBER = 19;
/** Of patterns: no one writes a longer one. */
const MAX_PATTERN_LENGTH = 200;

/** Forms of an offset by how often its letter is there; `X` and `x` differ in what zero is. */
const OFFSETS: readonly RegExp[] = [
  /[+-]\d{2}(?:\d{2})?/y,
  /[+-]\d{4}/y,
  /[+-]\d{2}:\d{2}/y,
  /[+-]\d{4}(?:\d{2})?/y,
  /[+-]\d{2}:\d{2}(?::\d{2})?/y,
];

/** A pattern of `java.time` with the usual letters; null for one with others, or that is none. */
export function readPattern(pattern: string): DatePattern | null {
  if (pattern.length > MAX_PATTERN_LENGTH) return null;
  const open: Element[][] = [[]];
  let hasWords = false;
  let isOfEra = false;
  const add = (element: Element) => void (open.at(-1) as Element[]).push(element);
  for (let at = 0; at < pattern.length;) {
    const letter = pattern[at] as string;
    if (letter === "'") {
      const [whole, inner] = /'((?:[^']|'')*)'/y.exec(pattern.slice(at)) ?? [];
      if (whole === undefined) return null;
      add({ kind: 'literal', text: inner === '' ? "'" : (inner ?? '').replaceAll("''", "'") });
      at += whole.length;
    } else if (letter === '[') {
      open.push([]);
      at++;
    } else if (letter === ']') {
      const elements = open.pop() as Element[];
      if (open.length === 0) return null;
      add({ kind: 'optional', elements });
      at++;
    } else if (/[A-Za-z]/.test(letter)) {
      let count = 1;
      while (pattern[at + count] === letter) count++;
      const element = elementOf(letter, count);
      if (element === null) return null;
      hasWords ||= element.kind === 'text';
      isOfEra ||= letter === 'y';
      add(element);
      at += count;
    } else if ('{}#'.includes(letter)) return null;
    else {
      add({ kind: 'literal', text: letter });
      at++;
    }
  }
  // Sections that are not closed end with the pattern.
  while (open.length > 1) {
    const elements = open.pop() as Element[];
    (open.at(-1) as Element[]).push({ kind: 'optional', elements });
  }
  const [elements = []] = open;
  reserve(elements);
  return { elements, hasWords, isOfEra };
}

function elementOf(letter: string, count: number): Element | null {
  const part = PARTS[letter];
  if (letter === 'M' || letter === 'L') {
    if (count === 3 || count === 4) return { kind: 'text', part: 'month', words: count === 3 ? short(MONTHS) : MONTHS };
    if (count > 4) return null;
  }
  if (part !== undefined) {
    const isYear = part === 'year';
    if (isYear && count === 2) return { kind: 'number', part, min: 2, max: 2, sign: 'never', reserved: 0, base: 2_000 };
    if (isYear)
      return {
        kind: 'number',
        part,
        min: count,
        max: LONGEST_NUMBER,
        sign: count < 4 ? 'normal' : 'exceeds',
        reserved: 0,
      };
    const isLong = part === 'dayOfYear' ? count > 3 : count > 2;
    if (isLong) return null;
    if (part === 'dayOfYear') return { kind: 'number', part, min: count, max: 3, sign: 'never', reserved: 0 };
    return count === 1
      ? { kind: 'number', part, min: 1, max: LONGEST_NUMBER, sign: 'normal', reserved: 0 }
      : { kind: 'number', part, min: count, max: count, sign: 'never', reserved: 0 };
  }
  switch (letter) {
    case 'S':
      return count <= 9 ? { kind: 'fraction', digits: count } : null;
    case 'E':
      return count > 4 ? null : { kind: 'text', part: 'weekday', words: count === 4 ? WEEKDAYS : short(WEEKDAYS) };
    case 'a':
      return count === 1 ? { kind: 'text', part: 'half', words: ['AM', 'PM'] } : null;
    case 'X':
    case 'x': {
      const form = OFFSETS[count - 1];
      return form === undefined ? null : { kind: 'offset', form, zero: letter === 'X' ? 'Z' : '' };
    }
    case 'Z':
      if (count <= 3) return { kind: 'offset', form: OFFSETS[1] as RegExp, zero: '' };
      return count === 5 ? { kind: 'offset', form: OFFSETS[4] as RegExp, zero: 'Z' } : null;
    default:
      return null;
  }
}

/** Numbers of a fixed width directly behind a number keep their digits from it. */
function reserve(elements: readonly Element[]): void {
  let active: Extract<Element, { kind: 'number' }> | undefined;
  for (const element of elements) {
    if (element.kind === 'number' && element.min === element.max && active !== undefined)
      active.reserved += element.min;
    else if (element.kind === 'fraction' && active !== undefined) active.reserved += element.digits;
    else active = element.kind === 'number' ? element : undefined;
    if (element.kind === 'optional') reserve(element.elements);
  }
}

/** The parts of a text that a pattern reads as a whole; null where it does not. */
export function matchPattern({ elements }: DatePattern, text: string): DateParts | null {
  const parts: DateParts = {};
  return matchAll(elements, text, 0, parts) === text.length ? parts : null;
}

/** The offset behind what the elements read, or -1. */
function matchAll(elements: readonly Element[], text: string, from: number, parts: DateParts): number {
  let at = from;
  for (const element of elements) {
    at = matchOne(element, text, at, parts);
    if (at < 0) return -1;
  }
  return at;
}

function matchOne(element: Element, text: string, at: number, parts: DateParts): number {
  switch (element.kind) {
    case 'literal':
      return text.startsWith(element.text, at) ? at + element.text.length : -1;
    case 'number':
      return matchNumber(element, text, at, parts);
    case 'fraction': {
      const digits = text.slice(at, at + element.digits);
      if (digits.length < element.digits || !/^\d+$/.test(digits)) return -1;
      return set(parts, 'nanos', Number(digits.padEnd(9, '0'))) ? at + digits.length : -1;
    }
    case 'text': {
      const index = element.words.findIndex((word) => text.startsWith(word, at));
      if (index < 0) return -1;
      if (element.part === 'month' && !set(parts, 'month', index + 1)) return -1;
      if (element.part === 'half') parts.isAfternoon = index === 1;
      return at + (element.words[index] as string).length;
    }
    case 'offset': {
      element.form.lastIndex = at;
      const [found] = element.form.exec(text) ?? [];
      if (found !== undefined) return set(parts, 'offset', secondsOf(found)) ? at + found.length : -1;
      return element.zero !== '' && text.startsWith(element.zero, at) && set(parts, 'offset', 0) ? at + 1 : -1;
    }
    case 'optional': {
      const tried = { ...parts };
      const end = matchAll(element.elements, text, at, tried);
      if (end < 0) return at;
      Object.assign(parts, tried);
      return end;
    }
  }
}

function matchNumber(
  { part, min, max, sign, reserved, base }: Extract<Element, { kind: 'number' }>,
  text: string,
  from: number,
  parts: DateParts,
): number {
  const first = text[from];
  const isSigned = first === '-' || first === '+';
  if (isSigned && (sign === 'never' || (sign === 'normal' && first === '+'))) return -1;
  const start = isSigned ? from + 1 : from;
  let end = start;
  while (end < text.length && end - start < max + reserved && /\d/.test(text[end] as string)) end++;
  const digits = Math.min(max, Math.max(min, end - start - reserved));
  if (end - start < min || digits > end - start) return -1;
  // More digits than the pattern has want a sign, and fewer want none.
  if (sign === 'exceeds' && ((digits > min && first !== '+' && first !== '-') || (digits === min && first === '+')))
    return -1;
  const number = Number(text.slice(start, start + digits)) * (first === '-' ? -1 : 1) + (base ?? 0);
  return set(parts, part, number) ? start + digits : -1;
}

/** Sets a part; false where it is there with another value. */
function set(parts: DateParts, part: Exclude<keyof DateParts, 'isAfternoon'>, value: number): boolean {
  if (parts[part] !== undefined && parts[part] !== value) return false;
  parts[part] = value;
  return true;
}

export function secondsOf(offset: string): number {
  const digits = offset.replace(/^[+-]/, '').replaceAll(':', '');
  const [hours = 0, minutes = 0, seconds = 0] = (digits.match(/\d{1,2}/g) ?? []).map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3_600 + minutes * 60 + seconds);
}
