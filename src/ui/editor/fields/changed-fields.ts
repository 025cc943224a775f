import type { History } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { newestFirst } from '#domain/history';
import { parsePointer, rebasePointer, joinPointer, type Patch, type Pointer } from '#domain/json';
import type { FieldId } from '#domain/mapping';

interface Change {
  readonly eventId: string;
  readonly summary: string;
}

/** Fields with what was changed about them, oldest first. */
type Changes = ReadonlyMap<FieldId, readonly Change[]>;

/** Of a patch with more operations nothing is marked: everything has changed then. */
const MARKED_LIMIT = 500;
const NOTHING: Changes = new Map();

/** By the newest event that they go up to. What was known at the one before is let go: it would grow with the square of the edits. */
const known = new WeakMap<DocumentEvent, { readonly since: number; readonly changes: Changes }>();

/**
 * What was changed about which field after a version, in words. Cost: one pass over the fields that are marked for
 * each event that is new since the last call.
 */
export function changedFields(history: History, since: number, mappingsAt: Pointer): ReadonlyMap<FieldId, string> {
  const events: DocumentEvent[] = [];
  let changes = NOTHING;
  for (const { event } of newestFirst(history, since)) {
    const before = known.get(event);
    if (before?.since === since) {
      changes = before.changes;
      if (events.length > 0) known.delete(event);
      break;
    }
    events.push(event);
  }
  const [newest] = events;
  for (const event of events.reverse()) changes = withEvent(changes, event, mappingsAt);
  if (newest !== undefined) known.set(newest, { since, changes });
  return new Map([...changes].map(([id, list]) => [id, list.at(-1)?.summary ?? '']));
}

function withEvent(
  before: Changes,
  { id: eventId, summary, patch, undoes }: DocumentEvent,
  mappingsAt: Pointer,
): Changes {
  const after = new Map<FieldId, readonly Change[]>();
  for (const [id, changes] of before) {
    const now = rebasePointer(id, patch);
    const standing = changes.filter((change) => change.eventId !== undoes);
    if (now !== null && standing.length > 0) after.set(now, standing);
  }
  const wasMarked = [...before.values()].some((changes) => changes.some((change) => change.eventId === undoes));
  if (wasMarked || patch.length > MARKED_LIMIT) return after;
  for (const id of fieldsIn(patch, mappingsAt)) after.set(id, [...(after.get(id) ?? []), { eventId, summary }]);
  return after;
}

/** The fields that a patch changes, as they are called after it. */
function fieldsIn(patch: Patch, mappingsAt: Pointer): ReadonlySet<FieldId> {
  const fields = new Set<FieldId>();
  patch.forEach((operation, index) => {
    const field = fieldAround(operation.path, mappingsAt);
    if (field === null || (operation.op === 'remove' && field === operation.path)) return;
    const now = rebasePointer(field, patch.slice(index + 1));
    if (now !== null) fields.add(now);
  });
  return fields;
}

/** The innermost field that a place in the mappings belongs to, or null. */
export function fieldAround(pointer: Pointer, mappingsAt: Pointer): FieldId | null {
  if (!pointer.startsWith(`${mappingsAt}/properties/`)) return null;
  const tokens = parsePointer(pointer.slice(mappingsAt.length));
  let id = mappingsAt;
  let found: FieldId | null = null;
  for (let index = 0; index + 1 < tokens.length; index += 2) {
    const container = tokens[index] as string;
    if (container !== 'properties' && container !== 'fields') break;
    id = joinPointer(id, container, tokens[index + 1] as string);
    found = id;
  }
  return found;
}
