import {
  isPointer,
  isWithin,
  joinPointer,
  parentPointer,
  parsePointer,
  PointerError,
  SLASH,
  unescapeToken,
  type Pointer,
} from './pointer.ts';
import { hasLiterals, keepLiterals, literalIn, setLiteral, withLiteral } from './literals.ts';
import { MemberOrder } from './member-order.ts';
import {
  toJsonValue,
  copyObject,
  isObject,
  member,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from './value.ts';

/**
 * The operations of RFC 6902 that our events are made of. `before` names a member of the same object in front of which
 * a member is put; without it, and where there is no such member, it becomes the last one. The RFC has readers ignore
 * what it does not define (section 4), so that others come to the same document, with its members in another order.
 */
export type Operation =
  | { readonly op: 'add'; readonly path: Pointer; readonly value: JsonValue; readonly before?: string }
  | { readonly op: 'remove'; readonly path: Pointer }
  | { readonly op: 'replace'; readonly path: Pointer; readonly value: JsonValue }
  | { readonly op: 'move'; readonly from: Pointer; readonly path: Pointer; readonly before?: string };
export type Patch = readonly Operation[];

/** A body before its first event, and after the inverse of that event, is `undefined`. */
export type Body = JsonValue | undefined;

/** An operation that does not fit the document: which one, where and why. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  constructor(
    readonly index: number,
    readonly at: Pointer,
    readonly reason: string,
  ) {
    super(`Operation ${index} at "${at}": ${reason}`);
  }
}

type Container = MutableJsonObject | JsonValue[];

/** A value on its way from one holder to another; where it is a number, how it is written. */
interface Written {
  readonly value: JsonValue;
  readonly literal: string | undefined;
}

/** What was taken out of its holder, and the member behind it, where that is to be kept. */
interface Taken extends Written {
  readonly next: string | undefined;
}

/** A container that was copied: what it was, what it is, and the members that may differ. */
export interface CopiedContainer {
  readonly before: JsonObject | readonly JsonValue[];
  readonly after: Container;
  /** Their names, each at least once. */
  readonly touched: string[];
}

/**
 * A document under change. Each container on the way is copied at most once in the life of this object and then
 * written in place, so that one event costs its paths, a long replay about one document, and nothing that was
 * given (the document, the values of the operations) is ever written to.
 */
export class PatchTarget {
  /** By the new container. */
  readonly #copies = new Map<object, CopiedContainer>();
  #root: Body;
  /**
   * The way that the last operation took: its path, and the containers along it, the root first, with the end of their
   * pointers in it.
   */
  #lastPath: Pointer = '';
  readonly #way: { readonly end: number; readonly copy: CopiedContainer }[] = [];
  /** Of the operation that is being applied, for errors. */
  #index = 0;
  readonly #tracksTouched: boolean;
  /** Items of lists that may still be moved. */
  #movesLeft: number;
  /**
   * Orders of own objects that lose members or get them in front of others; the objects have those orders once somebody
   * reads them.
   */
  readonly #orders = new Map<Container, MemberOrder>();
  /** Whether the inverse that is being made says where members stood. */
  #keepsOrder = false;

  /**
   * `tracksTouched: false` spares a long replay the notes on touched members, which only folds need. `mostMoved` is how
   * many items of lists may be moved by others that are put in front of them or taken out: each operation on a list
   * moves all that follow.
   */
  constructor(
    body: Body,
    {
      tracksTouched = true,
      mostMoved = Infinity,
    }: { readonly tracksTouched?: boolean; readonly mostMoved?: number } = {},
  ) {
    this.#root = body;
    this.#tracksTouched = tracksTouched;
    this.#movesLeft = mostMoved;
  }

  get body(): Body {
    this.#arrange();
    return this.#root;
  }

  /** The copies made so far, each after the one that holds it. */
  get copies(): Iterable<CopiedContainer> {
    this.#arrange();
    return this.#copies.values();
  }

  /** Applies `patch`. @throws PatchError, after which the target is of no use. */
  apply(patch: Patch): void {
    for (this.#index = 0; this.#index < patch.length; this.#index++)
      this.#applyOne(patch[this.#index] as Operation, null);
  }

  /**
   * Applies `patch` and gives the patch that takes it back; with `keepsOrder`, members that it removed or moved come
   * back where they stood. That costs the members of each object that loses some, once, and a name for each of those.
   * @throws PatchError
   */
  applyWithInverse(patch: Patch, { keepsOrder = false }: { readonly keepsOrder?: boolean } = {}): Patch {
    this.#keepsOrder = keepsOrder;
    const inverse: Operation[] = [];
    for (this.#index = 0; this.#index < patch.length; this.#index++)
      this.#applyOne(patch[this.#index] as Operation, inverse);
    this.#keepsOrder = false;
    // The inverse may hold objects that were taken out.
    this.#arrange();
    return inverse.reverse();
  }

  #applyOne(operation: Operation, inverse: Operation[] | null): void {
    switch (operation.op) {
      case 'add': {
        const { before, path } = this.#set(operation.path, valueOf(operation), true, operation.before);
        inverse?.push(before === undefined ? { op: 'remove', path } : replacing(path, before));
        return;
      }
      case 'replace': {
        const { before, path } = this.#set(operation.path, valueOf(operation), false);
        if (before !== undefined) inverse?.push(replacing(path, before));
        return;
      }
      case 'remove': {
        const { value, literal, next } = this.#remove(operation.path);
        inverse?.push(adding(operation.path, value, literal, next));
        return;
      }
      case 'move': {
        if (operation.from === operation.path) return;
        if (isWithin(operation.path, operation.from))
          throw this.#error(operation.path, 'a value cannot move into itself');
        const { value, literal, next } = this.#remove(operation.from);
        const { before, path } = this.#set(operation.path, { value, literal }, true, operation.before);
        if (before === undefined && !isWithin(operation.from, operation.path)) {
          const back = { op: 'move' as const, from: path, path: operation.from };
          inverse?.push(next === undefined ? back : { ...back, before: next });
          return;
        }
        // What stood there has to be back before the value goes home: its home may be in it, or behind it in a list.
        // A copy, because operations that follow may still write to the value.
        if (inverse !== null) {
          this.#arrange();
          inverse.push(adding(operation.from, toJsonValue(value), literal, next));
        }
        inverse?.push(before === undefined ? { op: 'remove', path } : replacing(path, before));
        return;
      }
      default: {
        const unknown: { readonly op?: unknown; readonly path?: unknown } = operation;
        throw this.#error(String(unknown.path), `"${String(unknown.op)}" is not one of add, remove, replace, move`);
      }
    }
  }

  /**
   * Puts a value at `path`, a new member in front of `nextName`; gives what was there before and the path with an
   * array's `-` resolved.
   */
  #set(
    path: Pointer,
    { value, literal }: Written,
    isAdd: boolean,
    nextName?: string,
  ): { before: Written | undefined; path: Pointer } {
    if (path === '') {
      const before = this.#root;
      if (!isAdd && before === undefined) throw this.#error(path, 'there is nothing to replace');
      this.#replaceRoot(value);
      return { before: before === undefined ? undefined : { value: before, literal: undefined }, path };
    }
    const { container, key } = this.#writable(path);
    if (!Array.isArray(container)) {
      const before = writtenIn(container, key);
      if (!isAdd && before === undefined) throw this.#error(path, 'there is nothing to replace');
      if (before === undefined) this.#noteAdded(container, key, nextName);
      setMember(container, key, value);
      setLiteral(container, key, literal);
      return { before, path };
    }
    if (!isAdd) {
      const index = this.#arrayIndex(key, container.length - 1, path);
      const before = { value: container[index] as JsonValue, literal: literalIn(container, index) };
      container[index] = value;
      setLiteral(container, index, literal);
      return { before, path };
    }
    const index = key === '-' ? container.length : this.#arrayIndex(key, container.length, path);
    this.#move(container.length - index, path);
    spliceItems(container, index, 0, { value, literal });
    return { before: undefined, path: joinPointer(parentPointer(path), String(index)) };
  }

  /** Takes a value out; `next` is the member behind it, where that is to be kept. */
  #remove(path: Pointer): Taken {
    if (path === '') {
      const before = this.#root;
      if (before === undefined) throw this.#error(path, 'there is nothing to remove');
      this.#replaceRoot(undefined);
      return { value: before, literal: undefined, next: undefined };
    }
    const { container, key } = this.#writable(path);
    if (Array.isArray(container)) {
      const index = this.#arrayIndex(key, container.length - 1, path);
      this.#move(container.length - index, path);
      const item = { value: container[index] as JsonValue, literal: literalIn(container, index), next: undefined };
      spliceItems(container, index, 1);
      return item;
    }
    const value = member(container, key);
    if (value === undefined) throw this.#error(path, 'there is nothing to remove');
    const literal = literalIn(container, key);
    const order = this.#keepsOrder ? this.#orderOf(container) : this.#orders.get(container);
    const next = order?.remove(key);
    delete container[key];
    if (hasLiterals(container)) setLiteral(container, key, undefined);
    return { value, literal, next: this.#keepsOrder ? next : undefined };
  }

  #move(items: number, path: Pointer): void {
    this.#movesLeft -= items;
    if (this.#movesLeft < 0) throw this.#error(path, 'the patch moves too many items of lists');
  }

  #noteAdded(container: MutableJsonObject, key: string, nextName: string | undefined): void {
    const hasPlace = nextName !== undefined && Object.hasOwn(container, nextName);
    const order = hasPlace ? this.#orderOf(container) : this.#orders.get(container);
    order?.add(key, nextName);
  }

  #orderOf(container: MutableJsonObject): MemberOrder {
    let order = this.#orders.get(container);
    if (order === undefined) {
      order = new MemberOrder(container);
      this.#orders.set(container, order);
    }
    return order;
  }

  /**
   * Gives the objects the orders that their members have to have: once for all operations on an object, which may be
   * many.
   */
  #arrange(): void {
    for (const [container, order] of this.#orders) order.arrange(container as MutableJsonObject);
  }

  /**
   * The container that holds `path`, copied where this target did not make it itself, and the name or index in it,
   * noted as touched.
   */
  #writable(path: Pointer): { container: Container; key: string } {
    if (typeof path !== 'string' || !path.startsWith('/')) throw this.#noPointer(path);
    const slash = lastSlashOf(path);
    let { end, copy } = this.#startOfWay(path, slash);
    while (end < slash) {
      const next = path.indexOf('/', end + 1);
      const token = this.#token(path, end + 1, next);
      const current = this.#child(copy.after, token, path);
      const child = this.#own(current, path);
      if (this.#tracksTouched) copy.touched.push(token);
      if (child.after !== current) putChild(copy.after, token, child.after);
      copy = child;
      end = next;
      this.#way.push({ end, copy });
    }
    const key = this.#token(path, slash + 1, path.length);
    if (this.#tracksTouched) copy.touched.push(key);
    return { container: copy.after, key };
  }

  /**
   * The deepest container that `path` has in common with the operation before. Those are ours already, and still in
   * place: an operation changes a member of the last of them, never one of them.
   */
  #startOfWay(path: Pointer, slash: number): { end: number; copy: CopiedContainer } {
    const way = this.#way;
    const common = Math.min(slash, commonLength(path, this.#lastPath));
    this.#lastPath = path;
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      if (last.end <= common && path.charCodeAt(last.end) === SLASH) return last;
      way.pop();
    }
    const start = { end: 0, copy: this.#ownRoot(path) };
    way.push(start);
    return start;
  }

  #replaceRoot(body: Body): void {
    this.#root = body;
    this.#way.length = 0;
  }

  #ownRoot(path: Pointer): CopiedContainer {
    const copy = this.#own(this.#root, path);
    this.#root = copy.after;
    return copy;
  }

  #own(value: Body, path: Pointer): CopiedContainer {
    if (typeof value !== 'object' || value === null)
      throw this.#error(path, 'the path goes through a value without members');
    const known = this.#copies.get(value);
    if (known !== undefined) return known;
    const before = value;
    const after: Container = isObject(before) ? copyObject(before) : copyItems(before);
    const copy: CopiedContainer = { before, after, touched: [] };
    this.#copies.set(after, copy);
    return copy;
  }

  #child(container: Container, token: string, path: Pointer): JsonValue | undefined {
    if (Array.isArray(container)) return container[this.#arrayIndex(token, container.length - 1, path)];
    const value = member(container, token);
    if (value === undefined) throw this.#error(path, `there is no "${token}"`);
    return value;
  }

  #arrayIndex(token: string, last: number, path: Pointer): number {
    const index = /^(?:0|[1-9][0-9]*)$/.test(token) ? Number(token) : Number.NaN;
    if (!(index <= last)) throw this.#error(path, `"${token}" is not an index of this array`);
    return index;
  }

  /** A token of `path`, unescaped. */
  #token(path: Pointer, start: number, end: number): string {
    const escaped = path.slice(start, end);
    if (!escaped.includes('~')) return escaped;
    if (!isPointer(`/${escaped}`)) throw this.#noPointer(path);
    return unescapeToken(escaped);
  }

  /** A patch of unchecked JSON may have anything for a path. */
  #noPointer(path: unknown): PatchError {
    const text = String(path);
    return this.#error(text, new PointerError(text).message);
  }

  #error(at: Pointer, reason: string): PatchError {
    return new PatchError(this.#index, at, reason);
  }
}

