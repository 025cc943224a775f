import { childContainerOf } from '../catalogue/catalogue.ts';
import type { ChildContainer } from '../catalogue/types.ts';
import { joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { keepLiterals } from '../json/literals.ts';
import {
  copyMember,
  isObject,
  member,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { CHILD_CONTAINERS, containerOf, dottedPath, resolvePath, typeOf, type FieldId } from './field.ts';
import { compareNames } from './folds.ts';

/** The raw definition of a field: its name, type and parameters, without what it holds. */
export type FieldSource = JsonObject & { readonly name: string; readonly type: string };

/** What the shape of an entity can't say, so that nothing is lost on the way back. */
export interface Unspoken {
  /** The definition names no type; `source.type` is what the engine assumes. */
  readonly hasNoType?: true;
  /** The definition's own members `name`, and `type`, `properties` or `fields` of an unexpected kind. */
  readonly members?: JsonObject;
  /** Containers that are there, but empty. */
  readonly emptyContainers?: readonly ChildContainer[];
  /** The definition, where it is no object at all. */
  readonly definition?: JsonValue;
}

/**
 * A field of the normalized set. Every entity has every member, so that reading them
 * stays fast.
 */
export interface FieldEntity {
  readonly id: FieldId;
  readonly parentId: FieldId | undefined;
  readonly nestedDepth: number;
  readonly isMultiField: boolean;
  readonly path: readonly string[];
  readonly source: FieldSource;
  readonly childFieldsName: ChildContainer | undefined;
  readonly canHaveChildFields: boolean;
  readonly hasChildFields: boolean;
  readonly canHaveMultiFields: boolean;
  readonly hasMultiFields: boolean;
  readonly childFields: readonly FieldId[] | undefined;
  readonly isExpanded: boolean;
  readonly unspoken: Unspoken | undefined;
}

/** The fields of a mappings object, by address. */
export interface NormalizedFields {
  readonly byId: Readonly<Record<FieldId, FieldEntity>>;
  /** The alias fields that point to a field, by its address. */
  readonly aliases: Readonly<Record<FieldId, readonly FieldId[]>>;
  readonly rootLevelFields: readonly FieldId[];
  readonly maxNestedDepth: number;
  /** What `properties` is, where it is no object; absent from the set where it is absent or an object. */
  readonly properties?: JsonValue;
  /** `properties` is there, though it may hold no field. */
  readonly hasProperties: boolean;
}

interface Collector {
  readonly byId: Record<FieldId, FieldEntity>;
  readonly aliases: Record<FieldId, FieldId[]>;
  readonly resolve: (dotted: string) => FieldId | null;
  readonly isExpanded: (id: FieldId) => boolean;
  maxNestedDepth: number;
}

export interface NormalizeOptions {
  /** Where the mappings stand in their body: the start of every id. */
  readonly mappingsAt?: Pointer;
  readonly isExpanded?: (id: FieldId) => boolean;
}

const COLLAPSED = () => false;

/**
 * The normalized set of a mappings object. An alias' `path` becomes the id of its target where there is one;
 * siblings are sorted by name. Cost: one visit of every field. A value that is not an object is an empty set.
 * @public
 */
export function normalize(
  mappings: JsonValue,
  { mappingsAt = '', isExpanded = COLLAPSED }: NormalizeOptions = {},
): NormalizedFields {
  const properties = isObject(mappings) ? member(mappings, 'properties') : undefined;
  if (!isObject(properties)) {
    const empty = {
      byId: {},
      aliases: {},
      rootLevelFields: [],
      maxNestedDepth: 0,
      hasProperties: properties !== undefined,
    };
    return properties === undefined ? empty : { ...empty, properties };
  }
  const targets = new Map<string, FieldId | null>();
  const collector: Collector = {
    byId: {},
    aliases: {},
    resolve(dotted) {
      let id = targets.get(dotted);
      if (id === undefined) {
        const found = resolvePath(mappings, '', dotted);
        id = found === null ? null : mappingsAt + found;
        targets.set(dotted, id);
      }
      return id;
    },
    isExpanded,
    maxNestedDepth: 0,
  };
  const rootLevelFields = collectContainer(collector, properties, joinPointer(mappingsAt, 'properties'), ROOT, false);
  const { byId, aliases, maxNestedDepth } = collector;
  return { byId, aliases, rootLevelFields, maxNestedDepth, hasProperties: true };
}

interface Parent {
  readonly id: FieldId;
  readonly path: readonly string[];
  /** Of its children. */
  readonly nestedDepth: number;
}

const ROOT = { id: undefined, path: [], nestedDepth: 0 };

function collectContainer(
  collector: Collector,
  container: JsonObject,
  at: Pointer,
  parent: Parent | typeof ROOT,
  isMultiField: boolean,
): FieldId[] {
  const names = Object.keys(container).sort(compareNames);
  const ids: FieldId[] = [];
  for (const name of names) {
    const id = joinPointer(at, name);
    ids.push(id);
    collectField(collector, id, name, container[name] as JsonValue, parent, isMultiField);
  }
  return ids;
}

function collectField(
  collector: Collector,
  id: FieldId,
  name: string,
  definition: JsonValue,
  parent: Parent | typeof ROOT,
  isMultiField: boolean,
): void {
  const type = typeOf(definition);
  const holds = childContainerOf(type);
  const path = [...parent.path, name];
  const { nestedDepth } = parent;
  const properties = containerOf(definition, 'properties');
  const fields = containerOf(definition, 'fields');
  const entity: Mutable<FieldEntity> = {
    id,
    parentId: parent.id,
    nestedDepth,
    isMultiField,
    path,
    source: NOT_READ,
    childFieldsName: holds ?? undefined,
    canHaveChildFields: holds === 'properties',
    hasChildFields: properties !== undefined && !isEmpty(properties),
    canHaveMultiFields: holds === 'fields',
    hasMultiFields: fields !== undefined && !isEmpty(fields),
    childFields: undefined,
    isExpanded: collector.isExpanded(id),
    unspoken: undefined,
  };
  readDefinition(collector, entity, name, type, definition);
  if (nestedDepth > collector.maxNestedDepth) collector.maxNestedDepth = nestedDepth;
  // The entity is put in place before its children, so that the set is in the order of the tree.
  collector.byId[id] = entity;
  if (!entity.hasChildFields && !entity.hasMultiFields) return;
  const asParent = { id, path, nestedDepth: holds === null ? 0 : nestedDepth + 1 };
  const inProperties =
    properties && collectContainer(collector, properties, joinPointer(id, 'properties'), asParent, false);
  const inFields = fields && collectContainer(collector, fields, joinPointer(id, 'fields'), asParent, true);
  entity.childFields = [...(inProperties ?? []), ...(inFields ?? [])];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const NOT_READ: FieldSource = { name: '', type: '' };

function isEmpty(object: object): boolean {
  for (const key in object) if (Object.hasOwn(object, key)) return false;
  return true;
}

/** Splits a definition into the entity's source and what the source can't say. */
function readDefinition(
  collector: Collector,
  entity: Mutable<FieldEntity>,
  name: string,
  type: string,
  definition: JsonValue,
): void {
  if (!isObject(definition)) {
    entity.source = { name, type };
    entity.unspoken = { definition };
    return;
  }
  const { type: ownType, name: ownName, properties, fields } = definition;
  const isPlain =
    typeof ownType === 'string' && ownName === undefined && properties === undefined && fields === undefined;
  // In this order: members added behind a spread make the copy seven times slower.
  const source: MutableJsonObject & { name: string; type: string } = isPlain
    ? { name, type, ...definition }
    : { name, type };
  if (!isPlain) {
    entity.unspoken = readUnspoken(definition, source);
    keepLiterals(source, definition);
  }
  if (type === 'alias') registerAlias(collector, entity.id, source);
  entity.source = source;
}

function readUnspoken(definition: JsonObject, source: MutableJsonObject): Unspoken | undefined {
  const unspoken: Mutable<Unspoken> = {};
  const aside: MutableJsonObject = {};
  for (const key of Object.keys(definition)) {
    const value = definition[key] as JsonValue;
    if (key === 'name' || (key === 'type' && typeof value !== 'string')) {
      aside[key] = value;
    } else if (key === 'properties' || key === 'fields') {
      if (!isObject(value)) aside[key] = value;
      else if (isEmpty(value)) unspoken.emptyContainers = [...(unspoken.emptyContainers ?? []), key];
    } else if (key !== 'type') {
      setMember(source, key, value);
    }
  }
  if (!Object.hasOwn(definition, 'type')) unspoken.hasNoType = true;
  if (!isEmpty(aside)) {
    keepLiterals(aside, definition);
    unspoken.members = aside;
  }
  return isEmpty(unspoken) ? undefined : unspoken;
}

function registerAlias(collector: Collector, id: FieldId, source: MutableJsonObject): void {
  const path = member(source, 'path');
  const target = typeof path === 'string' ? collector.resolve(path) : null;
  if (target === null) return;
  source['path'] = target;
  (collector.aliases[target] ??= []).push(id);
}

/**
 * The `properties` that a normalized set says; undefined where its mappings had none.
 * @public
 */
export function deNormalize(normalized: NormalizedFields): JsonValue | undefined {
  if (!normalized.hasProperties) return undefined;
  if (normalized.properties !== undefined) return normalized.properties;
  return buildContainer(normalized, normalized.rootLevelFields);
}

function buildContainer(normalized: NormalizedFields, ids: readonly FieldId[]): JsonObject {
  const container: MutableJsonObject = {};
  for (const id of ids) {
    const entity = normalized.byId[id];
    if (entity !== undefined) setMember(container, entity.source.name, buildDefinition(normalized, entity));
  }
  return container;
}

function buildDefinition(
  normalized: NormalizedFields,
  { id, source, unspoken, childFields = [] }: FieldEntity,
): JsonValue {
  if (unspoken?.definition !== undefined) return unspoken.definition;
  const definition: MutableJsonObject = {};
  for (const key in source) {
    if (
      key === 'name' ||
      (key === 'type' && (unspoken?.hasNoType === true || unspoken?.members?.['type'] !== undefined))
    )
      continue;
    setMember(definition, key, source[key] as JsonValue);
  }
  keepLiterals(definition, source);
  if (source.type === 'alias') restoreTarget(normalized, id, definition);
  const aside = unspoken?.members ?? {};
  for (const key of Object.keys(aside)) copyMember(definition, key, aside);
  for (const container of unspoken?.emptyContainers ?? []) definition[container] = {};
  for (const container of CHILD_CONTAINERS) {
    const ids = childFields.filter((child) => containerName(child) === container);
    if (ids.length > 0) definition[container] = buildContainer(normalized, ids);
  }
  return definition;
}

function containerName(id: FieldId): string | undefined {
  return parsePointer(id).at(-2);
}

function restoreTarget(normalized: NormalizedFields, id: FieldId, definition: MutableJsonObject): void {
  const target = member(definition, 'path');
  if (typeof target !== 'string') return;
  const { aliases, byId } = normalized;
  const isTarget = Object.hasOwn(aliases, target) && aliases[target]?.includes(id) === true;
  const entity = isTarget ? byId[target] : undefined;
  if (entity !== undefined) definition['path'] = dottedPath(entity.path);
}
