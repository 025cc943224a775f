import type { DocumentEvent } from '../events/event.ts';
import { OperationIndex } from '../json/operation-index.ts';
import { rebasePointer, touches, valueAt, type Body, type Operation, type Patch } from '../json/patch.ts';
import { isWithin, lastToken, joinPointer, parentPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { trackPointer } from './track-pointer.ts';
import type { HistoryNode } from '../state/history-fold.ts';
import { bodyAt, eventsAfter } from './time-travel.ts';

/** What stands in the way of taking an event back. */
export interface UndoConflict {
  /** The place that was changed since, as the event left it. */
  readonly at: Pointer;
  /** The last event that changed it. */
  readonly by: DocumentEvent | undefined;
}

type UndoPlan = { readonly patch: Patch } | { readonly conflict: UndoConflict };

/** A place that an inverse operation names, found again. */
interface Place {
  /** When the operation's turn comes: behind the operations before it. */
  readonly now: Pointer;
  /** In the body that the event left and in today's; absent for a place that the inverse itself has made by then. */
  readonly before?: { readonly left: Pointer; readonly today: Pointer };
}

/**
 * The patch that takes one event back today: its inverse, with every pointer moved along with what happened since.
 * A conflict where a value that it would change is no longer what the event left there.
 */
export function planUndo(state: DocumentState, node: HistoryNode): UndoPlan {
  const { inverse } = node.event;
  // Nothing has happened since, or all of it was taken back.
  if (state.history.tip?.sameAs === node.sameAs) return { patch: inverse };
  const since = eventsAfter(state.history, node.version);
  const bodyLeft = bodyAt(state, node.version);
  const rebased = new OperationIndex();
  const rebase: Rebase = { state, inverse: new OperationIndex(inverse), rebased, since, bodyLeft };
  for (let index = 0; index < inverse.length; index++) {
    const operation = rebaseOperation(rebase, index);
    if ('at' in operation) return { conflict: { at: operation.at, by: lastToTouch(operation.at, since) } };
    rebased.push(operation);
  }
  return { patch: rebased.operations };
}

interface Rebase {
  readonly state: DocumentState;
  readonly inverse: OperationIndex;
  /** The operations before the current one, as they will be applied. */
  readonly rebased: OperationIndex;
  readonly since: readonly DocumentEvent[];
  /** The body as the event left it. */
  readonly bodyLeft: Body;
}

function rebaseOperation(rebase: Rebase, index: number): Operation | { readonly at: Pointer } {
  const operation = rebase.inverse.operations[index] as Operation;
  switch (operation.op) {
    case 'add': {
      const path = vacancy(rebase, index, operation.path);
      return path === null ? { at: leftAt(rebase, index, operation.path) } : { ...operation, path };
    }
    case 'move': {
      const from = locate(rebase, index, operation.from);
      const path = vacancy(rebase, index, operation.path);
      if (from === null || path === null)
        return { at: leftAt(rebase, index, from === null ? operation.from : operation.path) };
      return { op: 'move', from: from.now, path };
    }
    default: {
      const place = locate(rebase, index, operation.path);
      const isAsLeft =
        place !== null &&
        (place.before === undefined ||
          deepEqual(valueAt(rebase.bodyLeft, place.before.left), valueAt(rebase.state.body, place.before.today)));
      return isAsLeft ? { ...operation, path: place.now } : { at: leftAt(rebase, index, operation.path) };
    }
  }
}

/** Where a member can be put back: its container is still there, and nothing has taken its name. */
function vacancy(rebase: Rebase, index: number, path: Pointer): Pointer | null {
  const key = lastToken(path);
  if (key === undefined) return path;
  const parent = locate(rebase, index, parentPointer(path));
  if (parent === null) return null;
  // Somebody may have put a value of another kind in its place, which has no members.
  if (parent.before !== undefined) {
    const [left, today] = [
      valueAt(rebase.bodyLeft, parent.before.left),
      valueAt(rebase.state.body, parent.before.today),
    ];
    if (Array.isArray(left) ? !Array.isArray(today) : !isObject(today)) return null;
  }
  const isTaken =
    parent.before !== undefined && valueAt(rebase.state.body, joinPointer(parent.before.today, key)) !== undefined;
  const wasTaken =
    parent.before !== undefined && valueAt(rebase.bodyLeft, joinPointer(parent.before.left, key)) !== undefined;
  // The inverse itself clears the name where the event had put something there.
  return isTaken && !wasTaken ? null : joinPointer(parent.now, key);
}

/** Finds a place that exists before operation `index` of the inverse. */
function locate({ inverse, rebased, since, ...rest }: Rebase, index: number, pointer: Pointer): Place | null {
  const origin = traceBack(inverse, index, pointer);
  if (origin.madeBy !== undefined) {
    const made = rebased.operations[origin.madeBy] as Operation;
    const now = rebased.rebase(made.path + origin.rest, origin.madeBy + 1);
    return now === null ? null : { now };
  }
  const followed = trackPointer(origin.rest, since);
  if (followed === null || valueAt(rest.state.body, followed) === undefined) return null;
  const now = rebased.rebase(followed);
  return now === null ? null : { now, before: { left: origin.rest, today: followed } };
}

/** Walks a pointer back over the operations before `index`: to the body that the event left, or to the one that made it. */
function traceBack(inverse: OperationIndex, index: number, pointer: Pointer): { madeBy?: number; rest: Pointer } {
  let current = pointer;
  for (let at = inverse.lastAbove(current, index); at !== -1; at = inverse.lastAbove(current, at)) {
    const operation = inverse.operations[at] as Operation;
    if (operation.op === 'remove' || !isWithin(current, operation.path)) continue;
    const rest = current.slice(operation.path.length);
    if (operation.op !== 'move') return { madeBy: at, rest };
    current = operation.from + rest;
  }
  return { rest: current };
}

function leftAt({ inverse }: Rebase, index: number, pointer: Pointer): Pointer {
  const { madeBy, rest } = traceBack(inverse, index, pointer);
  return madeBy === undefined ? rest : pointer;
}

function lastToTouch(pointer: Pointer, since: readonly DocumentEvent[]): DocumentEvent | undefined {
  let last: DocumentEvent | undefined;
  let current: Pointer | null = pointer;
  for (const event of since) {
    if (touches(event.patch, current)) last = event;
    current = rebasePointer(current, event.patch);
    if (current === null) return event;
  }
  return last;
}
