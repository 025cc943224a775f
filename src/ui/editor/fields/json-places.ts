import { findNodeAtLocation, getLocation, parseTree } from 'jsonc-parser';
import { joinPointer, parsePointer, type Pointer } from '#domain/json';
import type { FieldId } from '#domain/mapping';

/** In longer texts the place of a field is not searched for: the parser takes about a second for 10 Mi characters. */
const SEARCH_LIMIT = 5 * 1024 * 1024;

/** The offset of a field's member in the text of the mappings, or undefined. */
export function offsetOfField(text: string, field: FieldId, mappingsAt: Pointer): number | undefined {
  if (text.length > SEARCH_LIMIT || !field.startsWith(mappingsAt)) return undefined;
  const root = parseTree(text);
  const node = root === undefined ? undefined : findNodeAtLocation(root, parsePointer(field.slice(mappingsAt.length)));
  return node?.parent?.offset ?? node?.offset;
}

/** The innermost field that a place in the text of the mappings belongs to, or null. */
export function fieldAtOffset(text: string, offset: number, mappingsAt: Pointer): FieldId | null {
  if (text.length > SEARCH_LIMIT) return null;
  const { path } = getLocation(text, offset);
  let id: Pointer = mappingsAt;
  let found: FieldId | null = null;
  for (let index = 0; index + 1 < path.length; index += 2) {
    const container = path[index];
    const name = path[index + 1];
    if ((container !== 'properties' && container !== 'fields') || typeof name !== 'string') break;
    id = joinPointer(id, container, name);
    found = id;
  }
  return found;
}
