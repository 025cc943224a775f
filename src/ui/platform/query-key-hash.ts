import { formatJson, isArray, isObject, literalIn, type JsonValue } from '#domain/json';

/**
 * The text that identifies a query key in the cache. As the default of TanStack Query it ignores the order of keys and
 * members that are undefined; documents in it may hold integers beyond 2^53, and every number counts as it is written.
 */
export function hashQueryKey(queryKey: readonly unknown[]): string {
  return textOf(queryKey);
}

function textOf(value: unknown): string {
  if (isArray(value)) return `[${value.map((item, at) => literalIn(value, at) ?? textOf(item)).join()}]`;
  // A key is JSON, in which only members of objects are left out; in a list, undefined is null.
  if (!isObject(value)) return formatJson((value ?? null) as JsonValue);
  const members = Object.keys(value)
    .toSorted()
    .flatMap((key) => {
      const item = value[key];
      return item === undefined ? [] : [`${formatJson(key)}:${literalIn(value, key) ?? textOf(item)}`];
    });
  return `{${members.join()}}`;
}
