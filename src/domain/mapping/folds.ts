import { canHaveChildFields, canHaveMultiFields } from '../catalogue/catalogue.ts';
import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import type { CopiedContainer } from '../json/patch.ts';
import { CHILD_CONTAINERS, containerOf, typeOf } from './field.ts';

/**
 * What a container of fields (a `properties` or `fields` object) holds, all levels counted. Every figure is a sum
 * over the members, so a changed member is taken out and put in again without looking at its siblings.
 */
export interface Summary {
  /** Fields by their depth below this container: `[3, 5]` is three fields in it and five one level down. */
  readonly depths: readonly number[];
  /** The same for subtrees whose depth starts at 0 again, because their parent's type can't hold children. */
  readonly restarted: readonly number[];
  readonly types: ReadonlyMap<string, number>;
  /** Names of the members that are, or hold, a field that names another one: an alias, or a `copy_to`. */
  readonly referring: ReadonlySet<string>;
  /** Names of the members, sorted. */
  readonly names: readonly string[];
}

type Tally = Omit<Summary, 'names' | 'referring'> & { readonly refers: boolean };

const NONE: readonly number[] = [];
const LEAVES = new Map<string, Tally>();

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
export function fieldCount(summary: Summary): number {
  return sum(summary.depths) + sum(summary.restarted);
}

/** The deepest `nestedDepth` in a container, when its own members stand at 0; 0 where there are none. */
export function maxNestedDepth(summary: Summary): number {
  return Math.max(0, summary.depths.length - 1, summary.restarted.length - 1);
}

/** Counts from scratch, one level at a time; the oracle of the law that carried folds are the same. */
function summarize(container: JsonObject): Summary {
  const depths: number[] = [];
  const restarted: number[] = [];
  const types = new Map<string, number>();
  const referring = new Set<string>();
  const names = Object.keys(container).sort(compareNames);
  for (const name of names) {
    const tally = tallyOf(container[name] as JsonValue);
    addTally({ depths, restarted, types }, tally, 1);
    if (tally.refers) referring.add(name);
  }
  return { depths, restarted, types, referring, names };
}

/** What one field adds to the container that it stands in. */
function tallyOf(definition: JsonValue): Tally {
  const type = typeOf(definition);
  const containers = CHILD_CONTAINERS.map((name) => containerOf(definition, name)).filter((found) => found !== undefined);
  const refers = namesAnother(definition);
  if (containers.length === 0) return leafTally(type, refers);
  const depths = [1];
  const restarted: number[] = [];
  const types = new Map([[type, 1]]);
  const restarts = !canHaveChildFields(type) && !canHaveMultiFields(type);
  let childRefers = refers;
  for (const container of containers) {
    const below = summaryOf(container);
    addCounts(restarts ? restarted : depths, below.depths, 1, restarts ? 0 : 1);
    addCounts(restarted, below.restarted, 1, 0);
    addTypes(types, below.types, 1);
    childRefers ||= below.referring.size > 0;
  }
  return { depths, restarted, types, refers: childRefers };
}

function leafTally(type: string, refers: boolean): Tally {
  const key = refers ? `>${type}` : type;
  let tally = LEAVES.get(key);
  if (tally === undefined) {
    tally = { depths: [1], restarted: NONE, types: new Map([[type, 1]]), refers };
    LEAVES.set(key, tally);
  }
  return tally;
}

function namesAnother(definition: JsonValue): boolean {
  if (!isObject(definition)) return false;
  return Object.hasOwn(definition, 'copy_to') || (member(definition, 'type') === 'alias' && Object.hasOwn(definition, 'path'));
}

interface OpenTally {
  readonly depths: number[];
  readonly restarted: number[];
  readonly types: Map<string, number>;
}

function addTally(into: OpenTally, tally: Pick<Tally, 'depths' | 'restarted' | 'types'>, sign: 1 | -1): void {
  addCounts(into.depths, tally.depths, sign, 0);
  addCounts(into.restarted, tally.restarted, sign, 0);
  addTypes(into.types, tally.types, sign);
}

function addTypes(into: Map<string, number>, types: ReadonlyMap<string, number>, sign: 1 | -1): void {
  for (const [type, count] of types) {
    const now = (into.get(type) ?? 0) + sign * count;
    if (now === 0) into.delete(type);
    else into.set(type, now);
  }
}

function addCounts(into: number[], counts: readonly number[], sign: 1 | -1, offset: number): void {
  for (let depth = 0; depth < counts.length; depth++) {
    into[depth + offset] = (into[depth + offset] ?? 0) + sign * (counts[depth] as number);
  }
  while (into.length > 0 && into.at(-1) === 0) into.pop();
}

/**
 * Carries the folds over one event: every copied container whose predecessor had a summary gets one, by the members
 * that the event touched. Cost: the touched members, and the names where one came or went.
 */
export function carryFolds(copies: ReadonlyMap<object, CopiedContainer>): void {
  // Children were copied after their parents, so going backwards finds every child's summary ready.
  for (const [after, { before, touched }] of [...copies].reverse()) {
    const known = summaries.get(before as JsonObject);
    if (known !== undefined) summaries.set(after as JsonObject, carry(known, before as JsonObject, after as JsonObject, touched));
  }
}

function carry(known: Summary, before: JsonObject, after: JsonObject, touched: ReadonlySet<string>): Summary {
  const carried = { depths: [...known.depths], restarted: [...known.restarted], types: new Map(known.types) };
  let referring: ReadonlySet<string> | Set<string> = known.referring;
  let names: readonly string[] = known.names;
  for (const name of touched) {
    const old = member(before, name);
    const now = member(after, name);
    if (old === now) continue;
    if (old !== undefined) addTally(carried, tallyOf(old), -1);
    const tally = now === undefined ? undefined : tallyOf(now);
    if (tally !== undefined) addTally(carried, tally, 1);
    if (referring.has(name) !== (tally?.refers ?? false)) referring = toggled(referring, name);
    if (old === undefined) names = withName(names, name);
    else if (now === undefined) names = withoutName(names, name);
  }
  return { ...carried, referring, names };
}

function toggled(set: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const copy = new Set(set);
  if (!copy.delete(name)) copy.add(name);
  return copy;
}

/** Where `name` stands, or would stand, among sorted names. */
function positionOf(names: readonly string[], name: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareNames(names[middle] as string, name) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withName(names: readonly string[], name: string): readonly string[] {
  const at = positionOf(names, name);
  return [...names.slice(0, at), name, ...names.slice(at)];
}

function withoutName(names: readonly string[], name: string): readonly string[] {
  const at = positionOf(names, name);
  return [...names.slice(0, at), ...names.slice(at + 1)];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
