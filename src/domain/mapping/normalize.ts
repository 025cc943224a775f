import { canHaveChildFields, canHaveMultiFields, childContainerOf } from '../catalogue/catalogue.ts';
import type { ChildContainer } from '../catalogue/types.ts';
import { joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { isObject, member, setMember, type JsonObject, type JsonValue, type MutableJsonObject } from '../json/value.ts';
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

/** A field of the normalized set (mappings-editor.md, section 3). */
export interface FieldEntity {
  readonly id: FieldId;
  readonly parentId?: FieldId;
  readonly nestedDepth: number;
  readonly isMultiField: boolean;
  readonly path: readonly string[];
  readonly source: FieldSource;
  readonly childFieldsName?: ChildContainer;
  readonly canHaveChildFields: boolean;
  readonly hasChildFields: boolean;
  readonly canHaveMultiFields: boolean;
  readonly hasMultiFields: boolean;
  readonly childFields?: readonly FieldId[];
  readonly isExpanded: boolean;
  readonly unspoken?: Unspoken;
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
 * siblings are sorted by name. Cost: one visit of every field. What is no object is an empty set.
 */
export function normalize(mappings: JsonValue, { mappingsAt = '', isExpanded = COLLAPSED }: NormalizeOptions = {}): NormalizedFields {
  const properties = isObject(mappings) ? member(mappings, 'properties') : undefined;
  if (!isObject(properties)) {
    const empty = { byId: {}, aliases: {}, rootLevelFields: [], maxNestedDepth: 0, hasProperties: properties !== undefined };
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
  const rootLevelFields = collectContainer(collector, properties, joinPointer(mappingsAt, 'properties'), null);
  const { byId, aliases, maxNestedDepth } = collector;
  return { byId, aliases, rootLevelFields, maxNestedDepth, hasProperties: true };
}

interface Parent {
  readonly id: FieldId;
  readonly path: readonly string[];
  /** Of its children. */
  readonly nestedDepth: number;
  readonly isMultiField: boolean;
}

function collectContainer(collector: Collector, container: JsonObject, at: Pointer, parent: Parent | null): FieldId[] {
  const ids: FieldId[] = [];
  for (const name of Object.keys(container).sort(compareNames)) {
    const id = joinPointer(at, name);
    ids.push(id);
    collectField(collector, id, name, container[name] as JsonValue, parent);
  }
  return ids;
}

function collectField(collector: Collector, id: FieldId, name: string, definition: JsonValue, parent: Parent | null): void {
  const type = typeOf(definition);
  const holdsProperties = canHaveChildFields(type);
  const holdsFields = canHaveMultiFields(type);
  const path = parent === null ? [name] : [...parent.path, name];
  const nestedDepth = parent?.nestedDepth ?? 0;
  if (nestedDepth > collector.maxNestedDepth) collector.maxNestedDepth = nestedDepth;
  const properties = containerOf(definition, 'properties');
  const fields = containerOf(definition, 'fields');
  const { source, unspoken } = readDefinition(collector, id, name, type, definition);
  const childFieldsName = childContainerOf(type);
  // The entity is put in place before its children, so that the set is in the order of the tree.
  const entity: Mutable<FieldEntity> = {
    id,
    ...(parent === null ? null : { parentId: parent.id }),
    nestedDepth,
    isMultiField: parent?.isMultiField ?? false,
    path,
    source,
    ...(childFieldsName === null ? null : { childFieldsName }),
    canHaveChildFields: holdsProperties,
    hasChildFields: properties !== undefined && Object.keys(properties).length > 0,
    canHaveMultiFields: holdsFields,
    hasMultiFields: fields !== undefined && Object.keys(fields).length > 0,
    isExpanded: collector.isExpanded(id),
    ...(unspoken === undefined ? null : { unspoken }),
  };
  collector.byId[id] = entity;
  if (!entity.hasChildFields && !entity.hasMultiFields) return;
  const asParent = { id, path, nestedDepth: holdsProperties || holdsFields ? nestedDepth + 1 : 0 };
  const inProperties = properties && collectContainer(collector, properties, joinPointer(id, 'properties'), { ...asParent, isMultiField: false });
  const inFields = fields && collectContainer(collector, fields, joinPointer(id, 'fields'), { ...asParent, isMultiField: true });
  entity.childFields = [...(inProperties ?? []), ...(inFields ?? [])];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function readDefinition(
  collector: Collector,
  id: FieldId,
  name: string,
  type: string,
  definition: JsonValue,
): { source: FieldSource; unspoken?: Unspoken } {
  const source: MutableJsonObject & { name: string; type: string } = { name, type };
  if (!isObject(definition)) return { source, unspoken: { definition } };
  const unspoken: Mutable<Unspoken> = {};
  const aside: MutableJsonObject = {};
  for (const key in definition) {
    const value = definition[key] as JsonValue;
    switch (key) {
      case 'name':
        aside[key] = value;
        break;
      case 'type':
        if (typeof value !== 'string') aside[key] = value;
        break;
      case 'properties':
      case 'fields':
        if (!isObject(value)) aside[key] = value;
        else if (Object.keys(value).length === 0) unspoken.emptyContainers = [...(unspoken.emptyContainers ?? []), key];
        break;
      default:
        setMember(source, key, value);
    }
  }
  if (!Object.hasOwn(definition, 'type')) unspoken.hasNoType = true;
  if (Object.keys(aside).length > 0) unspoken.members = aside;
  if (type === 'alias') registerAlias(collector, id, source);
  return Object.keys(unspoken).length === 0 ? { source } : { source, unspoken };
}

function registerAlias(collector: Collector, id: FieldId, source: MutableJsonObject): void {
  const path = member(source, 'path');
  const target = typeof path === 'string' ? collector.resolve(path) : null;
  if (target === null) return;
  source['path'] = target;
  (collector.aliases[target] ??= []).push(id);
}

/** The `properties` that a normalized set says; undefined where its mappings had none. */
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

function buildDefinition(normalized: NormalizedFields, { id, source, unspoken, childFields = [] }: FieldEntity): JsonValue {
  if (unspoken?.definition !== undefined) return unspoken.definition;
  const definition: MutableJsonObject = {};
  for (const key in source) {
    if (key === 'name' || (key === 'type' && (unspoken?.hasNoType === true || unspoken?.members?.['type'] !== undefined))) continue;
    setMember(definition, key, source[key] as JsonValue);
  }
  if (source.type === 'alias') restoreTarget(normalized, id, definition);
  for (const [key, value] of Object.entries(unspoken?.members ?? {})) setMember(definition, key, value);
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
  const entity = normalized.aliases[target]?.includes(id) === true ? normalized.byId[target] : undefined;
  if (entity !== undefined) definition['path'] = dottedPath(entity.path);
}
