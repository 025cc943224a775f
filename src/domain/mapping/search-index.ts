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

/** What was found among the entries of an index. */
export interface Findings<Entry> {
  /** What was found, and fields of other types on the way to it; in the order of the entries. */
  readonly candidates: Int32Array;
  /** Best first; ties in the order of the entries. */
  readonly ranked: readonly Entry[];
}

/**
 * Entries made ready for search. A part of a pattern holds no space, so no part reaches over a step of a path: what a path
 * matches is what the path above matches, and what ends in its own name. So only names are read, a third of the text.
 */
export class SearchIndex<Entry extends SearchEntry> {
  readonly #entries: readonly Entry[];
  readonly #names: readonly string[];
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
    const names = new Array<string>(entries.length);
    /** The latest entry on each level. */
    const way: number[] = [];
    for (let index = 0; index < entries.length; index++) {
      const { name, depth, type } = entries[index] as Entry;
      names[index] = name;
      const parent = depth === 0 ? NO_PARENT : (way[depth - 1] as number);
      parents[index] = parent;
      if (parent !== NO_PARENT) holds[parent] = 1;
      way[depth] = index;
      let known = types.get(type);
      if (known === undefined) types.set(type, (known = types.size));
      typeOf[index] = known;
    }
    this.#entries = entries;
    this.#names = names;
    this.#parents = parents;
    this.#types = [...types.keys()];
    this.#typeOf = typeOf;
    this.#holds = holds;
  }

  /** Looks through all entries, or through the candidates of a search that found at least as much. */
  find(queries: readonly Query[], typeScore: TypeScore, among?: Int32Array): Findings<Entry> {
    const scores = new Uint8Array(this.#entries.length);
    const isCandidate = new Uint8Array(this.#entries.length);
    for (const query of queries) {
      const byType = Uint8Array.from(this.#types, (type) => typeScore(query, type) ?? LEFT_OUT);
      this.#score(query.pattern, byType, among, scores, isCandidate);
    }
    return this.#collect(among, scores, isCandidate);
  }

  #score(pattern: Pattern, byType: Uint8Array, among: Int32Array | undefined, scores: Uint8Array, isCandidate: Uint8Array): void {
    const names = this.#names;
    const parents = this.#parents;
    const typeOf = this.#typeOf;
    const holds = this.#holds;
    const matches = new Uint8Array(names.length);
    const lastPart = pattern.parts.at(-1) as string;
    const isOnePart = pattern.parts.length === 1;
    const count = among === undefined ? names.length : among.length;
    for (let turn = 0; turn < count; turn++) {
      const index = among === undefined ? turn : (among[turn] as number);
      const ofType = byType[typeOf[index] as number] as number;
      if (ofType === LEFT_OUT && holds[index] === 0) continue;
      const name = names[index] as string;
      const parent = parents[index] as number;
      let match = parent !== NO_PARENT ? (matches[parent] as number) : NOWHERE;
      const last = name.indexOf(lastPart);
      let score = 0;
      if (last !== -1) {
        const inName = isOnePart ? last : startIn(pattern, name);
        const isWhole = inName === 0 && (isOnePart ? name.length === lastPart.length : endAt(pattern, name, 0) === name.length);
        if (inName !== -1) score = WEIGHT.name + (isWhole ? WEIGHT.fullName : 0);
        if (match !== NOWHERE) {
          // What the path above matches, it matches in the same place.
        } else if (parent === NO_PARENT || isOnePart) {
          match = inName === -1 ? NOWHERE : inName === 0 && parent === NO_PARENT ? AT_START : SOMEWHERE;
          if (isWhole && parent === NO_PARENT) score += WEIGHT.fullPath;
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
