import { canHaveChildFields, canHaveMultiFields } from '../catalogue/catalogue.ts';
import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import type { ChildContainer } from '../catalogue/types.ts';
import type { CopiedContainer } from '../json/patch.ts';
import { CHILD_CONTAINERS, containerOf, typeOf } from './field.ts';

/** Figures about the fields of a subtree. Each is a sum over its parts, so a part is taken out without looking at the others. */
export interface Counts {
  /** Fields by their depth below the container: `[3, 5]` is three fields in it and five one level down. */
  readonly depths: readonly number[];
  /** The same for subtrees whose depth starts at 0 again, because their parent's type can't hold children. */
  readonly restarted: readonly number[];
  readonly types: ReadonlyMap<string, number>;
}

/** What a container of fields (a `properties` or `fields` object) holds. */
export interface Summary {
  /** All levels counted; the same object as in the version before while no figure changed. */
  readonly counts: Counts;
  /** The aliases and `copy_to` in it, on all levels; in no order that means anything. */
  readonly references: readonly HeldReference[];
  /** Sorted names of the members. */
  readonly names: readonly string[];
}

/**
 * A parameter that names another field, seen from a container: the member that has it, or holds the container that does.
 * A chain, so that a level adds one small object and no pointer is joined for references that nobody asks for.
 */
export interface HeldReference {
  readonly name: string;
  readonly parameter: 'path' | 'copy_to';
  /** What the parameter says: a dotted path, or a list of them. */
  readonly value: JsonValue;
  /** Further down, with the container that it is seen from; null for the field's own. */
  readonly below: { readonly container: ChildContainer; readonly reference: HeldReference } | null;
}

/** By the container itself, which never changes: nothing here keeps an older or newer version alive. */
const summaries = new WeakMap<JsonObject, Summary>();

export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The summary of a container: carried from the version before where there was one, else counted once. */
export function summaryOf(container: JsonObject): Summary {
  let summary = summaries.get(container);
  if (summary === undefined) {
    summary = summarize(container);
    summaries.set(container, summary);
  }
  return summary;
}

/** All fields in a container, multi-fields included. */
export function fieldCount({ counts }: Summary): number {
  return sum(counts.depths) + sum(counts.restarted);
}

/** The deepest `nestedDepth` in a container, when its own members stand at 0; 0 where there are none. */
export function maxNestedDepth({ counts }: Summary): number {
  return Math.max(0, counts.depths.length - 1, counts.restarted.length - 1);
}

/** Counts from scratch, one level at a time; the oracle of the law that carried folds are the same. */
function summarize(container: JsonObject): Summary {
  const counts = openCounts();
  const names = Object.keys(container).sort(compareNames);
  const references: HeldReference[] = [];
  for (const name of names) {
    const definition = container[name] as JsonValue;
    addField(counts, definition, 1);
    collectReferences(name, definition, references);
  }
  return { counts, references, names };
}

function propertiesOf(definition: JsonValue | undefined): Summary | undefined {
  const container = containerOf(definition, 'properties');
  return container && summaryOf(container);
}

function multiFieldsOf(definition: JsonValue | undefined): Summary | undefined {
  const container = containerOf(definition, 'fields');
  return container && summaryOf(container);
}

/** Adds one field, with all that it holds, to the figures of the container that it stands in; or takes it out. */
function addField(into: OpenCounts, definition: JsonValue, sign: 1 | -1): void {
  const type = typeOf(definition);
  addDepth(into.depths, 0, sign);
  addType(into.types, type, sign);
  addBelow(into, type, propertiesOf(definition), sign);
  addBelow(into, type, multiFieldsOf(definition), sign);
  trim(into.depths);
  trim(into.restarted);
}

function addBelow(into: OpenCounts, type: string, below: Summary | undefined, sign: 1 | -1): void {
  if (below === undefined) return;
  const { depths, restarted, types } = below.counts;
  const startsAgain = !canHaveChildFields(type) && !canHaveMultiFields(type);
  for (let depth = 0; depth < depths.length; depth++) {
    const count = sign * (depths[depth] as number);
    if (startsAgain) addDepth(into.restarted, depth, count);
    else addDepth(into.depths, depth + 1, count);
  }
  for (let depth = 0; depth < restarted.length; depth++) addDepth(into.restarted, depth, sign * (restarted[depth] as number));
  for (const [name, count] of types) addType(into.types, name, sign * count);
}

function addDepth(into: number[], depth: number, count: number): void {
  // A subtree may reach deeper than the list does; what lies between is empty.
  while (into.length <= depth) into.push(0);
  into[depth] = (into[depth] as number) + count;
}

function addType(into: Map<string, number>, type: string, count: number): void {
  const now = (into.get(type) ?? 0) + count;
  if (now === 0) into.delete(type);
  else into.set(type, now);
}

function trim(depths: number[]): void {
  while (depths.length > 0 && depths[depths.length - 1] === 0) depths.pop();
}

