import { canHaveChildFields, canHaveMultiFields } from '../catalogue/catalogue.ts';
import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import type { CopiedContainer } from '../json/patch.ts';
import { containerOf, typeOf } from './field.ts';

/**
 * Figures about the fields of a subtree. Each is a sum over its parts, so a part is taken out without looking at the
 * others.
 */
export interface Counts {
  /** Fields by their depth below the container: `[3, 5]` is three fields in it and five one level down. */
  readonly depths: readonly number[];
  /** The same for subtrees whose depth starts at 0 again, because their parent's type can't hold children. */
  readonly restarted: readonly number[];
  /** Fields of types of which an index takes only so many. */
  readonly nested: number;
  readonly joins: number;
}

/** What a container of fields (a `properties` or `fields` object) holds. */
export interface Summary {
  /** All levels counted; the same object as in the version before while no figure changed. */
  readonly counts: Counts;
  /** Sorted names of the members that are aliases, have a `copy_to`, or hold such fields: the way to all of them. */
  readonly referring: readonly string[];
  /** Sorted names of the members. */
  readonly names: readonly string[];
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
  const referring: string[] = [];
  for (const name of names) {
    const part = partOf(container[name]);
    if (part === undefined) continue;
    addPart(counts, part, 1);
    if (part.isReferring) referring.push(name);
  }
  return { counts, referring, names };
}

/** What one field, with all that it holds, adds to its container. */
interface Part {
  readonly type: string;
  readonly properties: Summary | undefined;
  readonly fields: Summary | undefined;
  /** It names another field, or holds one that does. */
  readonly isReferring: boolean;
}

function partOf(definition: JsonValue | undefined): Part | undefined {
  if (definition === undefined) return undefined;
  const type = typeOf(definition);
  const inProperties = containerOf(definition, 'properties');
  const inFields = containerOf(definition, 'fields');
  const properties = inProperties && summaryOf(inProperties);
  const fields = inFields && summaryOf(inFields);
  const isReferring =
    type === 'alias' ||
    (isObject(definition) && member(definition, 'copy_to') !== undefined) ||
    (properties !== undefined && properties.referring.length > 0) ||
    (fields !== undefined && fields.referring.length > 0);
  return { type, properties, fields, isReferring };
}

/** Whether two parts add the same figures, as far as that can be told without adding up: what it says yes to is so. */
function addTheSame(a: Part, b: Part): boolean {
  // The type says where the depth of the fields below starts.
  const hasSameStart = a.type === b.type || (a.properties === undefined && a.fields === undefined);
  const isAlike = hasSameStart && (a.type === b.type || !(isLimited(a) || isLimited(b)));
  return isAlike && a.properties?.counts === b.properties?.counts && a.fields?.counts === b.fields?.counts;
}

function isLimited({ type }: Part): boolean {
  return type === 'nested' || type === 'join';
}

/** Adds a part to the figures of its container, or takes it out. */
function addPart(into: OpenCounts, { type, properties, fields }: Part, sign: 1 | -1): void {
  addDepth(into.depths, 0, sign);
  if (type === 'nested') into.nested += sign;
  if (type === 'join') into.joins += sign;
  addBelow(into, type, properties, sign);
  addBelow(into, type, fields, sign);
  trim(into.depths);
  trim(into.restarted);
}

function addBelow(into: OpenCounts, type: string, below: Summary | undefined, sign: 1 | -1): void {
  if (below === undefined) return;
  const { depths, restarted, nested, joins } = below.counts;
  into.nested += sign * nested;
  into.joins += sign * joins;
  const startsAgain = !canHaveChildFields(type) && !canHaveMultiFields(type);
  for (let depth = 0; depth < depths.length; depth++) {
    const count = sign * (depths[depth] as number);
    if (startsAgain) addDepth(into.restarted, depth, count);
    else addDepth(into.depths, depth + 1, count);
  }
  for (let depth = 0; depth < restarted.length; depth++)
    addDepth(into.restarted, depth, sign * (restarted[depth] as number));
}

function addDepth(into: number[], depth: number, count: number): void {
  // A subtree may reach deeper than the list does; what lies between is empty.
  while (into.length <= depth) into.push(0);
  into[depth] = (into[depth] as number) + count;
}

function trim(depths: number[]): void {
  while (depths.length > 0 && depths[depths.length - 1] === 0) depths.pop();
}

interface OpenCounts {
  readonly depths: number[];
  readonly restarted: number[];
  nested: number;
  joins: number;
}

function openCounts(from?: Counts): OpenCounts {
  if (from === undefined) return { depths: [], restarted: [], nested: 0, joins: 0 };
  return { ...from, depths: [...from.depths], restarted: [...from.restarted] };
}

/**
 * Carries the folds over one event: every copied container whose predecessor had a summary gets one, by the members
 * that the event touched. Cost: the touched members, and the names where one came or went.
 */
export function carryFolds(copies: Iterable<CopiedContainer>): void {
  const known: (CopiedContainer & { readonly summary: Summary })[] = [];
  for (const { before, after, touched } of copies) {
    const summary = summaries.get(before as JsonObject);
    if (summary !== undefined) known.push({ before, after, touched, summary });
  }
  // A container is copied before what it holds, so going backwards finds every child's summary ready.
  for (let index = known.length - 1; index >= 0; index--) {
    const { before, after, touched, summary } = known[index] as (typeof known)[number];
    summaries.set(after as JsonObject, carry(summary, before as JsonObject, after as JsonObject, touched));
  }
}

function carry(known: Summary, before: JsonObject, after: JsonObject, touched: readonly string[]): Summary {
  let counts: OpenCounts | undefined;
  const names = new NameChanges();
  const referring = new NameChanges();
  for (const name of touched.length === 1 ? touched : new Set(touched)) {
    const old = partOf(member(before, name));
    const now = partOf(member(after, name));
    names.note(name, old !== undefined, now !== undefined);
    referring.note(name, old?.isReferring === true, now?.isReferring === true);
    if (old !== undefined && now !== undefined && addTheSame(old, now)) continue;
    counts ??= openCounts(known.counts);
    if (old !== undefined) addPart(counts, old, -1);
    if (now !== undefined) addPart(counts, now, 1);
  }
  if (counts === undefined && !names.isAny && !referring.isAny) return known;
  return {
    counts: counts ?? known.counts,
    referring: referring.applyTo(known.referring),
    names: names.applyTo(known.names),
  };
}

/** Names that join or leave a sorted list. */
class NameChanges {
  readonly #joining: string[] = [];
  readonly #leaving: string[] = [];

  get isAny(): boolean {
    return this.#joining.length > 0 || this.#leaving.length > 0;
  }

  note(name: string, was: boolean, is: boolean): void {
    if (was && !is) this.#leaving.push(name);
    if (!was && is) this.#joining.push(name);
  }

  /** The list itself where nothing changes. Cost: one copy of it otherwise. */
  applyTo(names: readonly string[]): readonly string[] {
    let kept = names;
    if (this.#leaving.length === 1) kept = kept.toSpliced(positionOf(kept, this.#leaving[0] as string), 1);
    else if (this.#leaving.length > 1) {
      const leaving = new Set(this.#leaving);
      kept = kept.filter((name) => !leaving.has(name));
    }
    if (this.#joining.length === 0) return kept;
    if (this.#joining.length > 1) return [...kept, ...this.#joining].sort(compareNames);
    const [name] = this.#joining as [string];
    return kept.toSpliced(positionOf(kept, name), 0, name);
  }
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
