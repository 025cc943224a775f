import { namesByCall } from '#domain/index-operations';
import { isRefused } from './calls.ts';
import type { ConsoleContext } from './context.ts';

/** What is listed: all where the request names none, else what its names and patterns stand for, each once. */
export async function listed<Item>(
  { only = [] }: ConsoleContext,
  read: (names: readonly string[]) => Promise<readonly Item[]>,
  idOf: (item: Item) => string,
): Promise<readonly Item[]> {
  if (only.length === 0) return read([]);
  const found = new Map<string, Item>();
  for (const names of namesByCall(only)) for (const item of await readPresent(names, read)) found.set(idOf(item), item);
  return [...found.values()];
}

/** What is there of some names: a cluster refuses a list in which one is gone, and is then asked for each. */
export async function readPresent<Item>(
  names: readonly string[],
  read: (names: readonly string[]) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  try {
    return await read(names);
  } catch (error) {
    if (!isRefused(error, 404)) throw error;
    if (names.length === 1) return [];
    const found: Item[] = [];
    for (const name of names) found.push(...(await readPresent([name], read)));
    return found;
  }
}
