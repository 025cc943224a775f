import type { SearchEntry } from './search-entries.ts';
import { endAt, startIn, type Pattern } from './search-pattern.ts';

/** One way to read a term. */
export interface Query {
  readonly pattern: Pattern;
  /** Only fields of types that are called this. */
  readonly type?: string;
}

/** What one type gives to its fields for a query; null leaves them out. */
export type TypeScore = (query: Query, type: string) => number | null;

const WEIGHT = { fullName: 15, name: 5, path: 15, pathStart: 5, fullPath: 5 } as const;
const HIGHEST_SCORE = 55;

const LEFT_OUT = 255;
const NO_PARENT = -1;

/** How a pattern matches a path. */
const NOWHERE = 0;
const SOMEWHERE = 1;
const AT_START = 2;

/** How a pattern matches a name. */
const NOT_ASKED = 0;
const NOT_IN_NAME = 1;
/** Only the last part is in the name: the rest may be in the names above. */
const ENDS_IN_NAME = 2;
const IN_NAME = 3;
const STARTS_NAME = 4;
const WHOLE_NAME = 5;

function matchOfName(pattern: Pattern, lastPart: string, name: string): number {
  if (!name.includes(lastPart)) return NOT_IN_NAME;
  const start = startIn(pattern, name);
  if (start !== 0) return start === -1 ? ENDS_IN_NAME : IN_NAME;
  return endAt(pattern, name, 0) === name.length ? WHOLE_NAME : STARTS_NAME;
}

/** What was found among the entries of an index. */
export interface Findings<Entry> {
  /** What was found, and fields of other types on the way to it; in the order of the entries. */
  readonly candidates: Int32Array;
  /** Best first; ties in the order of the entries. */
  readonly ranked: readonly Entry[];
}

/**
 * Entries made ready for search. A part of a pattern holds no space, so no part reaches over a step of a path: what a
 * path matches is what the path above matches, and what ends in its own name. So only names are read, and each
 * different name but once: few names of a large mapping are different.
 */
export class SearchIndex<Entry extends SearchEntry> {
  readonly #entries: readonly Entry[];
  /** Each different one once. */
  readonly #names: readonly string[];
  /** By entry, the index in the names. */
  readonly #nameOf: Int32Array;
  readonly #parents: Int32Array;
  readonly #types: readonly string[];
  /** By entry, the index in the types. */
  readonly #typeOf: Int32Array;
  /** By entry, 1 where there are entries below it. */
  readonly #holds: Uint8Array;

  /** The entries of whole trees, each field before those below it. */
  constructor(entries: readonly Entry[]) {
    const types = new Map<string, number>();
    const parents = new Int32Array(entries.length);
    const typeOf = new Int32Array(entries.length);
    const holds = new Uint8Array(entries.length);
    const names = new Map<string, number>();
    const nameOf = new Int32Array(entries.length);
    /** The latest entry on each level. */
    const way: number[] = [];
    for (let index = 0; index < entries.length; index++) {
      const { name, depth, type } = entries[index] as Entry;
      nameOf[index] = indexIn(names, name);
      const parent = depth === 0 ? NO_PARENT : (way[depth - 1] as number);
      parents[index] = parent;
      if (parent !== NO_PARENT) holds[parent] = 1;
      way[depth] = index;
      typeOf[index] = indexIn(types, type);
    }
    this.#entries = entries;
    this.#names = [...names.keys()];
    this.#nameOf = nameOf;
    this.#parents = parents;
    this.#types = [...types.keys()];
    this.#typeOf = typeOf;
    this.#holds = holds;
  }

