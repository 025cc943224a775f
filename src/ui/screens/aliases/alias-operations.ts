import { aliasEntries, type AliasEntry, type AliasOperation } from '#domain/console';
import type { JsonObject } from '#domain/json';

/** A unique text for an alias of an index: names contain no spaces. */
export function idOfEntry({ alias, index }: Pick<AliasEntry, 'alias' | 'index'>): string {
  return `${alias} → ${index}`;
}

/** Removes the aliases from their indices and adds them, with their properties, to another index. */
export function moveOperations(entries: readonly AliasEntry[], target: string): readonly AliasOperation[] {
  return entries
    .filter(({ index }) => index !== target)
    .flatMap(({ alias, index, ...options }) => [
      { index, remove: { alias } },
      { index: target, add: { alias, ...options } },
    ]);
}

export function removeOperations(entries: readonly AliasEntry[]): readonly AliasOperation[] {
  return entries.map(({ alias, index }) => ({ index, remove: { alias } }));
}

/** Options of aliases by their id; null where the index does not have the alias. */
export type AliasStates = Readonly<Record<string, JsonObject | null>>;

/**
 * The aliases that operations change, as they are among these entries; of several entries of an alias the first counts,
 * and `now` more than any.
 */
export function statesBefore(
  operations: readonly AliasOperation[],
  entries: readonly AliasEntry[],
  now: AliasStates = {},
): Record<string, JsonObject | null> {
  const known = new Map(entries.toReversed().map((entry) => [idOfEntry(entry), optionsOf(entry)]));
  const ids = operations.map((operation) => idOfEntry({ index: operation.index, alias: aliasOf(operation) }));
  return Object.fromEntries(ids.map((id) => [id, now[id] ?? (id in now ? null : (known.get(id) ?? null))]));
}

/** The same aliases after the operations. */
export function statesAfter(operations: readonly AliasOperation[]): Record<string, JsonObject | null> {
  return Object.fromEntries(
    operations.map((operation) => [
      idOfEntry({ index: operation.index, alias: aliasOf(operation) }),
      'add' in operation ? optionsOf(operation.add) : null,
    ]),
  );
}

/** Entries as these states have them, without those that are gone. */
export function entriesIn(states: AliasStates, entries: readonly AliasEntry[]): readonly AliasEntry[] {
  return entries.flatMap((entry) => {
    const options = states[idOfEntry(entry)];
    if (options === undefined) return [entry];
    return options === null ? [] : aliasEntries(entry.index, { aliases: { [entry.alias]: options } });
  });
}

export function aliasOf(operation: AliasOperation): string {
  return 'add' in operation ? operation.add.alias : operation.remove.alias;
}

/** A flag that is off means the same as one that is absent. */
function optionsOf({
  filter,
  index_routing,
  search_routing,
  is_write_index,
  is_hidden,
}: Partial<AliasEntry>): JsonObject {
  return {
    ...(filter && { filter }),
    ...(index_routing !== undefined && { index_routing }),
    ...(search_routing !== undefined && { search_routing }),
    ...(is_write_index === true && { is_write_index }),
    ...(is_hidden === true && { is_hidden }),
  };
}
