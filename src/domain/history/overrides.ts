import { isClusterAuthor } from '../events/cluster-author.ts';
import { OperationIndex } from '../json/operation-index.ts';
import { valueAt, type Operation } from '../json/patch.ts';
import { isWithin, lastToken, parentPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, type JsonValue } from '../json/value.ts';
import type { History, HistoryNode } from '../state/history-fold.ts';
import { baseOf, lateEvents } from './late-events.ts';

/** One thing that a later event has over an earlier one. */
export interface OverriddenPlace {
  /** After the later event. */
  readonly at: Pointer;
  /** What the earlier event had made of it; undefined where it had removed it. Of a name, the name. */
  readonly from: JsonValue | undefined;
  readonly to: JsonValue;
  readonly isName: boolean;
}

/** An event of a person over that of another, which its author had not seen. */
export interface Override {
  readonly by: HistoryNode;
  readonly over: HistoryNode;
  readonly places: readonly OverriddenPlace[];
}

const NONE: readonly Override[] = [];

/** By the newest late event. */
const known = new WeakMap<HistoryNode, readonly Override[]>();

/**
 * Changes that override unseen changes of other people, oldest first. What an author had seen follows from the versions
 * of the stream (`base` of an event), never from a clock. Cost: as {@link lateEvents}, and for each of them that is new
 * the operations since its base.
 */
export function overridesIn(history: History): readonly Override[] {
  const late = lateEvents(history);
  const last = late.at(-1);
  if (last === undefined) return NONE;
  const same = known.get(last);
  if (same !== undefined) return same;
  const told = late.findLastIndex((node) => known.has(node));
  const before = late[told];
  const earlier = (before && known.get(before)) ?? [];
  const found = [...earlier, ...inRuns(late.slice(told + 1)).flatMap(overridesOf)];
  known.set(last, found);
  return found;
}

/** Events that were decided again, in runs of which each begins where all of the last one had been seen. */
function inRuns(late: readonly HistoryNode[]): readonly (readonly HistoryNode[])[] {
  const runs: HistoryNode[][] = [];
  for (const node of late) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && baseOf(node) < last.version) run.push(node);
    else runs.push([node]);
  }
  return runs;
}

function overridesOf(run: readonly HistoryNode[]): readonly Override[] {
  const stretch = new Stretch(run);
  return run.flatMap((node) => {
    const places = new Map<HistoryNode, OverriddenPlace[]>();
    for (const { over, place } of stretch.overriddenBy(node)) {
      const known = places.get(over);
      if (known === undefined) places.set(over, [place]);
      else known.push(place);
    }
    return [...places].map(([over, list]): Override => ({ by: node, over, places: list }));
  });
}

/** What was written last at a place. */
interface Writing {
  readonly node: HistoryNode;
  /** The number of its operation. */
  readonly number: number;
  /** Undefined where it was removed there. */
  readonly value: JsonValue | undefined;
}

/** The operations from the first base of some events up to the last of them. */
class Stretch {
  readonly #index = new OperationIndex();
  /** By the number of an operation. */
  readonly #nodes: HistoryNode[] = [];
  /** The number of the first operation of an event, by its version. */
  readonly #starts = new Map<number, number>();

  constructor(run: readonly HistoryNode[]) {
    const nodes: HistoryNode[] = [];
    const from = run.reduce((least, node) => Math.min(least, baseOf(node)), Infinity);
    for (let node = run.at(-1) ?? null; node !== null && node.version > from; node = node.previous) nodes.push(node);
    for (const node of nodes.reverse()) {
      this.#starts.set(node.version, this.#nodes.length);
      for (const operation of node.event.patch) {
        this.#index.push(operation);
        this.#nodes.push(node);
      }
    }
  }

