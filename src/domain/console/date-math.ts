import { indexNameProblem, unsendableProblem } from './index-names.ts';

/** A name that date math stands for, or why there is none. */
export type ResolvedName =
  | { readonly name: string; readonly zones: readonly string[] }
  /** In the words of engines. */
  | { readonly reason: string };

/** Whether an engine reads a name as an expression: `<logs-{now/d}-000001>`. */
export function isDateMath(name: string): boolean {
  return name.length > 2 && name.startsWith('<') && name.endsWith('>');
}

/** A new index's name as it is typed: the name, and the date math that it was resolved from. */
export interface NewIndexName {
  readonly name: string;
  readonly providedName?: string;
  /** Why the index can't have the name, as a sentence; null where it can. */
  readonly problem: string | null;
  /** The name that date math stands for, as a sentence. */
  readonly note?: string;
}

/** Reads the name of a new index, which may have date math. */
export function newIndexName(typed: string, nowMs: number): NewIndexName {
  if (!isDateMath(typed)) return { name: typed, problem: indexNameProblem(typed) };
  const resolved = resolveDateMath(typed, nowMs);
  if ('reason' in resolved) return { name: typed, problem: `The date math can’t be resolved: ${resolved.reason}.` };
  const { name, zones } = resolved;
  const problem = indexNameProblem(name) ?? unsendableProblem(typed);
  const others = [...new Set(zones)].join(' and ');
  const by = others === '' ? '' : `, by ${others === 'UTC' ? 'today’s date' : 'the date'} in ${others}`;
  return { name, providedName: typed, problem, ...(problem === null && { note: `Creates ${name}${by}.` }) };
}

class DateMathFault extends Error {}

const DEFAULT_FORMAT = 'uuuu.MM.dd';
/** Formats that engines know by name, as far as a name can have them. */
const NAMED_FORMATS: ReadonlyMap<string, string> = new Map([
  ['basic_date', 'uuuuMMdd'],
  ['date', 'uuuu-MM-dd'],
  ['strict_date', 'uuuu-MM-dd'],
  ['year_month', 'uuuu-MM'],
  ['strict_year_month', 'uuuu-MM'],
  ['year', 'uuuu'],
  ['strict_year', 'uuuu'],
]);

/**
 * The name that an expression in angle brackets stands for at a time, as Elasticsearch and OpenSearch resolve it, with
 * the time zones of its dates: `<logs-{now/d-1d{yyyy.MM|+02:00}}>`. Only `now` can be the date that math begins with,
 * and formats may have years, months, days and times.
 */
export function resolveDateMath(expression: string, nowMs: number): ResolvedName {
  const inner = expression.slice(1, -1);
  const zones: string[] = [];
  let [name, placeholder] = ['', ''];
  let [isEscaped, isInside, isInFormat] = [false, false, false];
  try {
    for (const [at, character] of Array.from(inner, (each, index) => [index + 1, each] as const)) {
      const wasEscaped = isEscaped;
      isEscaped = false;
      if (character === '\\') {
        if (wasEscaped) name += character;
        else isEscaped = true;
      } else if (!isInside) {
        if (character === '{' && !wasEscaped) isInside = true;
        else if (character === '}' && !wasEscaped) throw new DateMathFault(`invalid character at position [${at}]`);
        else name += character;
      } else if (character === '}' && !isInFormat) {
        const resolved = dateOf(placeholder, nowMs);
        name += resolved.text;
        zones.push(resolved.zone);
        [placeholder, isInside] = ['', false];
      } else {
        if ((character === '{' || character === '}') && !wasEscaped) {
          if (character === '{' && isInFormat)
            throw new DateMathFault(`invalid character in placeholder at position [${at}]`);
          isInFormat = character === '{';
        }
        placeholder += character;
      }
    }
    if (isInside) throw new DateMathFault('date math placeholder is open ended');
    if (name === '') throw new DateMathFault('nothing captured');
    return { name, zones };
  } catch (error) {
    if (error instanceof DateMathFault) return { reason: error.message };
    throw error;
  }
}

/** What is between the braces of a placeholder, as a date: `now/d{yyyy.MM|+02:00}`. */
function dateOf(placeholder: string, nowMs: number): { readonly text: string; readonly zone: string } {
  const left = placeholder.indexOf('{');
  if (left === -1)
    return { text: formatted(DEFAULT_FORMAT, calculated(placeholder, nowMs, 'UTC'), 'UTC'), zone: 'UTC' };
  if (!placeholder.endsWith('}')) throw new DateMathFault('missing closing `}` for date math format');
  const format = placeholder.slice(left + 1, -1);
  if (format === '') throw new DateMathFault('missing date format');
  const bar = format.indexOf('|');
  const [pattern, zone] = bar === -1 ? [format, 'UTC'] : [format.slice(0, bar), format.slice(bar + 1)];
  return { text: formatted(pattern, calculated(placeholder.slice(0, left), nowMs, zone), zone), zone };
}

const STEP = /([+-]|\/)(\d*)([yMwdhHms])/y;

