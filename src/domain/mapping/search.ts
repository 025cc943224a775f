import { mainTypeOf, OTHER_TYPE, typeNames, typeTitle } from '../catalogue/catalogue.ts';
import type { Body } from '../json/patch.ts';
import { lastToken, type Pointer } from '../json/pointer.ts';
import type { FieldId } from './field.ts';
import type { FieldEntity, NormalizedFields } from './normalize.ts';
import { makeEntries, type SearchEntry } from './search-entries.ts';
import { SearchIndex, type Findings, type Query, type TypeScore } from './search-index.ts';
import { endAt, PATH_SEPARATOR, patternOf, startIn, wordsOf } from './search-pattern.ts';

const TYPE_WEIGHT = { part: 5, full: 5 } as const;

/** What stands between names, and no name: it finds nothing. */
const ONLY_SEPARATORS = /^\s*[.>][\s.>]*$/;

/** What a person may call a type: the engine's name, the main type and the title. */
function namesOfType(type: string): readonly string[] {
  return [...new Set([type, mainTypeOf(type), typeTitle(type).toLowerCase()])];
}

const TYPE_NAMES: ReadonlySet<string> = new Set([...typeNames().flatMap(namesOfType), OTHER_TYPE]);
const MOST_WORDS_OF_TYPE = Math.max(...Array.from(TYPE_NAMES, (name) => name.split(' ').length));

/**
 * A query for each way to read a term: with its first or last words as a type where they are one, else as it stands.
 */
function queriesOf(term: string): readonly Query[] {
  const words = wordsOf(term);
  if (words.length === 0) return [];
  const plain = [{ pattern: patternOf(words) }];
  if (words.length === 1 || TYPE_NAMES.has(words.join(' '))) return plain;
  const queries: Query[] = [];
  for (let count = 1; count <= Math.min(words.length - 1, MOST_WORDS_OF_TYPE); count++) {
    for (const [typeWords, others] of [
      [words.slice(0, count), words.slice(count)],
      [words.slice(-count), words.slice(0, -count)],
    ] as const) {
      const type = typeWords.join(' ');
      if (TYPE_NAMES.has(type)) queries.push({ pattern: patternOf(others), type });
    }
  }
  return queries.length === 0 ? plain : queries;
}

/** What a term found among the entries of one version. */
interface Search<Entry> extends Findings<Entry> {
  readonly term: string;
  readonly queries: readonly Query[];
}

interface Searched<Entry extends SearchEntry> {
  readonly index: SearchIndex<Entry>;
  /** The latest last. */
  readonly searches: Search<Entry>[];
}

/** Enough to take back, letter by letter, what somebody typed. */
const MOST_SEARCHES = 32;

/** By the entries: goes with their version. */
const searchedBy = new WeakMap<readonly SearchEntry[], Searched<SearchEntry>>();

function searchedOf<Entry extends SearchEntry>(entries: readonly Entry[]): Searched<Entry> {
  let searched = searchedBy.get(entries) as Searched<Entry> | undefined;
  if (searched === undefined) {
    searched = { index: new SearchIndex(entries), searches: [] };
    searchedBy.set(entries, searched);
  }
  return searched;
}

/**
 * The entries that a term finds, best first; ties stay in the order given, which is that of the paths. Words match with
 * an optional separator (dot, underscore, dash, space or ' > ') between them; a first or last word that is a type
 * leaves only fields of it. A term of one word is looked for in types, too. The last
 * terms that were searched among the same entries are remembered: one that can only find less looks through what they
 * found.
 */
export function findEntries<Entry extends SearchEntry>(term: string, entries: readonly Entry[]): readonly Entry[] {
  const queries = queriesOf(term);
  if (ONLY_SEPARATORS.test(term)) return [];
  if (queries.length === 0) return entries;
  const { index, searches } = searchedOf(entries);
  const known = searches.find((search) => search.term === term);
  if (known !== undefined) return known.ranked;
  const narrowed = queries.map((query) => ({ ...query, among: candidatesFor(query, searches) }));
  const search = { term, queries, ...index.find(narrowed, scoreOfType) };
  searches.push(search);
  if (searches.length > MOST_SEARCHES) searches.shift();
  return search.ranked;
}

/** Where a field stands among entries; -1 where it does not, and for no field. */
export function indexOfEntry(entries: readonly SearchEntry[], field: FieldId | null): number {
  if (field === null) return -1;
  const name = lastToken(field)?.toLowerCase();
  return entries.findIndex((entry) => entry.name === name && entry.id === field);
}

/** Makes what the first search among the fields of a document needs, and gives way in between. */
export function* prepareSearch(body: Body, mappingsAt: Pointer): Generator<undefined> {
  const entries = yield* makeEntries(body, mappingsAt);
  yield;
  searchedOf(entries);
}

/**
 * The fewest candidates among which all must be that a query can find, or undefined where only a scan of all entries
 * can tell.
 */
function candidatesFor(query: Query, searches: readonly Search<SearchEntry>[]): Int32Array | undefined {
  let fewest: Int32Array | undefined;
  for (const { queries, candidates } of searches) {
    const isAmongThem = queries.some(
      ({ pattern, type }) => query.pattern.text.includes(pattern.text) && (type === undefined || type === query.type),
    );
    if (isAmongThem && (fewest === undefined || candidates.length < fewest.length)) fewest = candidates;
  }
  return fewest;
}

const scoreOfType: TypeScore = ({ pattern, type: wanted }, type) => {
  const names = namesOfType(type);
  if (wanted !== undefined) return names.includes(wanted) ? 0 : null;
  if (names.every((name) => startIn(pattern, name) === -1)) return 0;
  return TYPE_WEIGHT.part + (names.some((name) => endAt(pattern, name, 0) === name.length) ? TYPE_WEIGHT.full : 0);
};

interface EntityEntry extends SearchEntry {
  readonly field: FieldEntity;
}

/** By the fields of a normalized set. */
const entityEntries = new WeakMap<NormalizedFields['byId'], readonly EntityEntry[]>();

/**
 * The fields of a normalized set that a term finds, best first: see {@link findEntries}. Cost: every field once for
 * each set.
 * @public
 */
export function searchFields(term: string, { byId }: NormalizedFields): readonly FieldEntity[] {
  let entries = entityEntries.get(byId);
  if (entries === undefined) {
    entries = Object.values(byId).map((field) => ({
      id: field.id,
      name: field.source.name.toLowerCase(),
      path: field.path.join(PATH_SEPARATOR).toLowerCase(),
      depth: field.path.length - 1,
      type: field.source.type.toLowerCase(),
      field,
    }));
    entityEntries.set(byId, entries);
  }
  return findEntries(term, entries).map(({ field }) => field);
}

/** Where a term is found in a text, for highlighting: the first match, or null. */
export function matchIn(term: string, text: string): { readonly start: number; readonly end: number } | null {
  const folded = foldedInPlace(text);
  for (const { pattern } of queriesOf(term)) {
    const start = startIn(pattern, folded);
    if (start !== -1) return { start, end: endAt(pattern, folded, start) };
  }
  return null;
}

/** In lower case, each character where it was: those that grow (`İ`) stay as they are. */
function foldedInPlace(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length
    ? folded
    : Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('');
}
