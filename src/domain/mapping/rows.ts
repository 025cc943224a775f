import type { ChildContainer } from '../catalogue/types.ts';
import type { Body } from '../json/patch.ts';
import { isWithin, joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { CHILD_CONTAINERS, containerOf, rootContainer, type FieldId } from './field.ts';
import { fieldCount, positionOf, summaryOf } from './folds.ts';

/** Which fields of the tree are open: all or none, but for the exceptions. A new object for each change. */
export interface Expansion {
  readonly isExpandedByDefault: boolean;
  readonly exceptions: Readonly<Record<FieldId, true>>;
}

export function isExpanded({ isExpandedByDefault, exceptions }: Expansion, id: FieldId): boolean {
  return Object.hasOwn(exceptions, id) ? !isExpandedByDefault : isExpandedByDefault;
}

/** One line of the tree. */
export interface FieldRow {
  readonly id: FieldId;
  readonly parentId: FieldId | null;
  readonly name: string;
  readonly definition: JsonValue;
  readonly container: ChildContainer;
  /** 0 at the root of the mappings. */
  readonly level: number;
  readonly hasChildren: boolean;
  readonly isExpanded: boolean;
  /** From 1, among the fields of one parent, properties before multi-fields. */
  readonly position: number;
  readonly siblings: number;
}

/** The visible lines of a tree, found by number without making a list of them. */
export interface VisibleRows {
  readonly count: number;
  /** @throws RangeError outside 0 to `count` - 1. */
  rowAt(index: number): FieldRow;
  /** The line of a field, or -1 when it is not visible. */
  indexOf(id: FieldId): number;
}

/** The lines of one container: where each member's lines begin, and how many there are. */
interface Block {
  readonly expansion: Expansion;
  readonly at: Pointer;
  /** One more than there are members; the last is the number of lines. */
  readonly starts: Uint32Array;
}

/** By the container, for one address and one expansion: what an edit did not touch is not counted again. */
const blocks = new WeakMap<JsonObject, Block>();

/**
 * The visible rows of the mappings. Cost: containers that are new since the last call, or all open ones for a new
 * expansion.
 */
export function visibleRows(body: Body, mappingsAt: Pointer, expansion: Expansion): VisibleRows {
  const root = rootContainer(body, mappingsAt);
  const at = joinPointer(mappingsAt, 'properties');
  if (root === undefined) return { count: 0, rowAt: outOfRange, indexOf: () => -1 };
  return {
    count: linesOf(blockOf(root, at, expansion)),
    rowAt: (index) => findRow([{ container: 'properties', object: root, at }], index, 0, null, expansion),
    indexOf: (id) => findIndex(root, at, id, expansion),
  };
}

function outOfRange(index: number): never {
  throw new RangeError(`There is no row ${index}`);
}

function linesOf({ starts }: Block): number {
  return starts[starts.length - 1] as number;
}

/** Up to this many exceptions, to look whether one lies in a container costs less than to count its lines. */
const FEW_EXCEPTIONS = 16;

/** By expansion. */
const exceptionIds = new WeakMap<Expansion, readonly FieldId[]>();

/** Whether everything in a container is open, as far as that can be told at once. */
function isWhollyOpen(expansion: Expansion, at: Pointer): boolean {
  if (!expansion.isExpandedByDefault) return false;
  let ids = exceptionIds.get(expansion);
  if (ids === undefined) {
    ids = Object.keys(expansion.exceptions);
    exceptionIds.set(expansion, ids);
  }
  return ids.length <= FEW_EXCEPTIONS && !ids.some((id) => isWithin(id, at));
}

/** How many lines a container has. Where all of it is open there is one for each field, and nothing is counted. */
function linesIn(object: JsonObject, at: Pointer, expansion: Expansion): number {
  return isWhollyOpen(expansion, at) ? fieldCount(summaryOf(object)) : linesOf(blockOf(object, at, expansion));
}

function blockOf(object: JsonObject, at: Pointer, expansion: Expansion): Block {
  const known = blocks.get(object);
  if (known !== undefined && known.expansion === expansion && known.at === at) return known;
  const { names } = summaryOf(object);
  const starts = new Uint32Array(names.length + 1);
  let line = 0;
  for (let index = 0; index < names.length; index++) {
    starts[index] = line;
    const name = names[index] as string;
    line += 1 + linesBelow(object[name] as JsonValue, at, name, expansion);
  }
  starts[names.length] = line;
  const block = { expansion, at, starts };
  blocks.set(object, block);
  return block;
}

function linesBelow(definition: JsonValue, at: Pointer, name: string, expansion: Expansion): number {
  if (!isObject(definition)) return 0;
  const properties = containerOf(definition, 'properties');
  const fields = containerOf(definition, 'fields');
  if (properties === undefined && fields === undefined) return 0;
  const id = joinPointer(at, name);
  if (!isExpanded(expansion, id)) return 0;
  let lines = 0;
  if (properties !== undefined) lines += linesIn(properties, joinPointer(id, 'properties'), expansion);
  if (fields !== undefined) lines += linesIn(fields, joinPointer(id, 'fields'), expansion);
  return lines;
}

interface Place {
  readonly container: ChildContainer;
  readonly object: JsonObject;
  readonly at: Pointer;
}

/** The containers of a field that hold something, in the order in which they are shown. */
function placesIn(definition: JsonValue | undefined, id: FieldId): readonly Place[] {
  return CHILD_CONTAINERS.flatMap((container) => {
    const object = containerOf(definition, container);
    return object === undefined ? [] : [{ container, object, at: joinPointer(id, container) }];
  });
}

function findRow(
  places: readonly Place[],
  index: number,
  level: number,
  parentId: FieldId | null,
  expansion: Expansion,
): FieldRow {
  let line = index;
  let passed = 0;
  const siblings = places.reduce((count, { object }) => count + summaryOf(object).names.length, 0);
  for (const { container, object, at } of places) {
    const block = blockOf(object, at, expansion);
    const { names } = summaryOf(object);
    if (line < 0 || line >= linesOf(block)) {
      line -= linesOf(block);
      passed += names.length;
      continue;
    }
    const position = lastStartUpTo(block.starts, names.length, line);
    const name = names[position] as string;
    const definition = object[name] as JsonValue;
    const id = joinPointer(at, name);
    const below = placesIn(definition, id);
    const offset = line - (block.starts[position] as number);
    if (offset > 0) return findRow(below, offset - 1, level + 1, id, expansion);
    const hasChildren = below.some(({ object: held }) => Object.keys(held).length > 0);
    return {
      id,
      parentId,
      name,
      definition,
      container,
      level,
      hasChildren,
      isExpanded: hasChildren && isExpanded(expansion, id),
      position: passed + position + 1,
      siblings,
    };
  }
  return outOfRange(index);
}

/** The last of `count` ascending starts that is not beyond `line`. */
function lastStartUpTo(starts: Uint32Array, count: number, line: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] as number) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

function findIndex(root: JsonObject, rootAt: Pointer, id: FieldId, expansion: Expansion): number {
  if (!isWithin(id, rootAt)) return -1;
  const tokens = parsePointer(id.slice(rootAt.length));
  let object = root;
  let at = rootAt;
  let line = 0;
  for (let index = 0; ; index += 2) {
    const name = tokens[index];
    if (name === undefined || !Object.hasOwn(object, name)) return -1;
    line += blockOf(object, at, expansion).starts[positionOf(summaryOf(object).names, name)] as number;
    const here = joinPointer(at, name);
    if (index === tokens.length - 1) return line;
    if (!isExpanded(expansion, here)) return -1;
    line += 1;
    const kind = tokens[index + 1];
    const places = placesIn(member(object, name), here);
    const place = places.find(({ container }) => container === kind);
    if (place === undefined) return -1;
    if (kind === 'fields' && places.length === 2)
      line += linesOf(blockOf((places[0] as Place).object, (places[0] as Place).at, expansion));
    ({ object, at } = place);
  }
}
