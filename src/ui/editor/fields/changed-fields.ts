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

/** Fields with what was changed about them, oldest first. */
type Changes = ReadonlyMap<FieldId, readonly Change[]>;

/** What was known of a field that an event has removed. */
interface Parked {
  /** The place in the event that takes it back of the operation that brings the field back. */
  readonly inverseIndex: number;
  /** From what was removed down to the field. */
  readonly rest: string;
  readonly changes: readonly Change[];
}

/** What the events since a version come to. Its maps by event grow with it, and are handed on to the one after the next event. */
interface Marks {
  readonly since: number;
  readonly changes: Changes;
  /** By the event that removed the fields. */
  readonly parked: Map<string, readonly Parked[]>;
  /** Whether an event takes back another one of these, or changes something itself. */
  readonly isUndo: Map<string, boolean>;
}

/** Of a patch with more operations nothing is marked: everything has changed then. */
const MARKED_LIMIT = 500;

/** By the newest event that they go up to. What was known at the one before is let go: it would grow with the square of the edits. */
const known = new WeakMap<DocumentEvent, Marks>();

/**
 * What was changed about which field after a version, in words; what was undone is no change. Cost: one pass over the fields that are marked for
 * each event that is new since the last call.
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

/** What a patch that removes a field leaves to bring it back by. */
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

/** The changes of something live that the cluster does not have: parameters and type of a field, but not what is below it. */
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