  /** Each query looks through all entries, or through the candidates of a search that found at least as much. */
  find(
    queries: readonly (Query & { readonly among: Int32Array | undefined })[],
    typeScore: TypeScore,
  ): Findings<Entry> {
    const scores = new Uint8Array(this.#entries.length);
    const isCandidate = new Uint8Array(this.#entries.length);
    for (const query of queries) {
      const byType = Uint8Array.from(this.#types, (type) => typeScore(query, type) ?? LEFT_OUT);
      this.#score(query.pattern, byType, query.among, scores, isCandidate);
    }
    return this.#collect(queries.length === 1 ? queries[0]?.among : undefined, scores, isCandidate);
  }

  #score(
    pattern: Pattern,
    byType: Uint8Array,
    among: Int32Array | undefined,
    scores: Uint8Array,
    isCandidate: Uint8Array,
  ): void {
    const names = this.#names;
    const nameOf = this.#nameOf;
    const parents = this.#parents;
    const typeOf = this.#typeOf;
    const holds = this.#holds;
    const byName = new Uint8Array(names.length);
    const matches = new Uint8Array(parents.length);
    const lastPart = pattern.parts.at(-1) as string;
    const count = among === undefined ? parents.length : among.length;
    for (let turn = 0; turn < count; turn++) {
      const index = among === undefined ? turn : (among[turn] as number);
      const ofType = byType[typeOf[index] as number] as number;
      if (ofType === LEFT_OUT && holds[index] === 0) continue;
      const named = nameOf[index] as number;
      let inName = byName[named] as number;
      if (inName === NOT_ASKED) byName[named] = inName = matchOfName(pattern, lastPart, names[named] as string);
      const parent = parents[index] as number;
      let match = parent === NO_PARENT ? NOWHERE : (matches[parent] as number);
      let score = inName < IN_NAME ? 0 : inName === WHOLE_NAME ? WEIGHT.name + WEIGHT.fullName : WEIGHT.name;
      // What the path above matches, it matches in the same place.
      if (match === NOWHERE && inName !== NOT_IN_NAME) {
        if (parent === NO_PARENT) {
          match = inName === ENDS_IN_NAME ? NOWHERE : inName === IN_NAME ? SOMEWHERE : AT_START;
          if (inName === WHOLE_NAME) score += WEIGHT.fullPath;
        } else if (pattern.parts.length === 1) {
          match = SOMEWHERE;
        } else {
          const { path } = this.#entries[index] as Entry;
          const start = startIn(pattern, path);
          match = start === 0 ? AT_START : start === -1 ? NOWHERE : SOMEWHERE;
          if (start === 0 && endAt(pattern, path, 0) === path.length) score += WEIGHT.fullPath;
        }
      }
      if (match !== NOWHERE) {
        matches[index] = match;
        score += match === AT_START ? WEIGHT.path + WEIGHT.pathStart : WEIGHT.path;
      } else if (ofType === 0 || ofType === LEFT_OUT) continue;
      isCandidate[index] = 1;
      if (ofType === LEFT_OUT) continue;
      score += ofType;
      if (score > (scores[index] as number)) scores[index] = score;
    }
  }

  #collect(among: Int32Array | undefined, scores: Uint8Array, isCandidate: Uint8Array): Findings<Entry> {
    const count = among?.length ?? this.#entries.length;
    const candidates = new Int32Array(count);
    const places = new Int32Array(HIGHEST_SCORE + 1);
    let found = 0;
    for (let turn = 0; turn < count; turn++) {
      const index = among === undefined ? turn : (among[turn] as number);
      if (isCandidate[index] === 0) continue;
      candidates[found++] = index;
      const score = scores[index] as number;
      if (score > 0) places[score] = (places[score] as number) + 1;
    }
    // Where each score begins among the ranked: behind all that are higher.
    let total = 0;
    for (let score = HIGHEST_SCORE; score > 0; score--) {
      const those = places[score] as number;
      places[score] = total;
      total += those;
    }
    const ranked = new Array<Entry>(total);
    for (let turn = 0; turn < found; turn++) {
      const index = candidates[turn] as number;
      const score = scores[index] as number;
      if (score > 0) {
        const place = places[score] as number;
        ranked[place] = this.#entries[index] as Entry;
        places[score] = place + 1;
      }
    }
    return { candidates: candidates.slice(0, found), ranked };
  }
}

/** The index of a text among those seen so far, itself included. */
function indexIn(seen: Map<string, number>, text: string): number {
  let index = seen.get(text);
  if (index === undefined) seen.set(text, (index = seen.size));
  return index;
}
