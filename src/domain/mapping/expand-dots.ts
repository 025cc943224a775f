import type { TargetEngine } from '../catalogue/engines.ts';
import {
  copyObject,
  isObject,
  MAX_DEPTH,
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
  return expandContainer(mappings, [], { problems, made: new WeakSet(), ...(updatedBy && { updatedBy }) });
}

/**
 * Mappings as engines read them; the same object where names say no other levels, or say what can't be. Each object is
 * looked at once: the cost follows what changed of them.
 */
export function asEnginesRead(mappings: JsonObject): JsonObject {
  if (!readsOtherwise(mappings)) return mappings;
  const problems: CompositionProblem[] = [];
  const read = expandDots(mappings, problems);
  return problems.length === 0 ? read : mappings;
}

const otherwise = new WeakMap<JsonObject, boolean>();

/** Whether engines may read the names of the fields of an object, or below, otherwise than they are written. */
function readsOtherwise(container: JsonObject): boolean {
  const known = otherwise.get(container);
  if (known !== undefined) return known;
  const properties = objectMember(container, 'properties') ?? {};
  const isSo =
    (hasFlatNames(container) && Object.values(properties).some(isObjectField)) ||
    Object.entries(properties).some(
      ([name, field]) => (name.includes('.') && !hasFlatNames(container)) || (isObject(field) && readsOtherwise(field)),
    );
  otherwise.set(container, isSo);
  return isSo;
}

const isObjectField = (field: JsonValue) => isObject(field) && containerType(field) === 'object';

/** What a merge finds, and the engine that takes a field that is there again for an update of it. */
interface MergeNotes {
  readonly problems: CompositionProblem[];
  readonly updatedBy?: TargetEngine;
  /**
   * Properties that this merge has made: it adds to them in place, where a copy for each field would cost their number
   * squared.
   */
  readonly made: WeakSet<JsonObject>;
}

function expandContainer(container: JsonObject, path: readonly string[], notes: MergeNotes): JsonObject {
  const properties = objectMember(container, 'properties');
  if (properties === undefined || !readsOtherwise(container)) return container;
  if (hasFlatNames(container)) {
    const flat: MutableJsonObject = {};
    flatten(properties, [], flat, path, notes);
    return { ...container, properties: flat };
  }
  const expanded: MutableJsonObject = {};
  let hasFlat: boolean | undefined;
  for (const [name, field] of Object.entries(properties)) {
    const levels = levelsOf(name);
    // No engine takes a field as deep as that, and what reads it later may not have the stack for it.
    const isTooDeep = path.length + levels.length > MAX_DEPTH;
    const names = isTooDeep || levels.includes('') ? [name] : levels;
    const depth =
      names.length > 1 && (hasFlat ??= holdsFlatNames(properties)) ? levelsToFlat(properties, names.join('.')) : 0;
    if (depth > 0) {
      const flat: MutableJsonObject = {};
      const under = [...path, ...names.slice(0, depth)];
      flatten({ [names.slice(depth).join('.')]: field }, [], flat, under, notes);
      addFields(expanded, fieldsUnder(names.slice(0, depth), { properties: flat }, notes), path, notes);
      continue;
    }
    const isContainer = isObject(field) && containerType(field) !== null;
    const leaf = isContainer ? expandContainer(field, [...path, ...names], notes) : field;
    addFields(expanded, fieldsUnder(names, leaf, notes), path, notes);
  }
  return { ...container, properties: expanded };
}

/** Whether an object among these fields, or below them, has no subobjects. */
function holdsFlatNames(properties: JsonObject): boolean {
  return Object.values(properties).some(
    (field) => isObject(field) && (hasFlatNames(field) || holdsFlatNames(objectMember(field, 'properties') ?? {})),
  );
}

/**
 * How many levels of a name lead to an object that has no subobjects, and so takes the others as one; 0 where none
 * does.
 */
function levelsToFlat(properties: JsonObject, name: string): number {
  for (let count = 1, end = name.indexOf('.'); end !== -1; count++, end = name.indexOf('.', end + 1)) {
    const object = objectMember(properties, name.slice(0, end));
    if (object === undefined) continue;
    if (hasFlatNames(object)) return count;
    const deeper = levelsToFlat(objectMember(object, 'properties') ?? {}, name.slice(end + 1));
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
function fieldsUnder([name = '', ...inner]: readonly string[], field: JsonValue, notes: MergeNotes): JsonObject {
  const properties: MutableJsonObject = {};
  setMember(properties, name, inner.length === 0 ? field : { properties: fieldsUnder(inner, field, notes) });
  notes.made.add(properties);
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
  const merged: MutableJsonObject = notes.made.has(below) ? below : copyObject(below);
  notes.made.add(merged);
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
  const below = objectMember(before, 'properties');
  const above = objectMember(after, 'properties');
  if (below === undefined && above === undefined) return { ...before, ...after };
  return { ...before, ...after, properties: mergeFields(below ?? {}, above ?? {}, path, notes) };
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
