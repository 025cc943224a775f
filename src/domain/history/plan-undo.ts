import type { DocumentEvent } from '../events/event.ts';
import { keepsOrder, RULES } from '../events/rules.ts';
import { literalIn, withLiteral } from '../json/literals.ts';
import { isIndexName } from '../json/member-order.ts';
import { OperationIndex } from '../json/operation-index.ts';
import { rebasePointer, touches, valueAt, type Body, type Operation, type Patch } from '../json/patch.ts';
import { isWithin, lastToken, joinPointer, parentPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, type JsonObject } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { Followers } from './followers.ts';
import { trackPointer } from './track-pointer.ts';
import type { HistoryNode } from '../state/history-fold.ts';
import { bodyAt, eventsAfter } from './time-travel.ts';

/** The conflict that prevents the undo of an event. */
export interface UndoConflict {
  /** The place that was changed since, as the event left it. */
  readonly at: Pointer;
  /** The last event that changed it. */
  readonly by: DocumentEvent | undefined;
}

type UndoPlan = { readonly patch: Patch } | { readonly conflict: UndoConflict };

/** An operation of an inverse that puts a member into an object. */
type Placing = Extract<Operation, { readonly op: 'add' | 'move' }>;

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
 *
 * A member comes back in front of the first of those that followed it and are still in its object. It becomes the last
 * member where none of them is, and where the event is of the first rules, which say nothing of places. When the undo
 * itself is decided by the first `rules`, followers are not looked for.
 */
export function planUndo(state: DocumentState, node: HistoryNode, rules: number = RULES): UndoPlan {
  const { inverse } = node.event;
  // Nothing has happened since, or all of it was taken back.
  if (state.history.tip?.sameAs === node.sameAs) return { patch: inverse };
  const since = eventsAfter(state.history, node.version);
  const bodyLeft = bodyAt(state, node.version);
  const rebased = new OperationIndex();
  const rebase: Rebase = {
    state,
    inverse: new OperationIndex(inverse),
    rebased,
    since,
    bodyLeft,
    ...(keepsOrder(rules) && { followers: new Followers({ left: bodyLeft, today: state.body, since }) }),
  };
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
  /** Absent by rules that do not keep the order of members. */
  readonly followers?: Followers;
}

function rebaseOperation(rebase: Rebase, index: number): Operation | { readonly at: Pointer } {
  const operation = rebase.inverse.operations[index] as Operation;
  switch (operation.op) {
    case 'add': {
      const vacant = vacancy(rebase, index, operation.path);
      if (vacant === null) return { at: leftAt(rebase, index, operation.path) };
      if (rebase.followers === undefined) return { ...operation, path: vacant.path };
      const { value } = operation;
      const back: Operation = { op: 'add', path: vacant.path, value, ...nextMember(rebase, index, operation, vacant) };
      return withLiteral(back, 'value', literalIn(operation as unknown as JsonObject, 'value'));
    }
    case 'move': {
      const from = locate(rebase, index, operation.from);
      const vacant = vacancy(rebase, index, operation.path);
      if (from === null || vacant === null)
        return { at: leftAt(rebase, index, from === null ? operation.from : operation.path) };
      return { op: 'move', from: from.now, path: vacant.path, ...nextMember(rebase, index, operation, vacant) };
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

/** A place for a member, and the container that it is in: absent for the whole body. */
interface Vacancy {
  readonly path: Pointer;
  readonly parent?: Place;
}

/** Where a member can be put back: its container is still there, and nothing has taken its name. */
function vacancy(rebase: Rebase, index: number, path: Pointer): Vacancy | null {
  const key = lastToken(path);
  if (key === undefined) return { path };
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
  return isTaken && !wasTaken ? null : { path: joinPointer(parent.now, key), parent };
}

/** In front of which member one is put back; nothing where it becomes the last one. */
function nextMember(
  rebase: Rebase,
  index: number,
  operation: Placing,
  { parent }: Vacancy,
): { readonly before?: string } {
  const { before } = operation;
  if (before === undefined || parent === undefined || rebase.followers === undefined) return {};
  const next = parent.before === undefined ? before : follower(rebase, index, operation, before, parent);
  return next === undefined ? {} : { before: next };
}

/** Of a member and those that followed it, the first one by today's order; undefined where none of them is there. */
function follower(
  rebase: Rebase,
  index: number,
  operation: Placing,
  before: string,
  { now, before: holder }: Place,
): string | undefined {
  const { inverse, rebased, followers } = rebase;
  const place = joinPointer(parentPointer(operation.path), before);
  const nameIn = (found: Pointer | null) =>
    found !== null && parentPointer(found) === now ? lastToken(found) : undefined;
  const origin = traceBack(inverse, index, place);
  // The inverse has put it there itself.
  if (holder === undefined || origin.madeBy !== undefined || origin.rest !== joinPointer(holder.left, before))
    return nameIn(locate(rebase, index, place)?.now ?? null);
  const moved = operation.op === 'move' ? traceBack(inverse, index, operation.from).rest : undefined;
  for (const { left, today } of followers?.from(origin.rest, holder) ?? []) {
    const name = nameIn(rebased.rebase(today));
    // What the inverse has moved by now stands elsewhere.
    if (name === undefined || name !== lastToken(today) || left === moved) continue;
    if (!isIndexName(name)) return name;
  }
  return undefined;
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

/**
 * Walks a pointer back over the operations before `index`: to the body that the event left, or to the one that made it.
 */
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