function valueOf(operation: Operation & { readonly value: JsonValue }): Written {
  const { value } = operation;
  return { value, literal: literalIn(operation, 'value') };
}

function adding(path: Pointer, value: JsonValue, literal: string | undefined, before: string | undefined): Operation {
  const add: Operation = before === undefined ? { op: 'add', path, value } : { op: 'add', path, value, before };
  return withLiteral(add, 'value', literal);
}

function replacing(path: Pointer, { value, literal }: Written): Operation {
  return withLiteral({ op: 'replace', path, value }, 'value', literal);
}

function writtenIn(container: JsonObject, key: string): Written | undefined {
  const value = member(container, key);
  return value === undefined ? undefined : { value, literal: literalIn(container, key) };
}

function copyItems(items: readonly JsonValue[]): JsonValue[] {
  const copy = [...items];
  keepLiterals(copy, items);
  return copy;
}

/** As `splice`, and what stands behind takes its literals along. */
function spliceItems(items: JsonValue[], index: number, removed: number, ...added: readonly Written[]): void {
  const start = index + removed;
  const behind = hasLiterals(items) ? items.slice(start).map((_item, at) => literalIn(items, start + at)) : [];
  items.splice(index, removed, ...added.map(({ value }) => value));
  const literals = [...added.map(({ literal }) => literal), ...behind];
  literals.forEach((literal, offset) => setLiteral(items, index + offset, literal));
  if (behind.length > 0) for (let at = 0; at < removed; at++) setLiteral(items, items.length + at, undefined);
}

