import { aliasEntries, aliasProperties, type AliasEntry, type AliasOperation } from '#domain/console';
import { deepEqual, type JsonObject } from '#domain/json';

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

/**
 * Why aliases can't be moved to an index without losing properties of one of them; null where they can. An alias
 * without properties has none to lose.
 */
export function moveProblem(
  entries: readonly AliasEntry[],
  target: string,
  listed: readonly AliasEntry[],
): string | null {
  const moved = entries.filter(({ index }) => index !== target);
  for (const entry of moved) {
    const { alias } = entry;
    const properties = aliasProperties(entry);
    const there = listed.find((other) => other.index === target && other.alias === alias);
    const replaced = there === undefined ? {} : aliasProperties(there);
    if (Object.keys(replaced).length > 0 && !deepEqual(replaced, properties))
      return `“${target}” already has “${alias}” with other properties. Edit or remove it there first.`;
    if (moved.some((other) => other.alias === alias && !deepEqual(aliasProperties(other), properties)))
      return `“${alias}” has different properties on its indices. Move one of them at a time.`;
  }
  return null;
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
  const known = new Map(entries.toReversed().map((entry) => [idOfEntry(entry), aliasProperties(entry)]));
  const ids = operations.map((operation) => idOfEntry({ index: operation.index, alias: aliasOf(operation) }));
  return Object.fromEntries(ids.map((id) => [id, now[id] ?? (id in now ? null : (known.get(id) ?? null))]));
}

/** The same aliases after the operations. */
export function statesAfter(operations: readonly AliasOperation[]): Record<string, JsonObject | null> {
  return Object.fromEntries(
    operations.map((operation) => [
      idOfEntry({ index: operation.index, alias: aliasOf(operation) }),
      'add' in operation ? aliasProperties(operation.add) : null,
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

/** The alias that an index has already, as `now` or else the list has it; undefined where there is none. */
export function existingEntry(
  named: Pick<AliasEntry, 'alias' | 'index'>,
  listed: readonly AliasEntry[],
  now: AliasStates,
): AliasEntry | undefined {
  const options = now[idOfEntry(named)];
  if (options === null) return undefined;
  if (options !== undefined) return aliasEntries(named.index, { aliases: { [named.alias]: options } })[0];
  return listed.find((entry) => idOfEntry(entry) === idOfEntry(named));
}

export function aliasOf(operation: AliasOperation): string {
  return 'add' in operation ? operation.add.alias : operation.remove.alias;
}
