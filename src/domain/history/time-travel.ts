import type { DocumentEvent } from '../events/event.ts';
import {
  PatchTarget,
  rebaseOver,
  rebasePointer,
  touches,
  type Body,
  type Operation,
  type Patch,
} from '../json/patch.ts';
import { isWithin, parsePointer, type Pointer } from '../json/pointer.ts';
import { CHILD_CONTAINERS } from '../mapping/field.ts';
import type { DocumentState } from '../state/state.ts';
import type { History, HistoryNode } from '../state/history-fold.ts';

/** The events from the newest down to, but without, `version`. */
export function* newestFirst(history: History, version = 0): Generator<HistoryNode> {
  for (let node = history.tip; node !== null && node.version > version; node = node.previous) yield node;
}

/** The events after `version`, oldest first. */
export function eventsAfter(history: History, version: number): readonly DocumentEvent[] {
  return Array.from(newestFirst(history, version), ({ event }) => event).reverse();
}

/**
 * The body as it was after `version` events. Cost: the events since.
 * @throws RangeError for a version that the log has not.
 */
export function bodyAt(state: DocumentState, version: number): Body {
  if (!Number.isInteger(version) || version < 0 || version > state.history.version) {
    throw new RangeError(`There is no version ${version}: the log has ${state.history.version}`);
  }
  const target = new PatchTarget(state.body, { tracksTouched: false });
  for (const { event } of newestFirst(state.history, version)) target.apply(event.inverse);
  return target.body;
}

/** An event that changed a place, and where the place was then. */
export interface Blame {
  readonly node: HistoryNode;
  readonly at: Pointer;
}

/**
 * The events that changed the thing at `pointer`, newest first, back to the one that made it; lazily, so asking for
 * the last change costs the events since. A field is changed also where what holds it was renamed, since its own name
 * is another then; a parameter is not.
 * @public
 */
export function* blame(history: History, pointer: Pointer): Generator<Blame> {
  const isNamedByParents = isInContainer(pointer);
  let current = pointer;
  for (const node of newestFirst(history)) {
    const { patch, inverse } = node.event;
    const before = rebasePointer(current, inverse);
    if (before === null || changes(patch, before, isNamedByParents)) yield { node, at: current };
    if (before === null) return;
    current = before;
  }
}

/**
 * Whether a patch changes the value at `pointer` before it; with `isNamedByParents`, a rename of an ancestor counts.
 */
function changes(patch: Patch, pointer: Pointer, isNamedByParents: boolean): boolean {
  let current: Pointer | null = pointer;
  for (const operation of patch) {
    if (isChangedBy(operation, current, isNamedByParents)) return true;
    current = rebaseOver(current, operation);
    if (current === null) return true;
  }
  return false;
}

function isChangedBy(operation: Operation, pointer: Pointer, isNamedByParents: boolean): boolean {
  const isMoveOfParent = operation.op === 'move' && operation.from !== pointer && isWithin(pointer, operation.from);
  return isMoveOfParent ? isNamedByParents : touches([operation], pointer);
}

/** Whether a pointer is that of a field: a member of a container of fields. */
export function isInContainer(pointer: Pointer): boolean {
  const container = parsePointer(pointer).at(-2);
  return container !== undefined && (CHILD_CONTAINERS as readonly string[]).includes(container);
}
