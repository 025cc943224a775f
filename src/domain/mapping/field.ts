import { DEFAULT_TYPE, childContainerOf } from '../catalogue/catalogue.ts';
import type { ChildContainer } from '../catalogue/types.ts';
import { isWithin, joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { valueAt, type Body } from '../json/patch.ts';
import { isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';

/** A field's address: its JSON Pointer in the body, at one version. */
export type FieldId = Pointer;

export const CHILD_CONTAINERS: readonly ChildContainer[] = ['properties', 'fields'];

/** The type of a field as the engine sees it: without a `type`, an object. */
export function typeOf(definition: JsonValue | undefined): string {
  const type = isObject(definition) ? member(definition, 'type') : undefined;
  return typeof type === 'string' ? type : DEFAULT_TYPE;
}

/** A container of a definition, where it is one: `properties` or `fields` that is an object. */
export function containerOf(definition: JsonValue | undefined, name: ChildContainer): JsonObject | undefined {
  return isObject(definition) ? objectMember(definition, name) : undefined;
}

/** The container that holds the fields at the root of the mappings. */
export function rootContainer(body: Body, mappingsAt: Pointer): JsonObject | undefined {
  return containerOf(valueAt(body, mappingsAt), 'properties');
}

/** The parts of a field's address, parsed without the body. */
export interface FieldAddress {
  readonly id: FieldId;
  /** Names from the root of the mappings down to the field. */
  readonly path: readonly string[];
  readonly name: string;
  /** The kind of container that holds the field. */
  readonly container: ChildContainer;
  /** Id of the parent field; null at the root of the mappings. */
  readonly parentId: FieldId | null;
}

/** Reads an address, or gives null for a pointer that can't be one of a field of these mappings. */
export function parseFieldId(id: Pointer, mappingsAt: Pointer): FieldAddress | null {
  if (!isWithin(id, mappingsAt)) return null;
  const tokens = parsePointer(id.slice(mappingsAt.length));
  if (tokens.length === 0 || tokens.length % 2 !== 0 || tokens[0] !== 'properties') return null;
  const path: string[] = [];
  let parentId: FieldId | null = null;
  let container: ChildContainer = 'properties';
  for (let index = 0; index < tokens.length; index += 2) {
    const kind = tokens[index];
    if (kind !== 'properties' && kind !== 'fields') return null;
    if (index > 0) parentId = joinPointer(parentId ?? mappingsAt, container, path.at(-1) as string);
    container = kind;
    path.push(tokens[index + 1] as string);
  }
  return { id, path, name: path.at(-1) as string, container, parentId };
}

/** A field of a body: its address and its definition, whatever that is. */
export interface FoundField {
  readonly address: FieldAddress;
  readonly definition: JsonValue;
}

/** The field at a pointer, or null where there is none: every container on the way must be an object. */
export function findField(body: Body, mappingsAt: Pointer, id: Pointer): FoundField | null {
  const address = parseFieldId(id, mappingsAt);
  let definition = valueAt(body, mappingsAt);
  if (address === null) return null;
  const tokens = parsePointer(id.slice(mappingsAt.length));
  for (let index = 0; index < tokens.length; index += 2) {
    const container = containerOf(definition, tokens[index] as ChildContainer);
    definition = container === undefined ? undefined : member(container, tokens[index + 1] as string);
  }
  return definition === undefined ? null : { address, definition };
}

/** The address of a child. */
export function childId(parent: Pointer, container: ChildContainer, name: string): FieldId {
  return joinPointer(parent, container, name);
}

/** The container that a new child of this definition goes to, or null where its type holds none. */
export function containerForChildren(definition: JsonValue | undefined): ChildContainer | null {
  return childContainerOf(typeOf(definition));
}

/** How people write a field's path, and how aliases name their target. */
export function dottedPath(path: readonly string[]): string {
  return path.join('.');
}

/**
 * The field that a dotted path names, or null. Names may hold dots themselves, so every way of splitting the path is
 * tried, shorter first names first; the cost is bounded by the fields whose names begin the path.
 */
export function resolvePath(body: Body, mappingsAt: Pointer, dotted: string): FieldId | null {
  const root = rootContainer(body, mappingsAt);
  return root === undefined ? null : resolveIn(root, joinPointer(mappingsAt, 'properties'), dotted);
}

function resolveIn(container: JsonObject, at: Pointer, dotted: string): FieldId | null {
  for (let dot = dotted.indexOf('.'); dot !== -1; dot = dotted.indexOf('.', dot + 1)) {
    const definition = member(container, dotted.slice(0, dot));
    if (!isObject(definition)) continue;
    for (const name of CHILD_CONTAINERS) {
      const children = containerOf(definition, name);
      if (children === undefined) continue;
      const found = resolveIn(children, joinPointer(at, dotted.slice(0, dot), name), dotted.slice(dot + 1));
      if (found !== null) return found;
    }
  }
  return Object.hasOwn(container, dotted) ? joinPointer(at, dotted) : null;
}
