import type { TargetEngine } from '../catalogue/engines.ts';
import {
  copyObject,
  isObject,
  member,
  objectMember,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { hasFlatNames, levelsOf } from './field-names.ts';
import { dottedPath } from './field.ts';
import { definitionReindexNeeds } from './live-field-changes.ts';

/** A place where two mappings can't be composed, and why the engine will refuse it. */
export interface CompositionProblem {
  /** Of the field as people write it, or the member of the mappings. */
  readonly path: string;
  readonly reason: string;
}

/**
 * Fields whose names have dots as engines read them: `a.b` is the field `b` of the object `a`, unless that has no
 * subobjects. A field that is there in both ways is the later one, or the first one updated by it where an engine reads
 * the mappings so.
 */
export function expandDots(mappings: JsonObject, problems: CompositionProblem[], updatedBy?: TargetEngine): JsonObject {
  return expandContainer(mappings, [], { problems, ...(updatedBy && { updatedBy }) });
}

/** What a merge finds, and the engine that takes a field that is there again for an update of it. */
interface MergeNotes {
  readonly problems: CompositionProblem[];
  readonly updatedBy?: TargetEngine;
}

function expandContainer(container: JsonObject, path: readonly string[], notes: MergeNotes): JsonObject {
  const properties = objectMember(container, 'properties');
  if (properties === undefined) return container;
  if (hasFlatNames(container)) {
    const flat: MutableJsonObject = {};
    flatten(properties, [], flat, path, notes);
    return { ...container, properties: flat };
  }
  const expanded: MutableJsonObject = {};
  for (const [name, field] of Object.entries(properties)) {
    const levels = levelsOf(name);
    const names = levels.includes('') ? [name] : levels;
    const depth = levelsToFlat(properties, names);
    if (depth > 0) {
      const flat: MutableJsonObject = {};
      const under = [...path, ...names.slice(0, depth)];
      flatten({ [names.slice(depth).join('.')]: field }, [], flat, under, notes);
      addFields(expanded, fieldsUnder(names.slice(0, depth), { properties: flat }), path, notes);
      continue;
    }
    const isContainer = isObject(field) && containerType(field) !== null;
    const leaf = isContainer ? expandContainer(field, [...path, ...names], notes) : field;
    addFields(expanded, fieldsUnder(names, leaf), path, notes);
  }
  return { ...container, properties: expanded };
}

/**
 * How many of the names lead to an object that has no subobjects, and so takes the others as one; 0 where none does.
 */
function levelsToFlat(properties: JsonObject, names: readonly string[]): number {
  for (let count = 1; count < names.length; count++) {
    const object = objectMember(properties, names.slice(0, count).join('.'));
    if (object === undefined) continue;
    if (hasFlatNames(object)) return count;
    const deeper = levelsToFlat(objectMember(object, 'properties') ?? {}, names.slice(count));
    if (deeper > 0) return count + deeper;
  }
  return 0;
}

/** Members of an object that may be said where its fields stand beside it instead. */
const FLATTENED_MEMBERS: readonly string[] = ['type', 'properties', 'enabled'];

/** The fields of objects by their dotted names, where there are no subobjects. */
function flatten(
  properties: JsonObject,
  names: readonly string[],
  flat: MutableJsonObject,
  path: readonly string[],
  notes: MergeNotes,
): void {
  for (const [name, field] of Object.entries(properties)) {
    const type = isObject(field) ? containerType(field) : null;
    const whole = [...names, name];
    const isPlain =
      isObject(field) && isEnabled(field) && Object.keys(field).every((key) => FLATTENED_MEMBERS.includes(key));
    if (type === 'object' && isPlain) flatten(objectMember(field, 'properties') ?? {}, whole, flat, path, notes);
    else {
      const kept = type !== null && isObject(field) ? expandContainer(field, [...path, ...whole], notes) : field;
      setMember(flat, whole.join('.'), kept);
    }
  }
}

/** The properties that hold a field below objects of these names. */
function fieldsUnder([name = '', ...inner]: readonly string[], field: JsonValue): JsonObject {
  const properties: MutableJsonObject = {};
  setMember(properties, name, inner.length === 0 ? field : { properties: fieldsUnder(inner, field) });
  return properties;
}

/** Types of fields that are joined with another of their kind; every other is replaced as a whole. */
export const isJoinedType = (type: JsonValue | undefined): type is string => type === 'object' || type === 'nested';

/** Fields over others of the same names; objects are joined. */
export function mergeFields(
  below: JsonObject,
  above: JsonObject,
  path: readonly string[],
  notes: MergeNotes,
): JsonObject {
  const merged = copyObject(below);
  addFields(merged, above, path, notes);
  return merged;
}

function addFields(merged: MutableJsonObject, above: JsonObject, path: readonly string[], notes: MergeNotes): void {
  for (const [name, field] of Object.entries(above)) {
    const before = member(merged, name);
    setMember(merged, name, before === undefined ? field : mergeField(before, field, [...path, name], notes));
  }
}

function mergeField(before: JsonValue, after: JsonValue, path: readonly string[], notes: MergeNotes): JsonValue {
  if (!isObject(before) || !isObject(after)) return after;
  const [was, wanted] = [containerType(before), containerType(after)];
  if (was === null && wanted === null) {
    if (notes.updatedBy !== undefined) return updatedField(before, after, path, notes, notes.updatedBy);
    return after;
  }
  if (was === null || wanted === null || was !== wanted) {
    notes.problems.push({
      path: dottedPath(path),
      reason: `It can’t be both ${typeTitle(before)} and ${typeTitle(after)}.`,
    });
    return after;
  }
  if (notes.updatedBy !== undefined && isEnabled(before) !== isEnabled(after))
    notes.problems.push({ path: dottedPath(path), reason: 'It is defined twice, and enabled only once.' });
  const properties = mergeFields(
    objectMember(before, 'properties') ?? {},
    objectMember(after, 'properties') ?? {},
    path,
    notes,
  );
  return { ...before, ...after, ...(Object.keys(properties).length > 0 && { properties }) };
}

/** `object` or `nested` of a field that holds others, null of every other one. */
export function containerType(field: JsonObject): string | null {
  const type = member(field, 'type') ?? 'object';
  return isJoinedType(type) ? type : null;
}

function updatedField(
  before: JsonObject,
  after: JsonObject,
  path: readonly string[],
  { problems }: MergeNotes,
  target: TargetEngine,
): JsonObject {
  const [need] = definitionReindexNeeds(before, after, target);
  if (need !== undefined) problems.push({ path: dottedPath(path), reason: `It is defined twice. ${need.reason}` });
  const fields = { ...objectMember(before, 'fields'), ...objectMember(after, 'fields') };
  return Object.keys(fields).length === 0 ? after : { ...after, fields };
}

function isEnabled(field: JsonObject): boolean {
  const enabled = member(field, 'enabled');
  return enabled !== false && enabled !== 'false';
}

function typeTitle(field: JsonObject): string {
  const type = member(field, 'type');
  return typeof type === 'string' ? type : 'object';
}
