import { OperationIndex } from '../json/operation-index.ts';
import { valueAt, type Body, type Operation } from '../json/patch.ts';
import { isWithin, joinPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, member, type JsonValue } from '../json/value.ts';
import type { HistoryNode } from '../state/history-fold.ts';

/** What is left of an event at the end of a stretch of its log. */
export type Effect =
  /** These places are as the event has made them, and differ from what the event would be sent to. */
  | { readonly kind: 'stands'; readonly places: readonly Pointer[] }
  /** `by` is the event that undid or overrode the last of it; null where nothing differs by it. */
  | { readonly kind: 'superseded'; readonly by: HistoryNode | null };

/** What an operation makes of one place. */
interface Trace {
  readonly at: Pointer;
  /** Whether the operation gives the place its name, rather than its value. */
  readonly isPresence?: true;
  /** Whether a value, also that of a place above, leaves the place as it was made. */
  keeps(value: JsonValue | undefined): boolean;
}

/** An event, with what its operations have made of places. */
export interface TracedEvent {
  readonly node: HistoryNode;
  /** For each operation of its patch. */
  readonly traces: readonly (readonly Trace[])[];
}

/** What the last document is compared with. */
export interface Compared {
  /** Whether a place of it has another value than the last document. */
  differs(at: Pointer): boolean;
  /** Whether it has a place of the last document at all. */
  has(at: Pointer): boolean;
}

export interface TracedBodies {
  /** The document as the event left it. */
  readonly after: () => Body;
  /** What the last document is compared with has at a place. */
  readonly valueThere: (at: Pointer) => JsonValue | undefined;
}

/**
 * An event with the traces of its operations. Cost: the values in its patch, those that it has moved, and what these
 * are compared with.
 */
export function tracedEvent(node: HistoryNode, bodies: TracedBodies): TracedEvent {
  return { node, traces: node.event.patch.map((operation) => [...tracesOf(operation, bodies)]) };
}

/**
 * What is left of each of some events, by their ids; they are one after another, the oldest first. A field that was
 * renamed is no longer there under the name that earlier events gave it: the renaming has its effect, they have not.
 * Lists are values as a whole. Cost: the values in the patches of the events, and those that they have moved.
 */
export function effectsIn(events: readonly TracedEvent[], there: Compared): ReadonlyMap<string, Effect> {
  const index = new OperationIndex();
  const owners: HistoryNode[] = [];
  for (const { node } of events)
    for (const operation of node.event.patch) {
      index.push(operation);
      owners.push(node);
    }
  let number = -1;
  return new Map(
    events.map(({ node, traces }): readonly [string, Effect] => {
      const places: Pointer[] = [];
      let last = -1;
      for (const ofOperation of traces) {
        number++;
        for (const trace of ofOperation) {
          const over = overriddenAt(trace, index, number + 1);
          if (over !== -1) last = Math.max(last, over);
          else if (trace.isPresence ? !there.has(trace.at) : there.differs(trace.at)) places.push(trace.at);
        }
      }
      if (places.length > 0) return [node.event.id, { kind: 'stands', places }];
      return [node.event.id, { kind: 'superseded', by: owners[last] ?? null }];
    }),
  );
}

function* tracesOf(operation: Operation, { after, valueThere }: TracedBodies): Generator<Trace> {
  const { path } = operation;
  if (operation.op === 'remove') yield goneFrom(path);
  else if (operation.op !== 'move') yield* leavesOf(path, operation.value, valueThere(path));
  else {
    // What is moved is gone from where it was, and has a new name, whatever becomes of it.
    yield goneFrom(operation.from);
    yield { at: path, isPresence: true, keeps: (value) => value !== undefined };
    const moved = valueAt(after(), path);
    if (moved !== undefined) yield* leavesOf(path, moved, valueThere(path));
  }
}

/** The leaves of a value, and what is there in their place and goes with it. */
function* leavesOf(at: Pointer, value: JsonValue, there: JsonValue | undefined): Generator<Trace> {
  const members = isObject(value) ? Object.entries(value) : [];
  for (const [name, content] of members)
    yield* leavesOf(joinPointer(at, name), content, isObject(there) ? member(there, name) : undefined);
  if (members.length === 0) yield { at, keeps: (other) => other !== undefined && deepEqual(other, value) };
  if (isObject(value) && isObject(there))
    for (const name of Object.keys(there)) if (!Object.hasOwn(value, name)) yield goneFrom(joinPointer(at, name));
}

const goneFrom = (at: Pointer): Trace => ({ at, keeps: (value) => value === undefined });

/** The number of the operation, from `start` on, after which a place is no longer as it was made; -1 for none. */
function overriddenAt({ at, keeps }: Trace, index: OperationIndex, start: number): number {
  for (let number = index.firstAbove(at, start); number !== -1; number = index.firstAbove(at, number + 1)) {
    const operation = index.operations[number] as Operation;
    if (operation.op === 'remove' || operation.op === 'move') return number;
    const value = isWithin(at, operation.path) ? valueAt(operation.value, at.slice(operation.path.length)) : undefined;
    if (!keeps(value)) return number;
  }
  return -1;
}
