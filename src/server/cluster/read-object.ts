import { ClusterError, isObject, JsonTextError, parseJson, requestOf, type ClusterCall, type ClusterGateway, type JsonObject } from '../../domain/index.ts';

/** The object that a cluster answers; an empty one where the body is empty. @throws ClusterError */
export async function readObject(gateway: ClusterGateway, call: ClusterCall): Promise<JsonObject> {
  return parseObject((await gateway.send(call)).body, call);
}

/** @throws ClusterError where an answer to `call` is no JSON after all */
export function parseObject(body: string, call: ClusterCall): JsonObject {
  if (body === '') return {};
  try {
    const value = parseJson(body);
    return isObject(value) ? value : {};
  } catch (cause) {
    if (!(cause instanceof JsonTextError)) throw cause;
    throw new ClusterError('not_json', `The answer of the cluster can’t be read as JSON. ${cause.message}.`, { request: requestOf(call), cause });
  }
}
