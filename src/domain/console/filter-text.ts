/** One condition of a filter, as it is written: `health:green`, `-logs*`, `"exactly this"`. */
export interface FilterTerm {
  /** As written in the text. */
  readonly source: string;
  /** Start offset in the text, from 0. */
  readonly at: number;
  readonly isExcluded: boolean;
  /** Before the colon; null for free text. */
  readonly key: string | null;
  /** Without quotes and escapes; `*` that stands for anything is between the parts. */
  readonly parts: readonly string[];
  /** In quotes: the whole value has to be this. */
  readonly isQuoted: boolean;
}

/** A syntax error of a filter. */
export interface FilterFault {
  /** From 0. */
  readonly at: number;
  readonly message: string;
}

interface ReadValue {
  readonly parts: readonly string[];
  readonly isQuoted: boolean;
  readonly end: number;
  readonly fault?: FilterFault;
}

const SPACE = /\s/;

/**
 * Parses the text of a filter into terms, all of which have to match. A backslash escapes the next character. A syntax
 * error is a fault; the terms around it are still parsed. Cost: one pass.
 */
export function readFilter(text: string): {
  readonly terms: readonly FilterTerm[];
  readonly faults: readonly FilterFault[];
} {
  const terms: FilterTerm[] = [];
  const faults: FilterFault[] = [];
  let position = 0;
  while (position < text.length) {
    if (SPACE.test(text.charAt(position))) {
      position++;
      continue;
    }
    const at = position;
    const isExcluded = text.charAt(at) === '-';
    const start = isExcluded ? at + 1 : at;
    const colon = keyEnd(text, start);
    const key = colon === null ? null : text.slice(start, colon);
    const value = readValue(text, colon === null ? start : colon + 1);
    position = value.end;
    const source = text.slice(at, position);
    const isEmpty = !value.isQuoted && value.parts.length === 1 && value.parts[0] === '';
    if (value.fault !== undefined) faults.push(value.fault);
    else if (isEmpty)
      faults.push({
        at,
        message:
          key === null
            ? `“${source}” excludes nothing. Enter a term after it.`
            : `“${source}” has no value. Enter one after the colon.`,
      });
    else terms.push({ source, at, isExcluded, key, parts: value.parts, isQuoted: value.isQuoted });
  }
  return { terms, faults };
}

/** Where the colon behind a key stands, or null where there is no key. */
function keyEnd(text: string, start: number): number | null {
  let end = start;
  while (/[\w.]/.test(text.charAt(end))) end++;
  return end > start && text.charAt(end) === ':' ? end : null;
}

function readValue(text: string, start: number): ReadValue {
  if (text.charAt(start) === '"') return readQuoted(text, start);
  const parts = [''];
  let position = start;
  while (position < text.length && !SPACE.test(text.charAt(position))) {
    let character = text.charAt(position);
    if (character === '*') {
      parts.push('');
    } else {
      if (character === '\\' && position + 1 < text.length) character = text.charAt(++position);
      parts[parts.length - 1] = `${parts.at(-1) ?? ''}${character}`;
    }
    position++;
  }
  return { parts, isQuoted: false, end: position };
}

function readQuoted(text: string, start: number): ReadValue {
  let value = '';
  for (let position = start + 1; position < text.length; position++) {
    let character = text.charAt(position);
    if (character === '"') {
      const end = position + 1;
      if (end < text.length && !SPACE.test(text.charAt(end))) {
        const rest = /^\S*/.exec(text.slice(end))?.[0] ?? '';
        return {
          parts: [value],
          isQuoted: true,
          end: end + rest.length,
          fault: { at: end, message: `“${rest}” follows a quote. Add a space between them.` },
        };
      }
      return { parts: [value], isQuoted: true, end };
    }
    if (character === '\\' && position + 1 < text.length) character = text.charAt(++position);
    value += character;
  }
  return {
    parts: [value],
    isQuoted: true,
    end: text.length,
    fault: { at: start, message: 'Unclosed quote. Close it with ".' },
  };
}

/** A value as it has to be written to be found exactly, whatever it holds. */
export function quoteValue(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Whether a filter contains all terms of an expression. */
export function hasExpression(filter: string, expression: string): boolean {
  const sources = new Set(readFilter(filter).terms.map(({ source }) => source));
  const wanted = readFilter(expression).terms;
  return wanted.length > 0 && wanted.every(({ source }) => sources.has(source));
}

/** The filter with an expression appended, unless it contains it already. */
export function withExpression(filter: string, expression: string): string {
  if (hasExpression(filter, expression)) return filter;
  return filter.trim() === '' ? expression : `${filter.trimEnd()} ${expression}`;
}

/** The filter without the terms of an expression; everything else stays as it is written. */
export function withoutExpression(filter: string, expression: string): string {
  const unwanted = new Set(readFilter(expression).terms.map(({ source }) => source));
  const removed = readFilter(filter).terms.filter(({ source }) => unwanted.has(source));
  const rest = removed.reduceRight(
    (text, { at, source }) => text.slice(0, at) + text.slice(at + source.length).trimStart(),
    filter,
  );
  return rest.trim();
}
