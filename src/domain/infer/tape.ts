/** What was met in a document, in its order: four numbers for each value. */
export const TAPE_WIDTH = 4;

export const OP = { null: 0, false: 1, true: 2, number: 3, string: 4, object: 5, list: 6, dotted: 7 } as const;

/**
 * In a list; of a number: with a fraction or an exponent; of a string: with escapes, with characters beyond ASCII, with
 * a space.
 */
export const FLAG = { inList: 8, fraction: 16, escaped: 32, wide: 64, spaced: 128 } as const;
export const OP_MASK = 7;

const FIRST_LENGTH = 1_024;

/** A list of numbers that grows; it is used again for each document. */
export class Tape {
  entries = new Int32Array(FIRST_LENGTH * TAPE_WIDTH);
  length = 0;

  add(op: number, node: number, start: number, end: number): number {
    const at = this.length;
    if (at + TAPE_WIDTH > this.entries.length) this.#grow();
    const { entries } = this;
    entries[at] = op;
    entries[at + 1] = node;
    entries[at + 2] = start;
    entries[at + 3] = end;
    this.length = at + TAPE_WIDTH;
    return at;
  }

  #grow(): void {
    const larger = new Int32Array(this.entries.length * 2);
    larger.set(this.entries);
    this.entries = larger;
  }
}
