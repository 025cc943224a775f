import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatJson, type JsonValue } from '#domain/json';
import { API_BASE, ROUTES, type RouteContract } from '#domain/wire';
import type { HandledRouteId, OpenCluster } from './console/context.ts';
import type { RawInput } from './console/check-input.ts';
import type { Dispatch } from './console/dispatch.ts';
import { parseBody } from './console/request-body.ts';
import { describeRoute } from './openapi.ts';

/** Answers without a number that a double can't hold: to look for one would cost a third of the writing again. */
const PLAIN_RESPONSES: ReadonlySet<HandledRouteId> = new Set(['indices.list', 'indices.reload']);
/** Rows of a list that are turned into text at a time. */
const ROWS_PER_CHUNK = 500;

export interface ApiOptions {
  readonly dispatch: Dispatch;
  /** The cluster of the configuration with this id, the first where none is named, with the credentials of the request's session. @throws RequestError */
  readonly openCluster: (request: FastifyRequest, id: string | undefined) => OpenCluster;
}

/** Routes that the dispatcher answers: all but signing in and out. */
export const HANDLED_ROUTES = Object.keys(ROUTES).filter(
  (id) => id !== 'session.open' && id !== 'session.close',
) as readonly HandledRouteId[];

/** Adds every route of the API but those of the session. */
export async function addConsoleApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  await app.register((api) => {
    addJsonParser(api);
    // The dispatcher checks what comes in, with the places named; what goes out is text already. The schemas describe.
    api.setValidatorCompiler(() => () => true);
    api.setSerializerCompiler(() => (error) => JSON.stringify(error));
    for (const id of HANDLED_ROUTES) addRoute(api, id, options);
    return Promise.resolve();
  });
}

/** Has every body be read as the domain reads JSON. */
export function addJsonParser(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseBody(String(text)));
    } catch (error) {
      done(error as Error);
    }
  });
}

function addRoute(app: FastifyInstance, id: HandledRouteId, { dispatch, openCluster }: ApiOptions): void {
  const contract: RouteContract = ROUTES[id];
  app.route({
    method: contract.method,
    url: `${API_BASE}${contract.path}`,
    config: { writes: contract.writes },
    schema: describeRoute(id, contract),
    async handler(request, reply) {
      const { params, query, body } = request as {
        params: NonNullable<RawInput['params']>;
        query: NonNullable<RawInput['query']>;
        body: JsonValue | undefined;
      };
      const response = await dispatch({
        id,
        params,
        query,
        body,
        requestId: request.id,
        openCluster: (cluster) => openCluster(request, cluster),
        signal: signalOf(reply),
      });
      if ('error' in response) return reply.code(response.status).send(response.error);
      return reply
        .type('application/json; charset=utf-8')
        .send(serialize(response.value as JsonValue, PLAIN_RESPONSES.has(id) ? JSON.stringify : formatJson));
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

/** A long list leaves piece by piece, so that its text is never held as a whole. */
function serialize(value: JsonValue, format: (value: JsonValue) => string): string | Readable {
  return Array.isArray(value) && value.length > ROWS_PER_CHUNK
    ? Readable.from(chunksOf(value, format), { objectMode: false })
    : format(value);
}

function* chunksOf(rows: readonly JsonValue[], format: (value: JsonValue) => string): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_PER_CHUNK) {
    yield `${at === 0 ? '[' : ','}${format(rows.slice(at, at + ROWS_PER_CHUNK)).slice(1, -1)}`;
  }
  yield ']';
}
