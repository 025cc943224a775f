import Value from 'typebox/value';
import { expect } from 'vitest';
import { ErrorBodySchema, type ErrorBody, type Feature } from '#domain/console';
import { formatJson, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import type { ClusterCall, HttpService } from '#domain/ports';
import { API_BASE, ROUTES, type RouteContract } from '#domain/wire';
import type { HandledRouteId } from '../../src/server/console/context.ts';

interface Input {
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
}

type Prepare = (
  method: ClusterCall['method'],
  path: readonly string[],
  body?: JsonValue,
  query?: ClusterCall['query'],
) => Promise<unknown>;

/** A console over some engine: every answer is held to the schema of its contract. */
export interface ConsoleUnderTest {
  /** What the route answers. Fails the test where it answers with an error. */
  ask<T = JsonObject>(id: HandledRouteId, input?: Input): Promise<T>;
  /** The error that the route answers. */
  refusal(id: HandledRouteId, input?: Input): Promise<ErrorBody>;
  has(feature: Feature): Promise<boolean>;
  /** Has the engine itself do what no route does. */
  readonly prepare: Prepare;
}

export function consoleUnderTest(http: HttpService, prepare: Prepare): ConsoleUnderTest {
  const send = async (id: HandledRouteId, { name = '', query, body }: Input = {}) => {
    const { method, path }: RouteContract = ROUTES[id];
    const answer = await http.send({
      method,
      path: `${API_BASE}${path.replace(':name', encodeURIComponent(name))}`,
      ...(query !== undefined && { query }),
      ...(body !== undefined && { body: formatJson(body) }),
    });
    return { status: answer.status, value: parseJson(answer.body) };
  };
  return {
    async ask<T>(id: HandledRouteId, input?: Input) {
      const { status, value } = await send(id, input);
      expect(status, formatJson(value)).toBe(200);
      expect([...Value.Errors(ROUTES[id].answer, value)], `${id}: ${formatJson(value).slice(0, 500)}`).toEqual([]);
      return value as T;
    },
    async refusal(id, input) {
      const { status, value } = await send(id, input);
      expect(status, formatJson(value)).toBeGreaterThanOrEqual(400);
      expect(Value.Check(ErrorBodySchema, value), formatJson(value)).toBe(true);
      return value as ErrorBody;
    },
    async has(feature) {
      const { features } = await this.ask<{ features: Record<string, { has: boolean }> }>('cluster.get');
      return features[feature]?.has === true;
    },
    prepare,
  };
}

export interface Example {
  readonly name: string;
  readonly needs?: readonly Feature[];
  /**
   * `prefix` begins every name that it makes; what is left behind is deleted by whoever runs it. `skip` ends it where the
   * engine takes what it is about to refuse.
   */
  run(console: ConsoleUnderTest, prefix: string, skip: (reason: string) => never): Promise<void>;
}
