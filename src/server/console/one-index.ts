import { objectMember, type JsonObject } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { read } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { notAnIndex } from './exact-names.ts';
import { target } from './names.ts';

/**
 * The part of a response for one index, where the response is keyed by index: `{"the-index": …}`.
 * @throws RequestError if the name is that of an alias or a data stream, which resolve to other indices
 */
export async function readOfIndex(
  context: ConsoleContext,
  name: string,
  path: readonly string[],
  query?: NonNullable<ClusterCall['query']>,
): Promise<JsonObject> {
  return memberOfIndex(context, await read(context, [target(name), ...path], query), name);
}

export async function memberOfIndex(context: ConsoleContext, response: JsonObject, name: string): Promise<JsonObject> {
  const found = objectMember(response, name);
  if (found !== undefined) return found;
  throw await notAnIndex(context, name, Object.keys(response));
}
