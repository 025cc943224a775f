import type { Index } from './index-entities.ts';
import { readFilter, type FilterFault, type FilterTerm } from './filter-text.ts';
import {
  DEFAULT_INDEX_FIELD,
  foldedColumn,
  INDEX_FILTER_FIELDS,
  indexField,
  type FoldedValue,
  type IndexField,
} from './index-fields.ts';
import { readSize } from './size.ts';
import { fitsWildcard } from './wildcard.ts';

/** Whether the value of a field is what a term asks for. */
type Fits = (value: FoldedValue) => boolean;

interface Condition {
  readonly field: IndexField;
  readonly fits: Fits;
}

/** A filter that was read: what has to hold, and what of it could not be read. */
export interface IndexFilter {
  readonly conditions: readonly Condition[];
  /** In the order of the text. */
  readonly faults: readonly FilterFault[];
}

/**
 * Reads a filter of the list of indices: free text is part of a name, `key:value` of a field. `*` stands for anything,
 * and then the whole value has to fit; quotes ask for exactly what they hold; numbers and sizes take `>`, `>=`, `<`,
 * `<=`; `-` excludes. Nothing of it is ever a regular expression.
 */
export function indexFilter(text: string): IndexFilter {
  const { terms, faults } = readFilter(text);
  const found: FilterFault[] = [...faults];
  const conditions: Condition[] = [];
  for (const term of terms) {
    const read = conditionOf(term);
    if (typeof read === 'string') found.push({ at: term.at, message: read });
    else conditions.push(term.isExcluded ? { field: read.field, fits: (value) => !read.fits(value) } : read);
  }
  return { conditions, faults: found.sort((a, b) => a.at - b.at) };
}

/** The indices that a filter finds, in the order given. Cost: one pass for each condition over what is left. */
export function filterIndices(indices: readonly Index[], { conditions }: IndexFilter): readonly Index[] {
  if (conditions.length === 0) return indices;
  let left: readonly number[] | null = null;
  for (const { field, fits } of conditions) {
    const column = foldedColumn(indices, field);
    const next: number[] = [];
    if (left === null) {
      for (let at = 0; at < column.length; at++) if (fits(column[at])) next.push(at);
    } else {
      for (const at of left) if (fits(column[at])) next.push(at);
    }
    left = next;
  }
  return (left ?? []).map((at) => indices[at] as Index);
}

/** What has to hold, or in words why the term means nothing. */
function conditionOf(term: FilterTerm): Condition | string {
  const name = term.key ?? DEFAULT_INDEX_FIELD;
  const field = indexField(name);
  if (field === undefined)
    return `Unknown field “${name}”. Available fields: ${INDEX_FILTER_FIELDS.join(', ')}. Quote names that contain a colon.`;
  const fits =
    field.kind === 'truth'
      ? fitsTruth(name, term)
      : field.kind === 'count' || field.kind === 'bytes'
        ? fitsNumber(field, name, term)
        : fitsText(field, term);
  return typeof fits === 'string' ? fits : { field, fits };
}

function fitsText(field: IndexField, { parts, isQuoted }: FilterTerm): Fits {
  const wanted = parts.map((part) => part.toLowerCase());
  const [first = ''] = wanted;
  if (wanted.length > 1) return someText((text) => fitsWildcard(text, wanted));
  return someText(isQuoted || field.kind === 'word' ? (text) => text === first : (text) => text.includes(first));
}

function someText(fits: (text: string) => boolean): Fits {
  return (value) => (typeof value === 'string' ? fits(value) : typeof value === 'object' && value.some(fits));
}

function fitsTruth(name: string, { parts }: FilterTerm): Fits | string {
  const value = parts.join('*').toLowerCase();
  if (value !== 'true' && value !== 'false')
    return `“${parts.join('*')}” is neither true nor false. Use ${name}:true or ${name}:false.`;
  const isWanted = value === 'true';
  return (read) => read === isWanted;
}

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '': (a, b) => a === b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};

function fitsNumber(field: IndexField, name: string, { parts }: FilterTerm): Fits | string {
  const value = parts.join('*');
  if (value === '*') return (read) => read !== undefined;
  const [, sign = '', text = ''] = /^([<>]=?)?(.*)$/s.exec(value) ?? [];
  const number = field.kind === 'bytes' ? readSize(text) : /^[0-9]+$/.test(text) ? Number(text) : null;
  const compare = COMPARISONS[sign];
  if (number === null || compare === undefined) {
    const example = field.kind === 'bytes' ? `${name}:>1gb` : `${name}:>1000`;
    return `“${value}” is not a ${field.kind === 'bytes' ? 'size' : 'number'}. Use for example ${example}.`;
  }
  return (read) => typeof read === 'number' && compare(read, number);
}
