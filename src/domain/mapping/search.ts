import { typeNames } from '../catalogue/catalogue.ts';
import type { Body } from '../json/patch.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { CHILD_CONTAINERS, containerOf, rootContainer, typeOf, type FieldId } from './field.ts';
import { summaryOf } from './folds.ts';
import type { FieldEntity, NormalizedFields } from './normalize.ts';

/** What stands between the names of a path where people read it. */
export const PATH_SEPARATOR = ' > ';

/** What search looks at of one field, folded to lower case. */
export interface SearchEntry {
  readonly id: FieldId;
  readonly name: string;
  /** Joined by {@link PATH_SEPARATOR}. */
  readonly path: string;
  readonly type: string;
}

const WEIGHT = {
  fullName: 15,
  name: 5,
  path: 15,
  pathStart: 5,
  fullPath: 5,
  type: 5,
  fullType: 5,
} as const;

/** By the root container: each version's entries are listed once, when somebody searches it. */
const entriesByRoot = new WeakMap<JsonObject, readonly SearchEntry[]>();

/** The entries of all fields, in the order of the tree. Cost: every field once for each version that is searched. */
export function searchEntries(body: Body, mappingsAt: Pointer): readonly SearchEntry[] {
  const root = rootContainer(body, mappingsAt);
  if (root === undefined) return [];
  let entries = entriesByRoot.get(root);
  if (entries === undefined) {
    const collected: SearchEntry[] = [];
    collect(root, joinPointer(mappingsAt, 'properties'), '', collected);
    entriesByRoot.set(root, collected);
    entries = collected;
  }
  return entries;
}

function collect(container: JsonObject, at: Pointer, prefix: string, entries: SearchEntry[]): void {
  for (const name of summaryOf(container).names) {
    const definition = container[name] as JsonValue;
    const id = joinPointer(at, name);
    const folded = name.toLowerCase();
    const path = prefix + folded;
    entries.push({ id, name: folded, path, type: typeOf(definition).toLowerCase() });
    for (const kind of CHILD_CONTAINERS) {
      const children = containerOf(definition, kind);
      if (children !== undefined) collect(children, joinPointer(id, kind), path + PATH_SEPARATOR, entries);
    }
  }
}

/** The fields of a normalized set that a term finds, best first. */
export function searchFields(term: string, normalized: NormalizedFields): readonly FieldEntity[] {
  const entries = Object.values(normalized.byId).map(({ id, path, source }) => ({
    id,
    name: source.name.toLowerCase(),
    path: path.join(PATH_SEPARATOR).toLowerCase(),
    type: source.type.toLowerCase(),
  }));
  return findEntries(term, entries).map(({ id }) => normalized.byId[id] as FieldEntity);
}

interface Query {
  readonly pattern: RegExp;
  /** Only fields of this type. */
  readonly type?: string;
}

/**
 * The entries that a term finds, best first; ties stay in the order given. Words match with an optional separator
 * (dot, underscore, dash, space or ' > ') between them; a first or last word that is a type narrows to that type.
 */
export function findEntries(term: string, entries: readonly SearchEntry[]): readonly SearchEntry[] {
  const queries = queriesOf(term);
  if (queries.length === 0) return entries;
  const found: { readonly entry: SearchEntry; readonly score: number }[] = [];
  for (const entry of entries) {
    const score = Math.max(...queries.map((query) => scoreOf(entry, query)));
    if (score > 0) found.push({ entry, score });
  }
  return found.sort((a, b) => b.score - a.score).map(({ entry }) => entry);
}

function queriesOf(term: string): readonly Query[] {
  const words = wordsOf(term);
  if (words.length === 0) return [];
  const queries: Query[] = [{ pattern: patternOf(words) }];
  if (words.length === 1) return queries;
  const types = new Set(typeNames());
  const first = words[0] as string;
  const last = words.at(-1) as string;
  if (types.has(first)) queries.push({ pattern: patternOf(words.slice(1)), type: first });
  if (types.has(last)) queries.push({ pattern: patternOf(words.slice(0, -1)), type: last });
  return queries;
}

/** A term's words; the separators of paths separate words too, so that a dotted path finds its field. */
function wordsOf(term: string): readonly string[] {
  return term
    .toLowerCase()
    .split(/\s*>\s*|\s+|\./)
    .filter((word) => word !== '');
}

function patternOf(words: readonly string[]): RegExp {
  return new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(String.raw`(?: > |[._\- ])?`));
}

function scoreOf({ name, path, type }: SearchEntry, query: Query): number {
  if (query.type !== undefined && query.type !== type) return 0;
  const { pattern } = query;
  let score = 0;
  const inName = pattern.exec(name);
  if (inName !== null) score += WEIGHT.name + (inName[0].length === name.length ? WEIGHT.fullName : 0);
  const inPath = pattern.exec(path);
  if (inPath !== null) {
    score += WEIGHT.path;
    if (inPath.index === 0) score += WEIGHT.pathStart + (inPath[0].length === path.length ? WEIGHT.fullPath : 0);
  }
  const inType = query.type === undefined ? pattern.exec(type) : null;
  if (inType !== null) score += WEIGHT.type + (inType[0].length === type.length ? WEIGHT.fullType : 0);
  return score;
}

/** Where a term is found in a text, for highlighting: the first match, or null. */
export function matchIn(term: string, text: string): { readonly start: number; readonly end: number } | null {
  for (const { pattern } of queriesOf(term)) {
    const found = pattern.exec(foldedInPlace(text));
    if (found !== null) return { start: found.index, end: found.index + found[0].length };
  }
  return null;
}

/** In lower case, each character where it was: those that grow (`İ`) stay as they are. */
function foldedInPlace(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('');
}
