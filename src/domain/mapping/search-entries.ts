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
  /** How many fields it stands in. */
  readonly depth: number;
  readonly type: string;
}

/** The containers below one field: none for most. */
type Below = readonly { readonly container: JsonObject; readonly at: Pointer; readonly prefix: string }[] | undefined;

/** The entries of one container's own members, sorted by name; they hold for its place only. */
interface Listing {
  readonly at: Pointer;
  readonly prefix: string;
  readonly depth: number;
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
  collect(root, joinPointer(mappingsAt, 'properties'), '', 0, entries);
  entriesByRoot.set(root, { mappingsAt, entries });
  return entries;
}

function collect(container: JsonObject, at: Pointer, prefix: string, depth: number, into: SearchEntry[]): void {
  const { entries, below } = listingOf(container, at, prefix, depth);
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as SearchEntry;
    into.push(entry);
    const children = below[index];
    if (children !== undefined)
      for (const child of children) collect(child.container, child.at, child.prefix, depth + 1, into);
  }
}

function listingOf(container: JsonObject, at: Pointer, prefix: string, depth: number): Listing {
  const known = listings.get(container);
  if (known !== undefined && known.at === at && known.prefix === prefix) return known;
  const { names } = summaryOf(container);
  const entries = names.map((name) => entryOf(container[name] as JsonValue, name, { at, prefix, depth }));
  const below = names.map((name, index) => belowOf(container[name] as JsonValue, entries[index] as SearchEntry));
  const listing = { at, prefix, depth, names, entries, below };
  listings.set(container, listing);
  return listing;
}

function entryOf(
  definition: JsonValue,
  name: string,
  { at, prefix, depth }: Pick<Listing, 'at' | 'prefix' | 'depth'>,
): SearchEntry {
  const folded = name.toLowerCase();
  return {
    id: joinPointer(at, name),
    name: folded,
    path: prefix + folded,
    depth,
    type: typeOf(definition).toLowerCase(),
  };
}

function belowOf(definition: JsonValue, { id, path }: SearchEntry): Below {
  let below: { container: JsonObject; at: Pointer; prefix: string }[] | undefined;
  for (const kind of CHILD_CONTAINERS) {
    const container = containerOf(definition, kind);
    if (container !== undefined)
      (below ??= []).push({ container, at: joinPointer(id, kind), prefix: path + PATH_SEPARATOR });
  }
  return below;
}

/**
 * Carries the entries over one event, for containers that have been searched: what the event did not touch keeps its own.
 * Cost: one copy of the lists of each container on the way.
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
    const entry = entryOf(definition, name, known);
    carried.names.splice(index, isThere, name);
    carried.entries.splice(index, isThere, entry);
    carried.below.splice(index, isThere, belowOf(definition, entry));
  }
  return carried;
}
