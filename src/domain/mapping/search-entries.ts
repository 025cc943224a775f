import type { Body, CopiedContainer } from '../json/patch.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { member, type JsonObject, type JsonValue } from '../json/value.ts';
import { CHILD_CONTAINERS, containerOf, rootContainer, typeOf, type FieldId } from './field.ts';
import { positionOf, summaryOf } from './folds.ts';
import { PATH_SEPARATOR } from './search-pattern.ts';

/** What search looks at of one field, folded to lower case. */
export interface SearchEntry {
  readonly id: FieldId;
  /** The end of the path. */
  readonly name: string;
  /** Joined by {@link PATH_SEPARATOR}. */
  readonly path: string;
  /** Number of ancestor fields. */
  readonly depth: number;
  readonly type: string;
}

/** The place of a container: what its members have in common. */
interface Place {
  readonly at: Pointer;
  /** The path of the field that holds it, folded, with a separator behind it. */
  readonly prefix: string;
  readonly depth: number;
}

/** The entry of one field. Its texts are made when they are asked for: most are looked at by their name alone. */
class FieldEntry implements SearchEntry {
  readonly name: string;
  readonly type: string;
  readonly #place: Place;
  readonly #own: string;
  #path: string | undefined;

  constructor(place: Place, own: string, definition: JsonValue) {
    this.#place = place;
    this.#own = own;
    this.#path = undefined;
    this.name = own.toLowerCase();
    this.type = typeOf(definition).toLowerCase();
  }

  get id(): FieldId {
    return joinPointer(this.#place.at, this.#own);
  }

  get path(): string {
    return (this.#path ??= this.#place.prefix + this.name);
  }

  get depth(): number {
    return this.#place.depth;
  }
}

/** A container below a field. */
interface HeldContainer {
  readonly container: JsonObject;
  readonly place: Place;
}

/** The containers below one field: none for most. */
type Below = readonly HeldContainer[] | undefined;

/** The entries of one container's own members, sorted by name; they hold for its place only. */
interface Listing {
  readonly place: Place;
  readonly names: readonly string[];
  readonly entries: readonly SearchEntry[];
  readonly below: readonly Below[];
}

/** By the container itself, which never changes: nothing here keeps an older or newer version alive. */
const listings = new WeakMap<object, Listing>();
const entriesByRoot = new WeakMap<
  JsonObject,
  { readonly mappingsAt: Pointer; readonly entries: readonly SearchEntry[] }
>();

/**
 * The entries of all fields, in the order of the tree. Cost: every field once, then for each new version one step for
 * each field; texts are made only for what an event touched or moved.
 */
export function searchEntries(body: Body, mappingsAt: Pointer): readonly SearchEntry[] {
  const root = rootContainer(body, mappingsAt);
  if (root === undefined) return [];
  const known = entriesByRoot.get(root);
  if (known?.mappingsAt === mappingsAt) return known.entries;
  const entries: SearchEntry[] = [];
  collect(root, rootPlace(mappingsAt), entries);
  entriesByRoot.set(root, { mappingsAt, entries });
  return entries;
}

/** Fields of one step of {@link makeEntries}. */
const FIELDS_AT_ONCE = 2_000;

/**
 * Makes the entries that {@link searchEntries} returns, and yields every so many fields. The entries that were made are
 * kept also where it is not run to its end.
 */
export function* makeEntries(body: Body, mappingsAt: Pointer): Generator<undefined, readonly SearchEntry[]> {
  const root = rootContainer(body, mappingsAt);
  const waiting: HeldContainer[] = root === undefined ? [] : [{ container: root, place: rootPlace(mappingsAt) }];
  let made = 0;
  for (let held = waiting.pop(); held !== undefined; held = waiting.pop()) {
    const { entries, below } = listingOf(held.container, held.place);
    for (const each of below) if (each !== undefined) waiting.push(...each);
    made += entries.length;
    if (made < FIELDS_AT_ONCE) continue;
    made = 0;
    yield;
  }
  return searchEntries(body, mappingsAt);
}

function rootPlace(mappingsAt: Pointer): Place {
  return { at: joinPointer(mappingsAt, 'properties'), prefix: '', depth: 0 };
}

function collect(container: JsonObject, place: Place, into: SearchEntry[]): void {
  const { entries, below } = listingOf(container, place);
  for (let index = 0; index < entries.length; index++) {
    into.push(entries[index] as SearchEntry);
    const held = below[index];
    if (held !== undefined) for (const each of held) collect(each.container, each.place, into);
  }
}

function listingOf(container: JsonObject, place: Place): Listing {
  const known = listings.get(container);
  if (known !== undefined && known.place.at === place.at && known.place.prefix === place.prefix) return known;
  const { names } = summaryOf(container);
  const entries = new Array<SearchEntry>(names.length);
  const below = new Array<Below>(names.length);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const definition = container[name] as JsonValue;
    const entry = new FieldEntry(place, name, definition);
    entries[index] = entry;
    below[index] = belowOf(definition, entry);
  }
  const listing = { place, names, entries, below };
  listings.set(container, listing);
  return listing;
}

function belowOf(definition: JsonValue, entry: SearchEntry): Below {
  let below: HeldContainer[] | undefined;
  for (const kind of CHILD_CONTAINERS) {
    const container = containerOf(definition, kind);
    if (container === undefined) continue;
    const place = {
      at: joinPointer(entry.id, kind),
      prefix: entry.path + PATH_SEPARATOR,
      depth: entry.depth + 1,
    };
    (below ??= []).push({ container, place });
  }
  return below;
}

/**
 * Carries the entries over one event, for containers that have been searched: what the event did not touch keeps its
 * own. Cost: one copy of the lists of each container on the way.
 */
export function carryEntries(copies: Iterable<CopiedContainer>): void {
  for (const { before, after, touched } of copies) {
    const known = listings.get(before);
    if (known !== undefined) listings.set(after, carry(known, after as JsonObject, touched));
  }
}

function carry(known: Listing, after: JsonObject, touched: readonly string[]): Listing {
  const carried = { ...known, names: [...known.names], entries: [...known.entries], below: [...known.below] };
  for (const name of new Set(touched)) {
    const index = positionOf(carried.names, name);
    const isThere = carried.names[index] === name ? 1 : 0;
    const definition = member(after, name);
    if (definition === undefined) {
      for (const list of [carried.names, carried.entries, carried.below]) list.splice(index, isThere);
      continue;
    }
    const entry = new FieldEntry(known.place, name, definition);
    carried.names.splice(index, isThere, name);
    carried.entries.splice(index, isThere, entry);
    carried.below.splice(index, isThere, belowOf(definition, entry));
  }
  return carried;
}
