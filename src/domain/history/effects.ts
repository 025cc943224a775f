import { OperationIndex } from '../json/operation-index.ts';
import { valueAt, type Operation } from '../json/patch.ts';
import { isWithin, joinPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, type JsonValue } from '../json/value.ts';
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
  /** Whether a value, also that of a place above, leaves the place as it was made. */
  keeps(value: JsonValue | undefined): boolean;
}

/**
 * What is left of each of some events, by their ids; `nodes` are one after another, the oldest first, and `differs`
 * says whether a place of the last document differs from what is there already. A field that was renamed is no
 * longer there under the name that earlier events gave it: the renaming has its effect, they have not. Lists are values
 * as a whole. Cost: the values in the patches of the events.
 */
export function effectsIn(
  nodes: readonly HistoryNode[],
  differs: (at: Pointer) => boolean,
): ReadonlyMap<string, Effect> {
  const index = new OperationIndex();
  const owners: HistoryNode[] = [];
  for (const node of nodes)
    for (const operation of node.event.patch) {
      index.push(operation);
      owners.push(node);
    }
  let number = -1;
  return new Map(
    nodes.map((node): readonly [string, Effect] => {
      const places: Pointer[] = [];
      let last = -1;
      for (const operation of node.event.patch) {
        number++;
        for (const trace of tracesOf(operation)) {
          const over = overriddenAt(trace, index, number + 1);
          if (over !== -1) last = Math.max(last, over);
          else if (differs(trace.at)) places.push(trace.at);
        }
      }
      if (places.length > 0) return [node.event.id, { kind: 'stands', places }];
      return [node.event.id, { kind: 'superseded', by: owners[last] ?? null }];
    }),
  );
}

function* tracesOf(operation: Operation): Generator<Trace> {
  const { path } = operation;
  if (operation.op === 'remove') yield { at: path, keeps: (value) => value === undefined };
  else if (operation.op === 'move') yield { at: path, keeps: (value) => value !== undefined };
  else yield* leavesOf(path, operation.value);
}

function* leavesOf(at: Pointer, value: JsonValue): Generator<Trace> {
  const members = isObject(value) ? Object.entries(value) : [];
  for (const [name, member] of members) yield* leavesOf(joinPointer(at, name), member);
  if (members.length === 0) yield { at, keeps: (other) => other !== undefined && deepEqual(other, value) };
}

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
