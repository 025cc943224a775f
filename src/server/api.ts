import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatJson, type JsonValue } from '#domain/json';
import {
  API_BASE,
  BODY_LIMITS,
  bodyKindOf,
  CHANGES_HEADER,
  REASON_HEADER,
  ROUTES,
  type BodyLimits,
  type RouteContract,
} from '#domain/wire';
import type { HandledRouteId, OpenCluster } from './console/context.ts';
import type { Caller } from './console/caller.ts';
import type { RawInput } from './console/check-input.ts';
import type { Dispatch } from './console/dispatch.ts';
import { readReason } from './console/reasons.ts';
import { openBody, parseBody } from './console/request-body.ts';
import { describeRoute } from './openapi.ts';
import { payloads, takesGzip } from './payload.ts';

/** Answers without a number that a double can't hold: to look for one would cost a third of the writing again. */
const PLAIN_RESPONSES: ReadonlySet<HandledRouteId> = new Set(['indices.list', 'indices.reload']);

/** Characters of a body that takes some milliseconds to read. */
const LARGE_BODY = 256 * 1024;

export interface ApiOptions {
  readonly dispatch: Dispatch;
  /** The cluster of the configuration with this id, the first where none is named, with the credentials of the request's session. @throws RequestError */
  readonly openCluster: (request: FastifyRequest, id: string | undefined) => OpenCluster;
  /** Who sends a request; nobody that the server knows where absent. */
  readonly callerOf?: (request: FastifyRequest) => Caller;
  /** Answers requests that wait for something, before the server waits for them. */
  readonly endWaiting?: () => void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the body of a route may hold beside its size, which Fastify checks. */
    bodyLimits?: BodyLimits;
  }
}

/** Routes that the dispatcher answers: all but signing in and out. */
export const HANDLED_ROUTES = Object.keys(ROUTES).filter(
  (id) => id !== 'session.open' && id !== 'session.close',
) as readonly HandledRouteId[];

/** Adds every route of the API but those of the session. */
export async function addConsoleApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  app.addHook('preClose', (done) => {
    options.endWaiting?.();
    done();
  });
  await app.register((api) => {
    addJsonParser(api);
    // The dispatcher checks what comes in, with the places named; what goes out is text already. The schemas describe.
    api.setValidatorCompiler(() => () => true);
    api.setSerializerCompiler(() => (error) => JSON.stringify(error));
    const payloadOf = payloads();
    for (const id of HANDLED_ROUTES) addRoute(api, id, { ...options, payloadOf });
    return Promise.resolve();
  });
}

/** Has every body be read as the domain reads JSON, within the limits of its route. */
export function addJsonParser(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    const limits = request.routeOptions.config.bodyLimits ?? BODY_LIMITS.names;
    const isLarge = text.length > LARGE_BODY;
    // Other requests have their turn between receiving, reading and carrying out.
    if (isLarge) await setImmediate();
    const body = parseBody(text, limits);
    if (isLarge) await setImmediate();
    return body;
  });
}

/** Options of a route whose body has the limits of its contract. */
export function bodyOptions(contract: RouteContract): {
  bodyLimit: number;
  config: { writes: boolean; bodyLimits: BodyLimits };
} {
  const bodyLimits = BODY_LIMITS[bodyKindOf(contract)];
  return { bodyLimit: bodyLimits.maxBytes, config: { writes: contract.writes, bodyLimits } };
}

function addRoute(
  app: FastifyInstance,
  id: HandledRouteId,
  { dispatch, openCluster, callerOf, payloadOf }: ApiOptions & { readonly payloadOf: ReturnType<typeof payloads> },
): void {
  const contract: RouteContract = ROUTES[id];
  app.route({
    method: contract.method,
    url: `${API_BASE}${contract.path}`,
    ...bodyOptions(contract),
    schema: describeRoute(id, contract),
    async handler(request, reply) {
      const reason = readReason(request.headers[REASON_HEADER]);
      const { params, query, body } = request as {
        params: NonNullable<RawInput['params']>;
        query: NonNullable<RawInput['query']>;
        body: JsonValue | undefined;
      };
      const response = await dispatch({
        id,
        params,
        query,
        ...openBody(id, request.headers[CHANGES_HEADER], body),
        requestId: request.id,
        openCluster: (cluster) => openCluster(request, cluster),
        caller: callerOf?.(request) ?? { address: request.ip, signedIn: new Map() },
        ...(reason !== undefined && { reason }),
        signal: signalOf(reply),
      });
      if ('error' in response) return reply.code(response.status).send(response.error);
      const format = PLAIN_RESPONSES.has(id) ? JSON.stringify : formatJson;
      const payload = await payloadOf(response.value as JsonValue, format, takesGzip(request));
      if (payload.encoding !== undefined) reply.header('content-encoding', payload.encoding);
      return reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8').send(payload.body);
    },
  });
}

/** Aborted where the connection is closed before the answer is sent. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
