import type { AliasEntry, AliasOperation } from '#domain/console';
import { formatJson, type JsonValue } from '#domain/json';
import type { ClusterRequest } from '#domain/ports';

/** An alias of an index in one text, which no two have in common: names hold no spaces. */
export function idOfEntry({ alias, index }: AliasEntry): string {
  return `${alias} → ${index}`;
}

/** Takes the aliases from where they are and gives them, as they are, to another index. */
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

/** The one request that the operations are sent as. */
export function requestOfOperations(operations: readonly AliasOperation[]): ClusterRequest {
  const actions = operations.map((operation) =>
    'add' in operation
      ? { add: { index: operation.index, ...operation.add } }
      : { remove: { index: operation.index, ...operation.remove } },
  );
  return { method: 'POST', path: '/_aliases', body: formatJson({ actions } as unknown as JsonValue, 2) };
}