/** The instant that math gives, in ms. */
function calculated(math: string, nowMs: number, zone: string): number {
  if (!math.startsWith('now')) throw new DateMathFault(`failed to parse date field [${math}]: it must begin with now`);
  let instant = nowMs;
  STEP.lastIndex = 'now'.length;
  while (STEP.lastIndex < math.length) {
    const [, operator = '', digits = '', unit = ''] = STEP.exec(math) ?? [];
    if (operator === '') throw new DateMathFault(`operator not supported for date math [${math.slice('now'.length)}]`);
    const count = digits === '' ? 1 : Number(digits);
    if (operator === '/') {
      if (count !== 1) throw new DateMathFault(`rounding \`/\` can only be used on single unit types [${math}]`);
      instant = rounded(instant, unit, zone);
    } else instant = moved(instant, unit, operator === '-' ? -count : count, zone);
    if (Math.abs(instant) > MAX_TIME_MS || Number.isNaN(instant))
      throw new DateMathFault(`date out of range [${math}]`);
  }
  return instant;
}

/** Beyond it, years have more than four digits. */
const MAX_TIME_MS = Date.UTC(9999, 0);
const UNIT_MS: Readonly<Partial<Record<string, number>>> = { h: 3_600_000, H: 3_600_000, m: 60_000, s: 1_000 };
const DAYS_PER_WEEK = 7;

function moved(instant: number, unit: string, count: number, zone: string): number {
  const length = UNIT_MS[unit];
  if (length !== undefined) return instant + count * length;
  const local = new Date(toLocal(instant, zone));
  if (unit === 'd' || unit === 'w') local.setUTCDate(local.getUTCDate() + count * (unit === 'w' ? DAYS_PER_WEEK : 1));
  else {
    // The last day of a shorter month stands for the days that it does not have.
    const day = local.getUTCDate();
    local.setUTCDate(1);
    if (unit === 'M') local.setUTCMonth(local.getUTCMonth() + count);
    else local.setUTCFullYear(local.getUTCFullYear() + count);
    const days = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
    local.setUTCDate(Math.min(day, days));
  }
  return fromLocal(local.getTime(), zone);
}

function rounded(instant: number, unit: string, zone: string): number {
  const local = new Date(toLocal(instant, zone));
  local.setUTCMilliseconds(0);
  if (unit !== 's') local.setUTCSeconds(0);
  if (unit !== 's' && unit !== 'm') local.setUTCMinutes(0);
  if ('yMwd'.includes(unit)) local.setUTCHours(0);
  // Weeks begin on Monday.
  if (unit === 'w') local.setUTCDate(local.getUTCDate() - ((local.getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK));
  if (unit === 'M' || unit === 'y') local.setUTCDate(1);
  if (unit === 'y') local.setUTCMonth(0);
  return fromLocal(local.getTime(), zone);
}

/** The time of a clock in the zone, as if it were one of UTC. */
function toLocal(instant: number, zone: string): number {
  return instant + offsetMs(instant, zone);
}

function fromLocal(local: number, zone: string): number {
  const guess = local - offsetMs(local, zone);
  return local - offsetMs(guess, zone);
}

const OFFSET = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2}))?$/;

function offsetMs(instant: number, zone: string): number {
  if (zone === 'UTC' || zone === 'Z' || zone === 'GMT') return 0;
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? [];
  if (hours !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const second = Math.floor(instant / 1_000) * 1_000;
  return Date.parse(`${zonedFormat(zone).format(second).replace(', ', 'T').replace('T24', 'T00')}Z`) - second;
}

function zonedFormat(zone: string): Intl.DateTimeFormat {
  try {
    // ISO 8601 but for a comma.
    return new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
    });
  } catch {
    throw new DateMathFault(`unknown time zone [${zone}]`);
  }
}

const PART = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']/gy;

function formatted(format: string, instant: number, zone: string): string {
  const pattern = NAMED_FORMATS.get(format) ?? format;
  const date = new Date(toLocal(instant, zone));
  let text = '';
  PART.lastIndex = 0;
  while (PART.lastIndex < pattern.length) {
    const [part, quoted, letter] = PART.exec(pattern) ?? [];
    if (part === undefined) throw new DateMathFault(`invalid format [${format}]`);
    if (quoted !== undefined) text += quoted === '' ? "'" : quoted.replaceAll("''", "'");
    else text += letter === undefined ? part : partOf(letter, part.length, date);
  }
  return text;
}

function partOf(letter: string, width: number, date: Date): string {
  const padded = (value: number) => String(value).padStart(width, '0');
  if (letter === 'y' || letter === 'u') {
    const year = date.getUTCFullYear();
    return width === 2 ? padded(year % 100) : padded(year);
  }
  const value = valueOf(letter, date);
  if (value === undefined || width > 2)
    throw new DateMathFault(`format letters [${letter.repeat(width)}] can’t be resolved here`);
  return padded(value);
}

function valueOf(letter: string, date: Date): number | undefined {
  switch (letter) {
    case 'M':
      return date.getUTCMonth() + 1;
    case 'd':
      return date.getUTCDate();
    case 'H':
      return date.getUTCHours();
    case 'm':
      return date.getUTCMinutes();
    case 's':
      return date.getUTCSeconds();
    default:
      return undefined;
  }
}
