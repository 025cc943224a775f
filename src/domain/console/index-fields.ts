import type { Index } from './index-entities.ts';
import { isSystemIndex } from './index-rules.ts';
import { statusLabel } from './index-status.ts';
import { parseSize } from './size.ts';

/** How a field of an index is compared in a filter. */
export type IndexFieldKind =
  /** Found by a part of it. */
  | 'text'
  /** Found by the whole of it. */
  | 'word'
  | 'truth'
  | 'count'
  | 'bytes';

export interface IndexField {
  readonly kind: IndexFieldKind;
  readonly read: (index: Index) => readonly string[] | boolean | number | undefined;
}

const some = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text]);

/** What the filter of the list of indices knows, by the names of the wire. */
const FIELDS: ReadonlyMap<string, IndexField> = new Map<string, IndexField>([
  ['name', { kind: 'text', read: ({ name }) => [name] }],
  ['health', { kind: 'word', read: ({ health }) => some(health) }],
  ['status', { kind: 'word', read: ({ status }) => (status === undefined ? [] : [status, statusLabel(status)]) }],
  ['primary', { kind: 'count', read: ({ primary }) => primary }],
  ['replica', { kind: 'count', read: ({ replica }) => replica }],
  ['documents', { kind: 'count', read: ({ documents }) => documents }],
  ['documents_deleted', { kind: 'count', read: (index) => index.documents_deleted }],
  ['size', { kind: 'bytes', read: ({ size }) => parseSize(size) }],
  ['primary_size', { kind: 'bytes', read: (index) => parseSize(index.primary_size) }],
  ['data_stream', { kind: 'text', read: (index) => some(index.data_stream) }],
  ['aliases', { kind: 'text', read: ({ aliases }) => aliases }],
  ['hidden', { kind: 'truth', read: ({ hidden }) => hidden }],
  ['system', { kind: 'truth', read: isSystemIndex }],
  ['isFrozen', { kind: 'truth', read: ({ isFrozen }) => isFrozen }],
  ['mode', { kind: 'word', read: ({ mode }) => some(mode) }],
  ['ilmPolicyName', { kind: 'text', read: ({ ilmPolicyName }) => some(ilmPolicyName) }],
  ['uuid', { kind: 'word', read: ({ uuid }) => some(uuid) }],
]);

const BY_FOLDED: ReadonlyMap<string, IndexField> = new Map(
  Array.from(FIELDS, ([name, field]) => [name.toLowerCase(), field]),
);

/** The field that free text is looked for in. */
export const DEFAULT_INDEX_FIELD = 'name';

/** The names that can stand before a colon. */
export const INDEX_FILTER_FIELDS: readonly string[] = [...FIELDS.keys()];

/** A field by its name, in capitals or not. */
export function indexField(name: string): IndexField | undefined {
  return BY_FOLDED.get(name.toLowerCase());
}

/** The value of a field, with texts in lower case; one that has a single text is that text. */
export type FoldedValue = string | readonly string[] | boolean | number | undefined;

function foldedValue(index: Index, { read }: IndexField): FoldedValue {
  const value = read(index);
  if (typeof value !== 'object') return value;
  const texts = value.map((text) => text.toLowerCase());
  return texts.length === 1 ? texts[0] : texts;
}

/**
 * By the list, which is a new one where anything in it has changed: 0.4 ms for 10,000 rows, against 16 ms where each
 * row is looked up.
 */
const columns = new WeakMap<readonly Index[], Map<IndexField, readonly FoldedValue[]>>();

/** The values of a field for each row of a list. Cost: every row once for each list and field. */
export function foldedColumn(indices: readonly Index[], field: IndexField): readonly FoldedValue[] {
  let known = columns.get(indices);
  if (known === undefined) {
    known = new Map();
    columns.set(indices, known);
  }
  let column = known.get(field);
  if (column === undefined) {
    column = indices.map((index) => foldedValue(index, field));
    known.set(field, column);
  }
  return column;
}
