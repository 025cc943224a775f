import { setMember, type JsonObject, type JsonValue, type MutableJsonObject } from './value.ts';

/** Names from here on are ordinary ones, though they are numbers. */
const INDEX_LIMIT = 2 ** 32 - 1;

/**
 * Whether a name is an array index. JavaScript (ECMA-262, OrdinaryOwnPropertyKeys) always lists such members first and
 * in numeric order, so their position can't be chosen.
 */
export function isIndexName(name: string): boolean {
  return /^(?:0|[1-9][0-9]{0,9})$/.test(name) && Number(name) < INDEX_LIMIT;
}

/** In place of a slot where there is none. */
const NONE = -1;
/** How many slots are looked at for one of each, before slots are found by name. */
const STEPS_FOR_EACH = 8;

/**
 * The order of an object's members while it changes, without those that are named like an index. To make it costs the
 * members; each change of it afterwards costs the same however many there are.
 */
export class MemberOrder {
  /** By slot; each name that comes gets a new one. Those that left are null. */
  readonly #names: (string | null)[];
  /** By slot, the one behind and the one before. */
  readonly #next: number[] = [];
  readonly #previous: number[] = [];
  #first = NONE;
  #last = NONE;
  /**
   * Slots by name: made when looking through them costs more. Most objects lose one member, or some that stand side by
   * side.
   */
  #slots: Map<string, number> | null = null;
  /** Where the last one was found, and how many were looked at so far. */
  #cursor = 0;
  #steps = 0;
  /** A member was put in front of others: the object has it at its end. */
  #differs = false;

  constructor(object: JsonObject) {
    const names = Object.keys(object);
    let indices = 0;
    while (indices < names.length && isIndexName(names[indices] as string)) indices++;
    this.#names = indices === 0 ? names : names.slice(indices);
    const count = this.#names.length;
    for (let slot = 0; slot < count; slot++) {
      this.#previous.push(slot - 1);
      this.#next.push(slot + 1 < count ? slot + 1 : NONE);
    }
    if (count > 0) [this.#first, this.#last] = [0, count - 1];
  }

  /** The member that stands behind another one; undefined behind the last one. */
  next(name: string): string | undefined {
    const slot = this.#slotOf(name);
    const next = slot === NONE ? NONE : (this.#next[slot] as number);
    return next === NONE ? undefined : (this.#names[next] as string);
  }

  /** A member that was not there came: in front of `before` where that is there, else behind all others. */
  add(name: string, before?: string): void {
    if (isIndexName(name)) return;
    const next = before === undefined ? NONE : this.#slotOf(before);
    this.#insert(name, next);
    if (next !== NONE) this.#differs = true;
  }

  /** A member left. Gives the one that stood behind it, as {@link next} does. */
  remove(name: string): string | undefined {
    const slot = this.#slotOf(name);
    if (slot === NONE) return undefined;
    this.#names[slot] = null;
    this.#slots?.delete(name);
    const [previous, next] = [this.#previous[slot] as number, this.#next[slot] as number];
    if (previous === NONE) this.#first = next;
    else this.#next[previous] = next;
    if (next === NONE) {
      this.#last = previous;
      return undefined;
    }
    this.#previous[next] = previous;
    return this.#names[next] ?? undefined;
  }

  /**
   * Brings the members of the object into this order. Cost: the members, of which those behind the first one that
   * differs are written anew.
   */
  arrange(object: MutableJsonObject): void {
    if (!this.#differs) return;
    this.#differs = false;
    let slot = this.#first;
    for (const name of Object.keys(object)) {
      if (isIndexName(name)) continue;
      if (slot === NONE || this.#names[slot] !== name) break;
      slot = this.#next[slot] as number;
    }
    for (; slot !== NONE; slot = this.#next[slot] as number) {
      const name = this.#names[slot] as string;
      const value = object[name] as JsonValue;
      delete object[name];
      setMember(object, name, value);
    }
  }

  #insert(name: string, next: number): void {
    const previous = next === NONE ? this.#last : (this.#previous[next] as number);
    const slot = this.#names.push(name) - 1;
    this.#previous.push(previous);
    this.#next.push(next);
    this.#slots?.set(name, slot);
    if (previous === NONE) this.#first = slot;
    else this.#next[previous] = slot;
    if (next === NONE) this.#last = slot;
    else this.#previous[next] = slot;
  }

  #slotOf(name: string): number {
    if (this.#slots !== null) return this.#slots.get(name) ?? NONE;
    const names = this.#names;
    const count = names.length;
    for (let step = 0; step < count; step++) {
      const slot = this.#cursor + step < count ? this.#cursor + step : this.#cursor + step - count;
      if (names[slot] !== name) continue;
      this.#cursor = slot;
      this.#spend(step);
      return slot;
    }
    this.#spend(count);
    return NONE;
  }

  #spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps <= STEPS_FOR_EACH * this.#names.length) return;
    this.#slots = new Map();
    for (const [slot, name] of this.#names.entries()) if (name !== null) this.#slots.set(name, slot);
  }
}