/** As `lastIndexOf`, which is a call into the runtime: names are shorter than that takes. */
function lastSlashOf(path: Pointer): number {
  let index = path.length - 1;
  while (path.charCodeAt(index) !== SLASH) index--;
  return index;
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function putChild(container: Container, token: string, child: Container): void {
  if (Array.isArray(container)) container[Number(token)] = child;
  else setMember(container, token, child);
}

/**
 * The patched document, and the patch that takes it back; with `keepsOrder` to the very text, without it perhaps with
 * members in another order. The document given stays as it was. @throws PatchError
 * @public
 */
export function applyPatch(
  body: Body,
  patch: Patch,
  options: { readonly keepsOrder?: boolean } = {},
): { body: Body; inverse: Patch } {
  const target = new PatchTarget(body);
  const inverse = target.applyWithInverse(patch, options);
  return { body: target.body, inverse };
}

/** The value at `pointer`, or undefined where there is none. */
export function valueAt(body: Body, pointer: Pointer): JsonValue | undefined {
  let value = body;
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(value)) value = /^(?:0|[1-9][0-9]*)$/.test(token) ? (value[Number(token)] as Body) : undefined;
    else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

/**
 * Where the thing at `pointer` is after `patch`, or null when it is gone. Tokens are member names: no event of ours
 * addresses single items of an array, whose positions would shift. A value that was replaced as a whole keeps
 * those of its members that the new value has too.
 */
export function rebasePointer(pointer: Pointer, patch: Patch): Pointer | null {
  let current: Pointer | null = pointer;
  for (const operation of patch) {
    current = rebaseOver(current, operation);
    if (current === null) return null;
  }
  return current;
}

/** {@link rebasePointer} over a single operation. */
export function rebaseOver(pointer: Pointer, operation: Operation): Pointer | null {
  switch (operation.op) {
    case 'remove':
      return isWithin(pointer, operation.path) ? null : pointer;
    case 'move':
      if (isWithin(pointer, operation.from)) return operation.path + pointer.slice(operation.from.length);
      return isWithin(pointer, operation.path) ? null : pointer;
    default: {
      const isOverwritten = isWithin(pointer, operation.path);
      return isOverwritten && valueAt(operation.value, pointer.slice(operation.path.length)) === undefined
        ? null
        : pointer;
    }
  }
}

/** Whether two pointers name places of which one holds the other. */
function overlaps(a: Pointer, b: Pointer): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

/** Whether an operation of `patch` changes `pointer`, something above it or something below it. */
export function touches(patch: Patch, pointer: Pointer): boolean {
  return patch.some(
    (operation) => overlaps(operation.path, pointer) || (operation.op === 'move' && overlaps(operation.from, pointer)),
  );
}
