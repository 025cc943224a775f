import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatJson, type JsonValue } from '#domain/json';
import {
  API_BASE,
  BODY_LIMITS,
  bodyKindOf,
  CHANGES_HEADER,
  LINES_TYPE,
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
import { acceptsLines, followedAnswers } from './followed-answers.ts';
import { describeRoute } from './openapi.ts';
import { payloads, takesGzip } from './payload.ts';

/** Answers without a number that a double can't hold: to look for one would cost a third of the writing again. */
const PLAIN_RESPONSES: ReadonlySet<HandledRouteId> = new Set(['indices.list', 'indices.reload']);

/** Characters of a body that takes some milliseconds to read. */
const LARGE_BODY = 256 * 1024;

export interface ApiOptions {
  readonly dispatch: Dispatch;
  /**
   * The cluster of the configuration with this id, the first where none is named, with the credentials of the request's
   * session.
   * @throws RequestError
   */
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
  let isEnding = false;
  app.addHook('preClose', (done) => {
    isEnding = true;
    options.endWaiting?.();
    done();
  });
  await app.register((api) => {
    addJsonParser(api);
    // The dispatcher checks what comes in, with the places named; what goes out is text already. The schemas describe.
    api.setValidatorCompiler(() => () => true);
    api.setSerializerCompiler(() => (error) => JSON.stringify(error));
    const payloadOf = payloads();
    for (const id of HANDLED_ROUTES) addRoute(api, id, { ...options, payloadOf, isEnding: () => isEnding });
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

interface RouteOptions extends ApiOptions {
  readonly payloadOf: ReturnType<typeof payloads>;
  /** Whether the server waits for its last answers. */
  readonly isEnding: () => boolean;
}

function addRoute(
  app: FastifyInstance,
  id: HandledRouteId,
  { dispatch, openCluster, callerOf, payloadOf, isEnding }: RouteOptions,
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
      const callerNow = () => callerOf?.(request) ?? { address: request.ip, signedIn: new Map<string, string>() };
      const ofBody = openBody(id, request.headers[CHANGES_HEADER], body);
      const signal = signalOf(reply);
      const ask = (more: NonNullable<RawInput['query']>, caller: Caller) =>
        dispatch({
          id,
          params,
          query: { ...query, ...more },
          ...ofBody,
          requestId: request.id,
          openCluster: (cluster) => openCluster(request, cluster),
          caller,
          ...(reason !== undefined && { reason }),
          signal,
        });
      const response = await ask({}, callerNow());
      if ('error' in response) return reply.code(response.status).send(response.error);
      if (contract.isFollowed === true && acceptsLines(request.headers.accept)) {
        const first = response.value as JsonValue;
        const lines = followedAnswers({ first, ask, callerNow, isOver: () => signal.aborted || isEnding() });
        // A server that closes does not wait for a connection that was in use as it began to.
        return reply
          .headers({ connection: 'close', 'x-accel-buffering': 'no' })
          .type(LINES_TYPE)
          .send(Readable.from(lines));
      }
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
