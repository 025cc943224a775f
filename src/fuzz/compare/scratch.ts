import { formatJson, isObject, valueAt, type JsonObject } from '#domain/json';
import type { ClusterCall, ClusterGateway } from '#domain/ports';
import { ask, type Reply } from './ask.ts';

/**
 * Settings of an index of which only the mapping matters: it waits for a node that never comes, and so has no shard to
 * be made and flushed.
 */
export const WITHOUT_SHARDS: JsonObject = { number_of_replicas: 0, 'routing.allocation.include._name': 'nobody' };

/** A refusal, as `ask` gives it. */
export type Refused = Extract<Reply, { readonly isTaken: false }>;

/** An index for as long as `run` takes; what the engine says where it refuses the definition. @throws NotTriedError */
export async function withScratchIndex<T>(
  gateway: ClusterGateway,
  name: string,
  definition: JsonObject,
  run: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly refused: Refused }> {
  const create = () => ask(gateway, creationOf(name, definition));
  let created = await create();
  // An answer that was lost, and a call that was sent again, leave an index of the same name.
  if (!created.isTaken && created.type === 'resource_already_exists_exception') {
    await ask(gateway, { method: 'DELETE', path: [name] });
    created = await create();
  }
  if (!created.isTaken) return { refused: created };
  try {
    return { value: await run() };
  } finally {
    await ask(gateway, { method: 'DELETE', path: [name] });
  }
}

function creationOf(name: string, definition: JsonObject): ClusterCall {
  return { method: 'PUT', path: [name], query: { wait_for_active_shards: 0 }, body: formatJson(definition) };
}

/** The mappings of an index as the engine returns them. @throws NotTriedError */
export async function mappingsOf(gateway: ClusterGateway, name: string): Promise<JsonObject> {
  const reply = await ask(gateway, { method: 'GET', path: [name, '_mapping'] });
  const found = reply.isTaken ? valueAt(reply.body, `/${name}/mappings`) : undefined;
  return isObject(found) ? found : {};
}
