import type { Index } from '../wire/entities.ts';
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

interface IndexField {
  readonly kind: IndexFieldKind;
  readonly read: (index: Index) => readonly string[] | boolean | number | undefined;
}

const some = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text]);
const bytes = (size: number | string | undefined) => (size === undefined ? undefined : parseSize(size));

/** What the filter of the list of indices knows, by the names of the wire. */
const FIELDS: ReadonlyMap<string, IndexField> = new Map<string, IndexField>([
  ['name', { kind: 'text', read: ({ name }) => [name] }],
  ['health', { kind: 'word', read: ({ health }) => some(health) }],
  ['status', { kind: 'word', read: ({ status }) => (status === undefined ? [] : [status, statusLabel(status)]) }],
  ['primary', { kind: 'count', read: ({ primary }) => primary }],
  ['replica', { kind: 'count', read: ({ replica }) => replica }],
  ['documents', { kind: 'count', read: ({ documents }) => documents }],
  ['documents_deleted', { kind: 'count', read: (index) => index.documents_deleted }],
  ['size', { kind: 'bytes', read: ({ size }) => bytes(size) }],
  ['primary_size', { kind: 'bytes', read: (index) => bytes(index.primary_size) }],
  ['data_stream', { kind: 'text', read: (index) => some(index.data_stream) }],
  ['aliases', { kind: 'text', read: ({ aliases }) => aliases }],
  ['hidden', { kind: 'truth', read: ({ hidden }) => hidden }],
  ['system', { kind: 'truth', read: isSystemIndex }],
  ['isFrozen', { kind: 'truth', read: ({ isFrozen }) => isFrozen }],
  ['mode', { kind: 'word', read: ({ mode }) => some(mode) }],
  ['ilmPolicyName', { kind: 'text', read: ({ ilmPolicyName }) => some(ilmPolicyName) }],
  ['uuid', { kind: 'word', read: ({ uuid }) => some(uuid) }],
]);

const BY_FOLDED: ReadonlyMap<string, IndexField> = new Map(Array.from(FIELDS, ([name, field]) => [name.toLowerCase(), field]));

/** The field that free text is looked for in (console.md section 2). */
export const DEFAULT_INDEX_FIELD = 'name';

/** The names that can stand before a colon. */
export const INDEX_FILTER_FIELDS: readonly string[] = [...FIELDS.keys()];

/** A field by its name, in capitals or not. */
export function indexField(name: string): IndexField | undefined {
  return BY_FOLDED.get(name.toLowerCase());
}

/** Texts folded once for each row; a row is a new object where anything in it has changed. */
const folded = new WeakMap<Index, Map<IndexField, readonly string[]>>();

/** The texts of a field of a row, in lower case. */
export function foldedTexts(index: Index, field: IndexField): readonly string[] {
  let known = folded.get(index);
  if (known === undefined) {
    known = new Map();
    folded.set(index, known);
  }
  let texts = known.get(field);
  if (texts === undefined) {
    const value = field.read(index);
    texts = Array.isArray(value) ? value.map((text: string) => text.toLowerCase()) : [];
    known.set(field, texts);
  }
  return texts;
}