  *overriddenBy(node: HistoryNode): Generator<{ readonly over: HistoryNode; readonly place: OverriddenPlace }> {
    const start = this.#starts.get(node.version) ?? 0;
    const since = this.#starts.get(baseOf(node) + 1) ?? start;
    const isOther = (other: HistoryNode) =>
      other.event.author.id !== node.event.author.id && !isClusterAuthor(other.event.author.id);
    for (const [offset, operation] of node.event.patch.entries()) {
      const end = start + offset;
      if (operation.op === 'remove') continue;
      if (operation.op === 'move') {
        const over = this.#renamed(operation.from, since, end);
        const [from = '', to = ''] = [lastToken(operation.from), lastToken(operation.path)];
        if (over !== null && isOther(over)) yield { over, place: { at: operation.path, from, to, isName: true } };
        continue;
      }
      const { path, value } = operation;
      for (const at of [path, ...(isObject(value) ? this.#writtenBelow(path, since, end, isOther) : [])]) {
        const to = valueAt(value, at.slice(path.length));
        const writing = this.#lastAt(at, since, end);
        if (writing === null || to === undefined || !isOther(writing.node) || deepEqual(writing.value, to)) continue;
        yield { over: writing.node, place: { at, from: writing.value, to, isName: false } };
      }
    }
  }

  /** Who gave what stands at a place its name there; null where nobody did. */
  #renamed(place: Pointer, since: number, until: number): HistoryNode | null {
    let [at, end] = [place, until];
    for (;;) {
      const number = this.#index.lastAbove(at, end);
      const operation = this.#index.operations[number];
      if (number < since || operation?.op !== 'move' || !isWithin(at, operation.path)) return null;
      if (operation.path === at) return this.#nodes[number] as HistoryNode;
      // What holds it was renamed.
      at = operation.from + at.slice(operation.path.length);
      end = number;
    }
  }

  /** What was made of a place last, which may have had other names. */
  #lastAt(place: Pointer, since: number, until: number): Writing | null {
    let [at, end] = [place, until];
    for (;;) {
      const number = this.#index.lastAbove(at, end);
      if (number < since) return null;
      const operation = this.#index.operations[number] as Operation;
      const node = this.#nodes[number] as HistoryNode;
      if (operation.op === 'move' && isWithin(at, operation.path)) {
        at = operation.from + at.slice(operation.path.length);
        end = number;
        continue;
      }
      if (operation.op === 'remove' || operation.op === 'move') {
        const gone = operation.op === 'remove' ? operation.path : operation.from;
        return at === gone ? { node, number, value: undefined } : null;
      }
      const rest = at.slice(operation.path.length);
      const value = valueAt(operation.value, rest);
      return value !== undefined || hadBefore(node, operation.path, rest) ? { node, number, value } : null;
    }
  }

  /** The places below another one at which others have written, as they are called by now. */
  #writtenBelow(
    path: Pointer,
    since: number,
    end: number,
    isMeant: (node: HistoryNode) => boolean,
  ): ReadonlySet<Pointer> {
    const places = new Set<Pointer>();
    for (let number = since; number < end; number++) {
      if (!isMeant(this.#nodes[number] as HistoryNode)) continue;
      const operation = this.#index.operations[number] as Operation;
      const written = operation.op === 'move' ? operation.from : operation.path;
      const isGone = operation.op === 'remove' || operation.op === 'move';
      const holder = isGone ? this.#index.rebase(parentPointer(written), number + 1, end) : null;
      const now = isGone
        ? holder && holder + written.slice(parentPointer(written).length)
        : this.#index.rebase(written, number + 1, end);
      if (now !== null && now !== path && isWithin(now, path)) places.add(now);
    }
    return places;
  }
}

/** Whether the value that an event replaced had a value at `rest`. */
function hadBefore({ event }: HistoryNode, path: Pointer, rest: Pointer): boolean {
  return event.inverse.some(
    (operation) => 'value' in operation && operation.path === path && valueAt(operation.value, rest) !== undefined,
  );
}
