import { isObject, JsonTextError, parseJson, type JsonObject } from '#domain/json';
import { ClusterError, isReadingCall, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { MAYBE_APPLIED } from '../cluster/failures.ts';

/** How much of a broken answer an error shows on each side of the break. */
const SHOWN = 40;

/** The object that a cluster answers; an empty one where the body is empty. @throws ClusterError */
export async function readObject(gateway: ClusterGateway, call: ClusterCall): Promise<JsonObject> {
  return parseObject((await gateway.send(call)).body, call);
}

/** @throws ClusterError where an answer to `call` is no JSON after all */
export function parseObject(body: string, call: ClusterCall): JsonObject {
  if (body === '') return {};
  const value = parsed(body, call, parseJson);
  return isObject(value) ? value : {};
}

/**
 * What a cluster answers where neither mappings nor long numbers are in it: the platform's own parser takes a third of
 * the time.
 * @throws ClusterError where it is no JSON after all
 */
export function parsePlain(body: string, call: ClusterCall): unknown {
  return parsed(body, call, (text): unknown => JSON.parse(text));
}

function parsed<T>(body: string, call: ClusterCall, parse: (text: string) => T): T {
  try {
    return parse(body);
  } catch (cause) {
    if (!(cause instanceof JsonTextError || cause instanceof SyntaxError)) throw cause;
    const outcome = isReadingCall(call) ? '' : ` ${MAYBE_APPLIED}`;
    throw new ClusterError(
      'not_json',
      `The response of the cluster is not valid JSON. ${placeIn(body, cause)}${outcome}`,
      {
        request: requestOf(call),
        cause,
      },
    );
  }
}

/** Where it breaks, and what came there. */
function placeIn(body: string, error: JsonTextError | SyntaxError): string {
  if (error instanceof JsonTextError)
    return `${error.message}, in "${body.slice(Math.max(0, error.offset - SHOWN), error.offset + SHOWN)}".`;
  try {
    parseJson(body);
  } catch (syntaxError) {
    if (syntaxError instanceof JsonTextError) return placeIn(body, syntaxError);
  }
  return `${error.message}.`;
}
