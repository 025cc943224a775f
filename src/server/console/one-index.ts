import { objectMember, type JsonObject } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { read } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { RequestError } from './errors.ts';
import { target } from './names.ts';

/**
 * What the cluster says of one index where it answers by index, `{"the-index": …}`.
 * @throws RequestError where the name is that of an alias or a data stream, which stand for others
 */
export async function readOfIndex(
  context: ConsoleContext,
  name: string,
  path: readonly string[],
  query?: NonNullable<ClusterCall['query']>,
): Promise<JsonObject> {
  return memberOfIndex(await read(context, [target(name), ...path], query), name);
}

export function memberOfIndex(response: JsonObject, name: string): JsonObject {
  const found = objectMember(response, name);
  if (found !== undefined) return found;
  const indices = Object.keys(response);
  const others =
    indices.length === 0
      ? ''
      : ` The name stands for ${indices.slice(0, 3).join(', ')}${indices.length > 3 ? ` and ${indices.length - 3} more` : ''}.`;
  throw new RequestError(404, `There is no index "${name}".${others}`, { name, indices });
}
