import { canHaveChildFields } from '#domain/catalogue';
import { typeOf, type FieldId, type VisibleRows } from '#domain/mapping';

/** The action of a key in a tree. */
export type TreeAction =
  | { readonly kind: 'move'; readonly index: number }
  | { readonly kind: 'expand'; readonly ids: readonly FieldId[]; readonly isExpanded: boolean }
  | { readonly kind: 'edit' }
  | { readonly kind: 'add'; readonly parent: FieldId | null }
  | { readonly kind: 'remove' }
  /** The key belongs to the tree, but does nothing here. */
  | { readonly kind: 'none' };

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The action of a key on a row; null for keys that every grid handles, and for other keys. */
export function treeKey(
  { key, ctrlKey, metaKey, altKey }: PressedKey,
  rows: VisibleRows,
  index: number,
): TreeAction | null {
  if (ctrlKey || metaKey || altKey || index < 0 || index >= rows.count) return null;
  const row = rows.rowAt(index);
  switch (key) {
    case 'ArrowRight':
      if (!row.hasChildren) return { kind: 'none' };
      return row.isExpanded ? { kind: 'move', index: index + 1 } : { kind: 'expand', ids: [row.id], isExpanded: true };
    case 'ArrowLeft':
      if (row.isExpanded) return { kind: 'expand', ids: [row.id], isExpanded: false };
      return row.parentId === null ? { kind: 'none' } : { kind: 'move', index: rows.indexOf(row.parentId) };
    case '*':
      return { kind: 'expand', ids: closedSiblings(rows, index), isExpanded: true };
    case 'Enter':
      return { kind: 'edit' };
    case 'Insert':
      return { kind: 'add', parent: canHaveChildFields(typeOf(row.definition)) ? row.id : row.parentId };
    case 'Delete':
      return { kind: 'remove' };
    default:
      return null;
  }
}

/**
 * The row itself and the fields beside it that are collapsed and have children. Cost: the visible rows below their
 * parent.
 */
function closedSiblings(rows: VisibleRows, index: number): readonly FieldId[] {
  const { level, parentId } = rows.rowAt(index);
  const ids: FieldId[] = [];
  const first = parentId === null ? 0 : rows.indexOf(parentId) + 1;
  for (let at = first; at < rows.count; at++) {
    const row = rows.rowAt(at);
    if (row.level < level) break;
    if (row.level === level && row.hasChildren && !row.isExpanded) ids.push(row.id);
  }
  return ids;
}

export interface TypedAhead {
  readonly text: string;
  /** The time of the last letter, by the clock of the events. */
  readonly at: number;
}

/** A pause after which a letter begins a new word, in ms. */
const PAUSE_MS = 700;

/** Finds the next row whose name begins with what was typed; null for a key that is no letter. */
export function typeAhead(
  { key, ctrlKey, metaKey, altKey, timeStamp }: PressedKey & { readonly timeStamp: number },
  typed: TypedAhead,
  rows: VisibleRows,
  index: number,
): { readonly typed: TypedAhead; readonly index: number } | null {
  // One character, whatever its length in UTF-16; "/" focuses the search.
  if (ctrlKey || metaKey || altKey || [...key].length !== 1 || key === ' ' || key === '/' || key === '?') return null;
  const text = (timeStamp - typed.at > PAUSE_MS ? '' : typed.text) + key.toLowerCase();
  // A repeated letter goes on to the next row that begins with it.
  const isRepeated = [...text].every((letter) => letter === key.toLowerCase());
  const wanted = isRepeated ? key.toLowerCase() : text;
  const start = isRepeated ? index + 1 : index;
  for (let step = 0; step < rows.count; step++) {
    const at = (start + step) % rows.count;
    if (rows.rowAt(at).name.toLowerCase().startsWith(wanted)) return { typed: { text, at: timeStamp }, index: at };
  }
  return { typed: { text, at: timeStamp }, index };
}
