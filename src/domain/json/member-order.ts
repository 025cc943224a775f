import { setMember, type JsonObject, type JsonValue, type MutableJsonObject } from './value.ts';

/** Names from here on are ordinary ones, though they are numbers. */
const INDEX_LIMIT = 2 ** 32 - 1;

/**
 * Whether a name is an array index. JavaScript (ECMA-262, OrdinaryOwnPropertyKeys) lists such members first and in the order of their numbers,
 * whatever is done, so that they have no place of their own.
 */
export function isIndexName(name: string): boolean {
  return /^(?:0|[1-9][0-9]{0,9})$/.test(name) && Number(name) < INDEX_LIMIT;
}

interface Link {
  readonly name: string;
  previous: Link | null;
  next: Link | null;
}

/**
 * The order of an object's members while it changes, without those that are named like an index. To make it costs the members; each change of it
 * afterwards costs the same however many there are.
 */
export class MemberOrder {
  readonly #links = new Map<string, Link>();
  #first: Link | null = null;
  #last: Link | null = null;
  /** A member was put in front of others: the object has it at its end. */
  #differs = false;

  constructor(object: JsonObject) {
    const names = Object.keys(object);
    let index = 0;
    while (index < names.length && isIndexName(names[index] as string)) index++;
    for (; index < names.length; index++) this.#insert(names[index] as string, null);
  }

  /** The member that stands behind another one; undefined behind the last one. */
  next(name: string): string | undefined {
    return this.#links.get(name)?.next?.name;
  }

  /** A member that was not there came: in front of `before` where that is there, else behind all others. */
  add(name: string, before?: string): void {
    if (isIndexName(name)) return;
    const next = before === undefined ? null : (this.#links.get(before) ?? null);
    this.#insert(name, next);
    if (next !== null) this.#differs = true;
  }

  remove(name: string): void {
    const link = this.#links.get(name);
    if (link === undefined) return;
    this.#links.delete(name);
    if (link.previous === null) this.#first = link.next;
    else link.previous.next = link.next;
    if (link.next === null) this.#last = link.previous;
    else link.next.previous = link.previous;
  }

  /** Brings the members of the object into this order. Cost: the members, of which those behind the first one that differs are written anew. */
  arrange(object: MutableJsonObject): void {
    if (!this.#differs) return;
    this.#differs = false;
    let link = this.#first;
    for (const name of Object.keys(object)) {
      if (isIndexName(name)) continue;
      if (link?.name !== name) break;
      link = link.next;
    }
    for (; link !== null; link = link.next) {
      const value = object[link.name] as JsonValue;
      delete object[link.name];
      setMember(object, link.name, value);
    }
  }

  #insert(name: string, next: Link | null): void {
    const previous = next === null ? this.#last : next.previous;
    const link: Link = { name, previous, next };
    this.#links.set(name, link);
    if (previous === null) this.#first = link;
    else previous.next = link;
    if (next === null) this.#last = link;
    else next.previous = link;
  }
}
