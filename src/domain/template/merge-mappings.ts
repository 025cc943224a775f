import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import {
  copyObject,
  deepEqual,
  isObject,
  member,
  objectMember,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { dottedPath } from '../mapping/field.ts';
import { definitionReindexNeeds } from '../mapping/live-field-changes.ts';

/** A place where two mappings can't be composed, and why the engine will refuse it. */
export interface CompositionProblem {
  /** Of the field as people write it, or the member of the mappings. */
  readonly path: string;
  readonly reason: string;
}

/**
 * Engines that compose the texts of mappings, and read the result; the others read each and merge what they have read. Measured on
 * Elasticsearch 8.19 and 9.5, OpenSearch 3.4.
 */
const COMPOSES_TEXTS = elasticsearch({ from: '8.12' });

/** Whether an engine merges lists and entries of members, and forgets parameters of an object that a later layer leaves out. */
export function composesTexts(target: TargetEngine): boolean {
  return isKnownBy(COMPOSES_TEXTS, target);
}

/**
 * The mappings of a template or component over those before it. A field replaces one of the same name as a whole, objects are joined.
 * What can't be composed is added to `problems`; the later definition is kept then.
 */
export function mergeMappings(
  below: JsonObject,
  above: JsonObject,
  target: TargetEngine,
  problems: CompositionProblem[],
): JsonObject {
  if (!composesTexts(target)) return mergeRoots(below, expandDots(above, problems, target), problems);
  const required = [below, above].map((mappings) => member(objectMember(mappings, '_routing') ?? {}, 'required'));
  if (required.every((value) => value !== undefined) && required[0] !== required[1])
    problems.push({ path: '_routing.required', reason: 'It differs from an earlier component template.' });
  return mergeTexts(below, above, MAPPINGS_RULE);
}

/** Legacy templates: what the earlier say is kept wherever the later are silent, within the definition of a field too. */
export function mergeLegacyMappings(below: JsonObject, above: JsonObject): JsonObject {
  return mergeTexts(above, below, KEEP_RULE);
}

/** How a merge of texts decides; undefined leaves it to the general way. */
interface MergeRule {
  readonly decide: (parent: string, own: JsonValue, other: JsonValue) => JsonValue | undefined;
}

/** The first of two values wins; used with the later value first. */
const KEEP_RULE: MergeRule = { decide: () => undefined };

const MAPPINGS_RULE: MergeRule = {
  decide(parent, own, other) {
    if (!isObject(own) || !isObject(other))
      return other === null || (Array.isArray(own) && Array.isArray(other)) ? undefined : other;
    if (parent !== 'properties') return undefined;
    if (!isJoinable(own) || !isJoinable(other)) return other;
    const base: MutableJsonObject = {};
    for (const name of ['properties', 'subobjects']) {
      const value = member(own, name);
      if (value !== undefined) base[name] = value;
    }
    return mergeTexts(base, other, MAPPINGS_RULE);
  },
};

function isJoinable(field: JsonObject): boolean {
  const type = member(field, 'type') ?? (isObject(member(field, 'properties')) ? 'object' : undefined);
  return isJoinedType(type);
}

/** Types of fields that are joined with another of their kind; every other is replaced as a whole. */
const isJoinedType = (type: JsonValue | undefined): type is string => type === 'object' || type === 'nested';

/** Objects are merged, lists joined, and of two other values the own one is kept unless the rule says otherwise. */
function mergeTexts(own: JsonObject, other: JsonObject, rule: MergeRule, parent = ''): JsonObject {
  const merged = copyObject(own);
  for (const [name, value] of Object.entries(other)) {
    const mine = member(own, name);
    setMember(merged, name, mine === undefined ? value : mergeValues(mine, value, rule, parent, name));
  }
  return merged;
}

function mergeValues(own: JsonValue, other: JsonValue, rule: MergeRule, parent: string, name: string): JsonValue {
  const decided = rule.decide(parent, own, other);
  if (decided !== undefined) return decided;
  if (isObject(own) && isObject(other)) return mergeTexts(own, other, rule, name);
  return Array.isArray(own) && Array.isArray(other)
    ? joinLists(own as readonly JsonValue[], other as readonly JsonValue[], rule)
    : own;
}

/** Lists of named entries are merged by name; of others, the values of the other list come first. */
function joinLists(own: readonly JsonValue[], other: readonly JsonValue[], rule: MergeRule): readonly JsonValue[] {
  if (![...own, ...other].every((item) => entryName(item) !== undefined))
    return [...other, ...own.filter((item) => !other.some((value) => deepEqual(value, item)))];
  const joined = own.map((item) => {
    const again = other.find((value) => entryName(value) === entryName(item));
    return again === undefined ? item : mergeTexts(item as JsonObject, again as JsonObject, rule);
  });
  return [...joined, ...other.filter((item) => !own.some((value) => entryName(value) === entryName(item)))];
}

/** The name of an entry in a list of objects with one member each, as dynamic templates are. */
function entryName(item: JsonValue): string | undefined {
  if (!isObject(item)) return undefined;
  const [name, ...others] = Object.keys(item);
  return others.length === 0 ? name : undefined;
}

/** As engines do that have read both: parameters of objects one by one, all else of a field as a whole. */
function mergeRoots(below: JsonObject, above: JsonObject, problems: CompositionProblem[]): JsonObject {
  const merged = copyObject(below);
  for (const [name, value] of Object.entries(above)) {
    const before = member(below, name);
    if (!isObject(value) || !isObject(before)) {
      const areTemplates = name === 'dynamic_templates' && Array.isArray(before) && Array.isArray(value);
      setMember(
        merged,
        name,
        areTemplates ? replaceByName(before as readonly JsonValue[], value as readonly JsonValue[]) : value,
      );
    } else if (name === 'properties') setMember(merged, name, mergeFields(before, value, [], { problems }));
    else if (name === '_meta') setMember(merged, name, mergeTexts(value, before, KEEP_RULE));
    else setMember(merged, name, ENTRY_MEMBERS.includes(name) ? { ...before, ...value } : value);
  }
  return merged;
}

/** Members of the mappings that hold definitions by name. */
const ENTRY_MEMBERS: readonly string[] = ['runtime', 'derived'];

function replaceByName(below: readonly JsonValue[], above: readonly JsonValue[]): readonly JsonValue[] {
  const firstKey = (item: JsonValue) => (isObject(item) ? Object.keys(item)[0] : undefined);
  const names = above.map(firstKey);
  return [
    ...below.map((item) => above[names.indexOf(firstKey(item))] ?? item),
    ...above.filter((item) => !below.some((old) => firstKey(old) === firstKey(item))),
  ];
}

function mergeFields(below: JsonObject, above: JsonObject, path: readonly string[], notes: MergeNotes): JsonObject {
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

/**
 * Fields whose names have dots as engines read them: `a.b` is the field `b` of the object `a`, unless that has no subobjects. A field that is
 * there in both ways is the later one, or the first one updated by it where an engine reads the mappings so.
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
  if (isFlat(container)) {
    const flat: MutableJsonObject = {};
    flatten(properties, [], flat, path, notes);
    return { ...container, properties: flat };
  }
  const expanded: MutableJsonObject = {};
  for (const [name, field] of Object.entries(properties)) {
    const parts = name.split('.');
    const names = parts.includes('') ? [name] : parts;
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

function isFlat(container: JsonObject): boolean {
  const subobjects = member(container, 'subobjects');
  return subobjects === false || subobjects === 'false';
}

/** How many of the names lead to an object that has no subobjects, and so takes the others as one; 0 where none does. */
function levelsToFlat(properties: JsonObject, names: readonly string[]): number {
  for (let count = 1; count < names.length; count++) {
    const object = objectMember(properties, names.slice(0, count).join('.'));
    if (object === undefined) continue;
    if (isFlat(object)) return count;
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
