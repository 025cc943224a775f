import { MAX_EXACT_DISTINCT, MAX_EXACT_SLOTS } from './limits.ts';

/** Slots of the sets of all paths, so that they have one limit together. */
export interface SlotBudget {
  used: number;
  readonly limit: number;
}

export const slotBudget = (limit = MAX_EXACT_SLOTS): SlotBudget => ({ used: 0, limit });

const FIRST_SLOTS = 8;
/** 4,096 registers: a standard error of 1.6 %. */
const REGISTER_BITS = 12;
const REGISTERS = 1 << REGISTER_BITS;
/** The second part of a hash, so that both parts together are an integer that a double holds. */
const LOW_BITS = 21;
const LOW_RANGE = 2 ** LOW_BITS;
/** Takes the place of the hash 0, which stands for an empty slot. */
const ZERO_HASH = 1;

/** A hash of 53 bits. */
export type Hash = number;

const FIRST_PRIME = 0x01000193;
const SECOND_PRIME = 0x5bd1e995;
const FIRST_FACTOR = 0xcc9e2d51;
const FIRST_SEED = 0x811c9dc5;
const SECOND_SEED = 0x9747b28c;

function mixed(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The hash of bytes; values of several kinds that are written alike differ by their salt. */
export function hashOf(bytes: Uint8Array, start: number, end: number, salt: number): Hash {
  let one = FIRST_SEED ^ salt;
  let two = SECOND_SEED ^ salt;
  let at = start;
  // Four bytes at a time take half as long.
  for (const last = end - 3; at < last; at += 4) {
    const word =
      (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    const spread = Math.imul(word, FIRST_FACTOR);
    one = Math.imul(one ^ spread ^ (spread >>> 15), FIRST_PRIME) ^ (one >>> 13);
    two = Math.imul(two ^ word, SECOND_PRIME) ^ (two >>> 15);
  }
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    one = Math.imul(one ^ byte, FIRST_PRIME) ^ (one >>> 13);
    two = Math.imul(two ^ byte, SECOND_PRIME) ^ (two >>> 15);
  }
  const hash = mixed(one ^ (end - start)) * LOW_RANGE + (mixed(two) >>> (32 - LOW_BITS));
  return hash === 0 ? ZERO_HASH : hash;
}

/**
 * How many distinct values there are: exact up to a limit, then estimated. The result depends on the set of values
 * alone, in whatever order they come, as long as the budget of all paths lasts.
 */
export class DistinctCount {
  #slots: Float64Array | null = new Float64Array(FIRST_SLOTS);
  #size = 0;
  #registers: Uint8Array | null = null;
  readonly #budget: SlotBudget;

  constructor(budget: SlotBudget) {
    this.#budget = budget;
    budget.used += FIRST_SLOTS;
  }

  add(hash: Hash): void {
    const slots = this.#slots;
    if (slots === null) {
      this.#note(hash);
      return;
    }
    const mask = slots.length - 1;
    let at = (hash / LOW_RANGE) & mask;
    for (let found = slots[at] ?? 0; found !== 0; found = slots[at] ?? 0) {
      if (found === hash) return;
      at = (at + 1) & mask;
    }
    if (this.#size >= MAX_EXACT_DISTINCT) {
      this.#estimate(slots);
      this.#note(hash);
      return;
    }
    slots[at] = hash;
    if (++this.#size * 2 > slots.length) this.#grow(slots);
  }

  get isExact(): boolean {
    return this.#slots !== null;
  }

  get count(): number {
    const registers = this.#registers;
    if (registers === null) return this.#size;
    let sum = 0;
    let zeros = 0;
    for (const register of registers) {
      sum += 2 ** -register;
      if (register === 0) zeros++;
    }
    const raw = ((0.7213 / (1 + 1.079 / REGISTERS)) * REGISTERS * REGISTERS) / sum;
    const isFew = raw <= 2.5 * REGISTERS && zeros > 0;
    return Math.round(isFew ? REGISTERS * Math.log(REGISTERS / zeros) : raw);
  }

  /** Gives back what it takes of the budget. */
  free(): void {
    this.#budget.used -= this.#slots?.length ?? 0;
    this.#slots = new Float64Array(0);
  }

  #grow(slots: Float64Array): void {
    const { length } = slots;
    if (this.#budget.used + length > this.#budget.limit) {
      this.#estimate(slots);
      return;
    }
    this.#budget.used += length;
    const larger = new Float64Array(length * 2);
    const mask = larger.length - 1;
    for (const hash of slots) {
      if (hash === 0) continue;
      let at = (hash / LOW_RANGE) & mask;
      while (larger[at] !== 0) at = (at + 1) & mask;
      larger[at] = hash;
    }
    this.#slots = larger;
  }

  #estimate(slots: Float64Array): void {
    this.#budget.used -= slots.length;
    this.#slots = null;
    this.#registers = new Uint8Array(REGISTERS);
    for (const hash of slots) if (hash !== 0) this.#note(hash);
  }

  #note(hash: Hash): void {
    const registers = this.#registers;
    if (registers === null) return;
    const high = Math.floor(hash / LOW_RANGE);
    const register = high >>> (32 - REGISTER_BITS);
    const rest = (high << REGISTER_BITS) | ((hash - high * LOW_RANGE) >>> (LOW_BITS - REGISTER_BITS));
    const rank = Math.clz32(rest) + 1;
    if (rank > (registers[register] ?? 0)) registers[register] = rank;
  }
}
