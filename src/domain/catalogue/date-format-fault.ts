import { isArray, type JsonValue } from '../json/value.ts';
import { both, elasticsearch, isKnownBy, opensearch, type Engines, type TargetEngine } from './engines.ts';
import { DATE_FORMATS, FORMAT_SEPARATOR } from './options.ts';

/** Why engines can't read a date format, in their words, and the pattern that it is about, where it is about one. */
export interface DateFormatFault {
  readonly pattern?: string;
  readonly problem: string;
}

const BUILT_IN: ReadonlySet<unknown> = new Set([
  ...DATE_FORMATS.flatMap(({ label }) => label.split(' ')),
  'strict_date_optional_time_nanos',
]);
/** Built-in formats that no form offers, and the engines that may have them. */
const MORE_BUILT_IN: Readonly<Record<string, Engines>> = {
  iso8601: both({}),
  week_year: both({ until: '8.0' }),
  rfc3339_lenient: opensearch(),
  epoch_micros: opensearch(),
};
/** Engines that also know the built-in formats, but those of epochs, by names such as dateOptionalTime. */
const TAKES_CAMEL_CASE = both({ until: '8.0' });
/** Engines whose patterns are those of Joda-Time, which takes other letters. */
const READS_JODA = elasticsearch({ until: '7.0' });

/** The letters of `java.time` patterns by how many of one kind may stand side by side. */
const MOST_LETTERS: readonly (readonly [most: number, letters: string])[] = [
  [1, 'aFW'],
  [2, 'dhHkKmsw'],
  [3, 'D'],
  [4, 'z'],
  [5, 'GQqMLEecZXx'],
  [9, 'S'],
  [19, 'yugAnN'],
  [Infinity, 'Y'],
];
/** The letters whose possible counts are no range, and what Java calls the others. */
const COUNTED_LETTERS: Readonly<Record<string, readonly [counts: readonly number[], problem: string]>> = {
  V: [[2], 'Pattern letter count must be 2'],
  O: [[1, 4], 'Pattern letter count must be 1 or 4'],
  v: [[1, 4], 'Wrong number of pattern letters'],
  B: [[1, 4, 5], 'Wrong number of pattern letters'],
};

/**
 * The first fault of a date format that the target certainly refuses: formats are separated by `||`, and each is a
 * built-in name or a pattern of `java.time`. Null means that the target may take it. Measured on Elasticsearch 7.17,
 * 8.19 and 9.5, and OpenSearch 1.3 and 3.4.
 */
export function dateFormatFault(value: JsonValue, target: TargetEngine): DateFormatFault | null {
  // Objects and lists are judged as values of the wrong kind.
  if (typeof value === 'object' || isKnownBy(READS_JODA, target)) return null;
  const format = String(value);
  if (format === '') return NO_PATTERN;
  // Marked the patterns of java.time in Elasticsearch 6.
  const patterns = format.replace(/^8/, '').split(FORMAT_SEPARATOR);
  if (patterns.length > 1 && patterns.includes(''))
    return { problem: `Cannot have empty element in multi date format pattern: ${patterns.join(FORMAT_SEPARATOR)}` };
  for (const each of patterns) {
    const pattern = each.trim();
    if (pattern === '') return NO_PATTERN;
    const problem = isBuiltIn(pattern, target) ? null : patternProblem(pattern);
    if (problem !== null) return { pattern, problem };
  }
  return null;
}

const NO_PATTERN: DateFormatFault = { problem: 'No date pattern provided' };

/** The first fault of the formats of strings that dynamic mapping takes for dates: one, a list of them, or "none". */
export function dynamicDateFormatsFault(formats: JsonValue, target: TargetEngine): DateFormatFault | null {
  if (!isArray(formats)) return formats === 'none' ? null : dateFormatFault(formats, target);
  for (const format of formats) {
    const isEpoch = typeof format === 'string' && format.startsWith('epoch_');
    const fault = isEpoch
      ? { problem: `Epoch [${format}] is not supported as dynamic date format` }
      : dateFormatFault(format, target);
    if (fault !== null) return fault;
  }
  return null;
}

/** Why the target refuses a date format, as a sentence; null where it may take it. */
export function dateFormatRefusal(format: JsonValue, target: TargetEngine): string | null {
  return sentence(dateFormatFault(format, target));
}

/** Why the target refuses the formats of strings that dynamic mapping takes for dates; null where it may take them. */
export function dynamicDateFormatsRefusal(formats: JsonValue, target: TargetEngine): string | null {
  return sentence(dynamicDateFormatsFault(formats, target));
}

function sentence(fault: DateFormatFault | null): string | null {
  if (fault === null) return null;
  return fault.pattern === undefined ? `${fault.problem}.` : `Invalid format ${fault.pattern}: ${fault.problem}.`;
}

function isBuiltIn(name: string, target: TargetEngine): boolean {
  if (Object.hasOwn(MORE_BUILT_IN, name)) return isKnownBy(MORE_BUILT_IN[name] ?? {}, target);
  const isCamelCase = !/^epoch|_/.test(name) && isKnownBy(TAKES_CAMEL_CASE, target);
  return BUILT_IN.has(isCamelCase ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name);
}

/** Quoted text, letters of one kind, and single characters. */
const PART = /'(?:[^']|'')*('|$)|([A-Za-z])\2*|[^]/g;

/** What is wrong with a pattern of `java.time`, in the words of Java 21; null where it may be right. */
function patternProblem(pattern: string): string | null {
  let depth = 0;
  for (const { 0: part, 1: quote, 2: letter, index } of pattern.matchAll(PART)) {
    if (quote === '') return `Pattern ends with an incomplete string literal: ${pattern}`;
    if (letter === 'p') {
      if (!/[A-Za-z]/.test(pattern[index + part.length] ?? ''))
        return `Pad letter 'p' must be followed by valid pad pattern: ${pattern}`;
    } else if (letter !== undefined) {
      const problem = letterProblem(letter, part.length);
      if (problem !== null) return problem;
    } else if (part === '[') depth++;
    else if (part === ']') {
      // Optional sections that are not closed end with the pattern.
      if (depth-- === 0) return 'Pattern invalid as it contains ] without previous [';
    } else if ('{}#'.includes(part)) return `Pattern includes reserved character: '${part}'`;
  }
  return null;
}

function letterProblem(letter: string, count: number): string | null {
  const [counts, problem] = COUNTED_LETTERS[letter] ?? [];
  if (counts !== undefined) return counts.includes(count) ? null : `${problem}: ${letter}`;
  if (letter === 'c' && count === 2) return 'Invalid pattern "cc"';
  const [most] = MOST_LETTERS.find(([, letters]) => letters.includes(letter)) ?? [];
  if (most === undefined) return `Unknown pattern letter: ${letter}`;
  if (count <= most) return null;
  if (most < 9) return `Too many pattern letters: ${letter}`;
  return most === 9
    ? `Minimum width must be from 0 to 9 inclusive but was ${count}`
    : `The minimum width must be from 1 to 19 inclusive but was ${count}`;
}
