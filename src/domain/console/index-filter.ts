import type { Index } from '../wire/entities.ts';
import { readFilter, type FilterFault, type FilterTerm } from './filter-text.ts';
import { DEFAULT_INDEX_FIELD, foldedTexts, INDEX_FILTER_FIELDS, indexField } from './index-fields.ts';
import { readSize } from './size.ts';

/** A filter that was read: which rows it finds, and what of it could not be read. */
export interface IndexFilter {
  /** All terms that could be read hold. */
  readonly matches: (index: Index) => boolean;
  /** In the order of the text. */
  readonly faults: readonly FilterFault[];
}

type Matcher = (index: Index) => boolean;
type Field = NonNullable<ReturnType<typeof indexField>>;

/**
 * Reads a filter of the list of indices: free text is part of a name, `key:value` of a field. `*` stands for anything, and then the whole value has to fit;
 * quotes ask for exactly what they hold; numbers and sizes take `>`, `>=`, `<`, `<=`; `-` excludes. Nothing of it is ever a regular expression.
 */
export function indexFilter(text: string): IndexFilter {
  const { terms, faults } = readFilter(text);
  const found: FilterFault[] = [...faults];
  const matchers: Matcher[] = [];
  for (const term of terms) {
    const read = matcherOf(term);
    if (typeof read === 'string') found.push({ at: term.at, message: read });
    else matchers.push(term.isExcluded ? (index) => !read(index) : read);
  }
  return { matches: (index) => matchers.every((matches) => matches(index)), faults: found.sort((a, b) => a.at - b.at) };
}

/** The indices that a filter finds, in the order given. */
export function filterIndices(indices: readonly Index[], { matches }: IndexFilter): readonly Index[] {
  return indices.filter(matches);
}

/** What tells whether a row fits, or in words why the term means nothing. */
function matcherOf(term: FilterTerm): Matcher | string {
  const name = term.key ?? DEFAULT_INDEX_FIELD;
  const field = indexField(name);
  if (field === undefined) return `There is no field “${name}”. There are ${INDEX_FILTER_FIELDS.join(', ')}; put a name that has a colon in quotes.`;
  if (field.kind === 'truth') return truthMatcher(field, name, term);
  if (field.kind === 'count' || field.kind === 'bytes') return numberMatcher(field, name, term);
  return textMatcher(field, term);
}

function textMatcher(field: Field, { parts, isQuoted }: FilterTerm): Matcher {
  const wanted = parts.map((part) => part.toLowerCase());
  const [first = ''] = wanted;
  if (wanted.length > 1) return (index) => foldedTexts(index, field).some((text) => fitsWildcard(text, wanted));
  if (isQuoted || field.kind === 'word') return (index) => foldedTexts(index, field).includes(first);
  return (index) => foldedTexts(index, field).some((text) => text.includes(first));
}

/** Whether a text is the parts with anything between them. Cost: linear in the text for each part, never more. */
function fitsWildcard(text: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}

function truthMatcher(field: Field, name: string, { parts }: FilterTerm): Matcher | string {
  const value = parts.join('*').toLowerCase();
  if (value !== 'true' && value !== 'false') return `“${parts.join('*')}” is neither true nor false. Write ${name}:true or ${name}:false.`;
  const isWanted = value === 'true';
  return (index) => field.read(index) === isWanted;
}

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '': (a, b) => a === b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};

function numberMatcher(field: Field, name: string, { parts }: FilterTerm): Matcher | string {
  const value = parts.join('*');
  if (value === '*') return (index) => field.read(index) !== undefined;
  const [, sign = '', text = ''] = /^([<>]=?)?(.*)$/s.exec(value) ?? [];
  const number = field.kind === 'bytes' ? readSize(text) : /^[0-9]+$/.test(text) ? Number(text) : null;
  const compare = COMPARISONS[sign];
  if (number === null || compare === undefined) {
    const example = field.kind === 'bytes' ? `${name}:>1gb` : `${name}:>1000`;
    return `“${value}” is no ${field.kind === 'bytes' ? 'size' : 'number'}. Write one such as ${example}.`;
  }
  return (index) => {
    const read = field.read(index);
    return typeof read === 'number' && compare(read, number);
  };
}
