import { valueOnCluster, type DocumentState, type History } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { newestFirst } from '#domain/history';
import {
  deepEqual,
  isObject,
  joinPointer,
  parsePointer,
  rebasePointer,
  valueAt,
  type JsonValue,
  type Patch,
  type Pointer,
} from '#domain/json';
import type { FieldId } from '#domain/mapping';

interface Change {
  readonly eventId: string;
  readonly summary: string;
}

/** The changes of each field, oldest first. */
type Changes = ReadonlyMap<FieldId, readonly Change[]>;

/** The changes of a field that an event has removed. */
interface Parked {
  /** The index, in the event that undoes the removal, of the operation that restores the field. */
  readonly inverseIndex: number;
  /** The path from the removed value down to the field. */
  readonly rest: string;
  readonly changes: readonly Change[];
}

/**
 * The result of all events since a version. Each event adds to the maps that are keyed by event; the marks after the
 * next event share them.
 */
interface Marks {
  readonly since: number;
  readonly changes: Changes;
  /** Keyed by the ID of the event that removed the fields. */
  readonly parked: Map<string, readonly Parked[]>;
  /** Whether an event undoes another one of these events, or makes a change itself. */
  readonly isUndo: Map<string, boolean>;
}

/** A patch with more operations marks nothing: everything has changed then. */
const MARKED_LIMIT = 500;

/**
 * Keyed by the newest event that the marks cover. The marks of the event before it are discarded, or memory would grow
 * with the square of the number of edits.
 */
const known = new WeakMap<DocumentEvent, Marks>();

/**
 * The last change of each field after a version, in words; a change that was undone does not count. Cost: one pass over
 * the marked fields for each event that is new since the last call.
 */
export function changedFields(history: History, since: number, mappingsAt: Pointer): ReadonlyMap<FieldId, string> {
  const events: DocumentEvent[] = [];
  let marks: Marks = { since, changes: new Map(), parked: new Map(), isUndo: new Map() };
  for (const { event } of newestFirst(history, since)) {
    const before = known.get(event);
    if (before?.since === since) {
      marks = before;
      if (events.length > 0) known.delete(event);
      break;
    }
    events.push(event);
  }
  const [newest] = events;
  for (const event of events.reverse()) marks = withEvent(marks, event, mappingsAt);
  if (newest !== undefined) known.set(newest, marks);
  return new Map([...marks.changes].map(([id, list]) => [id, list.at(-1)?.summary ?? '']));
}

function withEvent(marks: Marks, event: DocumentEvent, mappingsAt: Pointer): Marks {
  const { id: eventId, summary, patch, undoes } = event;
  const { parked, isUndo } = marks;
  const after = new Map<FieldId, readonly Change[]>();
  const stillMade = (changes: readonly Change[]) => changes.filter((change) => change.eventId !== undoes);
  const mark = (id: FieldId | null, changes: readonly Change[]) => {
    if (id !== null && changes.length > 0) after.set(id, [...(after.get(id) ?? []), ...changes]);
  };
  const removed: Parked[] = [];
  for (const [id, changes] of marks.changes) {
    const now = rebasePointer(id, patch);
    if (now === null) removed.push(parkedBy(patch, id, changes));
    else mark(now, stillMade(changes));
  }
  if (removed.length > 0) parked.set(eventId, removed);
  const isTakingBack = undoes !== undefined && isUndo.get(undoes) === false;
  isUndo.set(eventId, isTakingBack);
  if (undoes !== undefined)
    for (const { inverseIndex, rest, changes } of parked.get(undoes) ?? []) {
      const operation = patch[inverseIndex];
      if (operation === undefined || operation.op === 'remove') continue;
      mark(rebasePointer(operation.path + rest, patch.slice(inverseIndex + 1)), stillMade(changes));
    }
  if (!isTakingBack && patch.length <= MARKED_LIMIT)
    for (const id of fieldsIn(patch, mappingsAt)) mark(id, [{ eventId, summary }]);
  return { ...marks, changes: after };
}

/** What is kept of a field that a patch removes, to restore its changes when the removal is undone. */
function parkedBy(patch: Patch, field: FieldId, changes: readonly Change[]): Parked {
  let current = field;
  for (const [index, operation] of patch.entries()) {
    const next = rebasePointer(current, [operation]);
    if (next === null)
      return { inverseIndex: patch.length - 1 - index, rest: current.slice(operation.path.length), changes };
    current = next;
  }
  throw new Error('The patch does not remove the field');
}

/** The fields that a patch changes, by their IDs after the patch. */
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

/**
 * The changes of a live document that the cluster does not have: parameters and type of a field, but not the fields
 * below it.
 */
export function notOnCluster(
  changes: ReadonlyMap<FieldId, string>,
  state: Pick<DocumentState, 'body' | 'mappingsAt'>,
): ReadonlyMap<FieldId, string> {
  const isOnCluster = (id: FieldId) => {
    const [here, there] = [valueAt(state.body, id), valueOnCluster(state, id)].map(ownMembers);
    return there !== undefined && deepEqual(here, there);
  };
  return new Map([...changes].filter(([id]) => !isOnCluster(id)));
}

function ownMembers(definition: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(definition)) return definition;
  return Object.fromEntries(Object.entries(definition).filter(([name]) => name !== 'properties' && name !== 'fields'));
}
