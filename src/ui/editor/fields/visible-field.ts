import { parseFieldId, type FieldId, type VisibleRows } from '#domain/mapping';

/** The field itself, or its nearest ancestor that is visible. */
export function visibleOf(rows: VisibleRows, id: FieldId | null, mappingsAt: string): FieldId | null {
  let current = id;
  while (current !== null && rows.indexOf(current) === -1)
    current = parseFieldId(current, mappingsAt)?.parentId ?? null;
  return current;
}
