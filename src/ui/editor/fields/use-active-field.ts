import { useEffect, useState } from 'react';
import type { DocumentState } from '#domain/document';
import { parentPointer, joinPointer, valueAt, isObject } from '#domain/json';
import { parseFieldId, summaryOf, type FieldId, type VisibleRows } from '#domain/mapping';
import type { Editor } from '../../../machines/editor.ts';

/**
 * The field that the keyboard is on. It follows renames and the open form, and goes to a neighbour when its field is
 * removed.
 */
export function useActiveField(editor: Editor): readonly [FieldId | null, (id: FieldId | null) => void] {
  const [activeId, setActiveId] = useState<FieldId | null>(null);
  useEffect(() => {
    const { document } = editor;
    const stopEvents = document.onEvents((_events, _isOwn, follow) => {
      const { state } = document.getSnapshot();
      setActiveId((before) => (before === null ? null : (follow(before) ?? neighbourOf(state, before))));
    });
    const stopSession = editor.subscribeSession(() => {
      const { fieldToEdit } = editor.getSession();
      if (fieldToEdit !== null) setActiveId(fieldToEdit);
    });
    return () => {
      stopEvents();
      stopSession();
    };
  }, [editor]);
  return [activeId, setActiveId];
}

/** Where to go from a field that is gone: the next one beside it, the one before, or its parent. */
function neighbourOf({ body, mappingsAt }: DocumentState, id: FieldId): FieldId | null {
  const address = parseFieldId(id, mappingsAt);
  if (address === null) return null;
  const at = parentPointer(id);
  const siblings = valueAt(body, at);
  if (!isObject(siblings)) return address.parentId;
  const { names } = summaryOf(siblings);
  const next = names.find((name) => name > address.name) ?? names.at(-1);
  return next === undefined ? address.parentId : joinPointer(at, next);
}

/** The field itself, or the nearest one above it that can be seen. */
export function visibleOf(rows: VisibleRows, id: FieldId | null, mappingsAt: string): FieldId | null {
  let current = id;
  while (current !== null && rows.indexOf(current) === -1)
    current = parseFieldId(current, mappingsAt)?.parentId ?? null;
  return current;
}
