import { rebaseOver, type Operation } from './patch.ts';
import type { Pointer } from './pointer.ts';

/**
 * Operations in a row, found by the places that they name: what a pointer meets on its way through k operations is
 * found without looking at all of them. Cost of a step: the depth of the pointer, times the logarithm of k.
 */
export class OperationIndex {
  readonly #operations: Operation[] = [];
  /** Ascending numbers of the operations that name a place. */
  readonly #byPlace = new Map<Pointer, number[]>();

  constructor(operations: Iterable<Operation> = []) {
    for (const operation of operations) this.push(operation);
  }

  get operations(): readonly Operation[] {
    return this.#operations;
  }

  push(operation: Operation): void {
    const index = this.#operations.push(operation) - 1;
    this.#note(operation.path, index);
    if (operation.op === 'move' && operation.from !== operation.path) this.#note(operation.from, index);
  }

  /** The first operation from `start` on that names `pointer` or a place above it; -1 for none. */
  firstAbove(pointer: Pointer, start: number): number {
    let found = -1;
    for (const numbers of this.#above(pointer)) {
      const at = numbers[firstFrom(numbers, start)];
      if (at !== undefined && (found === -1 || at < found)) found = at;
    }
    return found;
  }

  /** The last operation before `end` that names `pointer` or a place above it; -1 for none. */
  lastAbove(pointer: Pointer, end: number): number {
    let found = -1;
    for (const numbers of this.#above(pointer)) {
      const at = numbers[firstFrom(numbers, end) - 1];
      if (at !== undefined && at > found) found = at;
    }
    return found;
  }

  /** As `rebasePointer` over the operations from `start` on, up to but without `end`. */
  rebase(pointer: Pointer, start = 0, end = this.#operations.length): Pointer | null {
    let current: Pointer | null = pointer;
    for (let at = this.firstAbove(pointer, start); at !== -1 && at < end; at = this.firstAbove(current, at + 1)) {
      current = rebaseOver(current, this.#operations[at] as Operation);
      if (current === null) return null;
    }
    return current;
  }

  #note(place: Pointer, index: number): void {
    const numbers = this.#byPlace.get(place);
    if (numbers === undefined) this.#byPlace.set(place, [index]);
    else numbers.push(index);
  }

  *#above(pointer: Pointer): Generator<readonly number[]> {
    for (let end = pointer.length; end !== -1; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1)) {
      const numbers = this.#byPlace.get(pointer.slice(0, end));
      if (numbers !== undefined) yield numbers;
    }
  }
}

/** The place of the first of ascending numbers that is not below `least`. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
