import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import {
  copyObject,
  deepEqual,
  isArray,
  isObject,
  member,
  objectMember,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { expandDots, isJoinedType, mergeFields, type CompositionProblem } from '../mapping/expand-dots.ts';

/**
 * Engines that compose the texts of mappings, and read the result; the others read each and merge what they have read.
 * Measured on Elasticsearch 8.19 and 9.5, OpenSearch 3.4.
 */
const COMPOSES_TEXTS = elasticsearch({ from: '8.12' });

/**
 * Whether an engine merges lists and entries of members, and forgets parameters of an object that a later layer leaves
 * out.
 */
export function composesTexts(target: TargetEngine): boolean {
  return isKnownBy(COMPOSES_TEXTS, target);
}

/**
 * The mappings of a template or component over those before it. A field replaces one of the same name as a whole,
 * objects are joined. What can't be composed is added to `problems`; the later definition is kept then.
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

/**
 * Legacy templates: what the earlier say is kept wherever the later are silent, within the definition of a field too.
 */
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
      return other === null || (isArray(own) && isArray(other)) ? undefined : other;
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
  return isArray(own) && isArray(other) ? joinLists(own, other, rule) : own;
}

/**
 * Lists of named entries are merged by name, one entry after another: of two of a name in the own list the last counts.
 * Of other lists, the values of the other list come first.
 */
function joinLists(own: readonly JsonValue[], other: readonly JsonValue[], rule: MergeRule): readonly JsonValue[] {
  if (![...own, ...other].every((item) => entryName(item) !== undefined))
    return [...other, ...own.filter((item) => !other.some((value) => deepEqual(value, item)))];
  const joined = new Map(own.map((item) => [entryName(item), item]));
  for (const item of other) {
    const name = entryName(item);
    const before = joined.get(name);
    joined.set(name, before === undefined ? item : mergeTexts(before as JsonObject, item as JsonObject, rule));
  }
  return [...joined.values()];
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
      const areTemplates = name === 'dynamic_templates' && isArray(before) && isArray(value);
      setMember(merged, name, areTemplates ? replaceByName(before, value) : value);
    } else if (name === 'properties')
      setMember(merged, name, mergeFields(before, value, [], { problems, made: new WeakSet() }));
    else if (name === '_meta') setMember(merged, name, mergeTexts(value, before, KEEP_RULE));
    else setMember(merged, name, ENTRY_MEMBERS.includes(name) ? { ...before, ...value } : value);
  }
  return merged;
}

/** Members of the mappings that hold definitions by name. */
const ENTRY_MEMBERS: readonly string[] = ['runtime', 'derived'];

/**
 * One dynamic template of each name, at the place of the first and as the last one is: of two of a name in one layer
 * the last counts, too. Measured on Elasticsearch 8.19 and OpenSearch 3.4.
 */
function replaceByName(below: readonly JsonValue[], above: readonly JsonValue[]): readonly JsonValue[] {
  const templates = new Map<unknown, JsonValue>();
  // What has no name is unlike all others.
  for (const item of [...below, ...above]) templates.set(isObject(item) ? Object.keys(item)[0] : item, item);
  return [...templates.values()];
}