/** Whether two definitions add the same, as far as that can be told without adding up: what it says yes to is so. */
function addsTheSame(a: JsonValue, b: JsonValue): boolean {
  return (
    typeOf(a) === typeOf(b) &&
    propertiesOf(a)?.counts === propertiesOf(b)?.counts &&
    multiFieldsOf(a)?.counts === multiFieldsOf(b)?.counts
  );
}

/** Adds the references of a field, and of what it holds, as its container sees them. */
function collectReferences(name: string, definition: JsonValue | undefined, into: HeldReference[]): void {
  if (!isObject(definition)) return;
  const path = member(definition, 'path');
  if (path !== undefined && typeOf(definition) === 'alias') into.push({ name, parameter: 'path', value: path, below: null });
  const copyTo = member(definition, 'copy_to');
  if (copyTo !== undefined) into.push({ name, parameter: 'copy_to', value: copyTo, below: null });
  for (const container of CHILD_CONTAINERS) {
    const held = containerOf(definition, container);
    if (held === undefined) continue;
    for (const reference of summaryOf(held).references) {
      into.push({ name, parameter: reference.parameter, value: reference.value, below: { container, reference } });
    }
  }
}

/** Whether a field has references, or had the same ones before, as far as that can be told without a list of them. */
function hasReferences(definition: JsonValue | undefined): boolean {
  if (!isObject(definition)) return false;
  if (member(definition, 'copy_to') !== undefined || typeOf(definition) === 'alias') return true;
  return (propertiesOf(definition)?.references.length ?? 0) > 0 || (multiFieldsOf(definition)?.references.length ?? 0) > 0;
}

function refersTheSame(a: JsonValue, b: JsonValue): boolean {
  if (!isObject(a) || !isObject(b)) return false;
  return (
    (typeOf(a) === 'alias') === (typeOf(b) === 'alias') &&
    member(a, 'path') === member(b, 'path') &&
    member(a, 'copy_to') === member(b, 'copy_to') &&
    propertiesOf(a)?.references === propertiesOf(b)?.references &&
    multiFieldsOf(a)?.references === multiFieldsOf(b)?.references
  );
}

interface OpenCounts {
  readonly depths: number[];
  readonly restarted: number[];
  readonly types: Map<string, number>;
}

function openCounts(from?: Counts): OpenCounts {
  if (from === undefined) return { depths: [], restarted: [], types: new Map() };
  return { depths: [...from.depths], restarted: [...from.restarted], types: new Map(from.types) };
}

/**
 * Carries the folds over one event: every copied container whose predecessor had a summary gets one, by the members
 * that the event touched. Cost: the touched members, and the names where one came or went.
 */
export function carryFolds(copies: Iterable<CopiedContainer>): void {
  // A container is copied before what it holds, so going backwards finds every child's summary ready.
  for (const { before, after, touched } of [...copies].reverse()) {
    const known = summaries.get(before as JsonObject);
    if (known !== undefined) summaries.set(after as JsonObject, carry(known, before as JsonObject, after as JsonObject, touched));
  }
}

function carry(known: Summary, before: JsonObject, after: JsonObject, touched: readonly string[]): Summary {
  let counts: OpenCounts | undefined;
  const added: string[] = [];
  const removed = new Set<string>();
  const referring = new Set<string>();
  for (const name of touched.length === 1 ? touched : new Set(touched)) {
    const old = member(before, name);
    const now = member(after, name);
    if (old === now) continue;
    if (old === undefined) added.push(name);
    if (now === undefined) removed.add(name);
    const isBoth = old !== undefined && now !== undefined;
    if ((hasReferences(old) || hasReferences(now)) && !(isBoth && refersTheSame(old, now))) referring.add(name);
    if (isBoth && addsTheSame(old, now)) continue;
    counts ??= openCounts(known.counts);
    if (old !== undefined) addField(counts, old, -1);
    if (now !== undefined) addField(counts, now, 1);
  }
  return {
    counts: counts ?? known.counts,
    references: referring.size === 0 ? known.references : withReferences(known.references, after, referring),
    names: added.length === 0 && removed.size === 0 ? known.names : withNames(known.names, added, removed),
  };
}

function withReferences(references: readonly HeldReference[], container: JsonObject, names: ReadonlySet<string>): readonly HeldReference[] {
  const kept = references.filter(({ name }) => !names.has(name));
  for (const name of names) collectReferences(name, member(container, name), kept);
  return kept;
}

function withNames(names: readonly string[], added: readonly string[], removed: ReadonlySet<string>): readonly string[] {
  const kept = removed.size === 0 ? names : names.filter((name) => !removed.has(name));
  if (added.length === 0) return kept;
  if (added.length > 1) return [...kept, ...added].sort(compareNames);
  const [name] = added as [string];
  const at = positionOf(kept, name);
  return [...kept.slice(0, at), name, ...kept.slice(at)];
}

/** Where `name` stands, or would stand, among sorted names. */
export function positionOf(names: readonly string[], name: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareNames(names[middle] as string, name) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
