/** What stands between the names of a path where people read it. */
export const PATH_SEPARATOR = ' > ';

/** What a gap between two parts of a term may be in a text, the longest first. */
const GAPS = {
  /** Between words: an optional separator. */
  ' ': [PATH_SEPARATOR, '.', '_', '-', ' ', ''],
  /** Between the names of a path: a dot or `>` that was typed stands for a step, or for itself in a name. */
  '.': [PATH_SEPARATOR, '.', '>'],
} as const;

type Gap = keyof typeof GAPS;

/** What a term looks for in a text: its parts one after the other, with a gap between any two. */
export interface Pattern {
  readonly parts: readonly string[];
  readonly gaps: readonly Gap[];
  /** Parts and gaps as one text: a pattern whose text lies within another's matches wherever that one does. */
  readonly text: string;
}

/** A term's words, in lower case; those of one path, `host.name` or `host > name`, are one word. */
export function wordsOf(term: string): readonly string[] {
  return term
    .toLowerCase()
    .replaceAll(/\s*>\s*/g, '.')
    .split(/\s+/)
    .filter((word) => partsOf(word).length > 0);
}

/** The names in a word; a run of dots is part of a name. */
function partsOf(word: string): readonly string[] {
  return word.split(/(?<!\.)\.(?!\.)/).filter((part) => part !== '');
}

/** At least one word. */
export function patternOf(words: readonly string[]): Pattern {
  const parts: string[] = [];
  const gaps: Gap[] = [];
  for (const word of words) {
    partsOf(word).forEach((part, index) => {
      if (parts.length > 0) gaps.push(index === 0 ? ' ' : '.');
      parts.push(part);
    });
  }
  return {
    parts,
    gaps,
    text: parts.map((part, index) => part + (gaps[index] === undefined ? '' : `\u0000${gaps[index]}\u0000`)).join(''),
  };
}

/** Where the first match at or behind `from` starts in a folded text, or -1. */
export function startIn(pattern: Pattern, text: string, from = 0): number {
  const first = pattern.parts[0] as string;
  let start = text.indexOf(first, from);
  if (pattern.parts.length === 1) return start;
  while (start !== -1 && endAt(pattern, text, start) === -1) start = text.indexOf(first, start + 1);
  return start;
}

/** Where a match that starts at `start` ends, the longest there is, or -1. */
export function endAt({ parts, gaps }: Pattern, text: string, start: number): number {
  const first = parts[0] as string;
  if (!text.startsWith(first, start)) return -1;
  if (parts.length === 1) return start + first.length;
  if (parts.length === 2) return endOfSecond(text, start + first.length, GAPS[gaps[0] as Gap], parts[1] as string);
  // A part may begin like a separator, so a match has several ways on: all are followed at once, each place but once.
  let ends: readonly number[] = [start + first.length];
  for (let index = 1; index < parts.length && ends.length > 0; index++)
    ends = endsOf(text, ends, GAPS[gaps[index - 1] as Gap], parts[index] as string);
  return Math.max(-1, ...ends);
}

/** Most terms have two parts; no list is made for them. */
function endOfSecond(text: string, start: number, separators: readonly string[], part: string): number {
  for (const separator of separators) {
    const partStart = start + separator.length;
    if (text.startsWith(part, partStart) && text.startsWith(separator, start)) return partStart + part.length;
  }
  return -1;
}

function endsOf(
  text: string,
  starts: readonly number[],
  separators: readonly string[],
  part: string,
): readonly number[] {
  const ends: number[] = [];
  for (const start of starts) {
    for (const separator of separators) {
      const end = start + separator.length + part.length;
      if (text.startsWith(separator, start) && text.startsWith(part, start + separator.length) && !ends.includes(end))
        ends.push(end);
    }
  }
  return ends;
}
