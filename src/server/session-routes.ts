import fastifyCookie, { type CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JsonValue } from '#domain/json';
import { ClusterError } from '#domain/ports';
import { API_BASE, AUTHOR_HEADER, DEVICE_HEADER, OPERATOR_HEADER, ROUTES, type RouteInput } from '#domain/wire';
import { addJsonParser, bodyOptions } from './api.ts';
import type { Caller } from './console/caller.ts';
import { checkInput, type RawInput } from './console/check-input.ts';
import { readClaimedAuthor } from './console/claimed-author.ts';
import { readDevice } from './console/device-secret.ts';
import type { OpenCluster } from './console/context.ts';
import { clusterErrorBody, RequestError } from './console/errors.ts';
import { describeRoute } from './openapi.ts';
import type { OperatorSecret } from './operator-secret.ts';
import { openSession, type SignInOptions } from './session.ts';

export interface SessionRoutesOptions extends SignInOptions {
  /** Browsers reach the server over TLS only, though it does not speak TLS itself. */
  readonly secureCookies: boolean;
  /** The path below which browsers reach the server. */
  readonly basePath?: string;
  /** Called after a sign-in, with the cluster and the new credentials. */
  readonly onSignedIn?: (cluster: OpenCluster) => void;
}

/** What a page asks for as long as it is open: nobody's session lasts longer for it. */
const BACKGROUND_PATHS: ReadonlySet<string> = new Set(
  [ROUTES['trail.changes'], ROUTES['trail.present']].map(({ path }) => `${API_BASE}${path}`),
);

/** Adds the routes to sign in and out, and what reads the cookies of all others. */
export async function addSessionRoutes(app: FastifyInstance, options: SessionRoutesOptions): Promise<void> {
  const { clusters, sessions, secureCookies, basePath = '' } = options;
  await app.register(fastifyCookie);
  const { 'session.open': open, 'session.close': close } = ROUTES;
  // Gone with the browser; the server ends it before that.
  const cookieOf = (request: FastifyRequest): CookieSerializeOptions => ({
    httpOnly: true,
    sameSite: 'strict',
    secure: secureCookies || request.protocol === 'https',
    path: `${basePath}${API_BASE}`,
  });
  const endSession = (request: FastifyRequest, cluster: string) => {
    const token = request.cookies[cookieName(cluster)];
    if (token !== undefined) sessions.close(token, cluster);
  };

  await app.register((api) => {
    addJsonParser(api);
    // The contract is checked as for every route; the schemas describe.
    api.setValidatorCompiler(() => () => true);
    api.setSerializerCompiler(() => (response) => JSON.stringify(response));

    api.route({
      method: open.method,
      url: `${API_BASE}${open.path}`,
      ...bodyOptions(open),
      schema: describeRoute('session.open', open),
      async handler(request, reply) {
        const { input, clusterId } = checkInput('session.open', {
          ...partsOf(request),
          body: request.body as JsonValue | undefined,
        });
        try {
          const {
            answer: response,
            cluster,
            token,
          } = await openSession(
            input as RouteInput<'session.open'>,
            { cluster: clusterId, address: request.ip },
            options,
          );
          endSession(request, cluster);
          const signedIn = sessions.find(token, cluster);
          if (signedIn !== undefined) options.onSignedIn?.(clusters.open(cluster, signedIn));
          return await reply.setCookie(cookieName(cluster), token, cookieOf(request)).send(response);
        } catch (error) {
          const seconds = error instanceof RequestError && error.attributes?.['retryAfterSeconds'];
          if (typeof seconds === 'number') reply.header('retry-after', seconds);
          if (!(error instanceof ClusterError)) throw error;
          const said = clusterErrorBody(error, clusterId);
          return reply.code(said.statusCode).send(said);
        }
      },
    });

    api.route({
      method: close.method,
      url: `${API_BASE}${close.path}`,
      ...bodyOptions(close),
      schema: describeRoute('session.close', close),
      handler(request, reply) {
        const { id } = clusters.open(checkInput('session.close', partsOf(request)).clusterId).entry;
        endSession(request, id);
        return reply.clearCookie(cookieName(id), cookieOf(request)).send({});
      },
    });
    return Promise.resolve();
  });
}

/**
 * The cluster with this id, the first where none is named, with the credentials of the request's session where there is
 * one.
 * @throws RequestError
 */
export function openClusterFor(
  request: FastifyRequest,
  id: string | undefined,
  { clusters, sessions }: Pick<SignInOptions, 'clusters' | 'sessions'>,
): OpenCluster {
  const own = clusters.open(id);
  const token = request.cookies[cookieName(own.entry.id)];
  const isInBackground = BACKGROUND_PATHS.has(request.routeOptions.url ?? '');
  const find = isInBackground ? sessions.peek : sessions.find;
  const signedIn = token === undefined ? undefined : find(token, own.entry.id);
  return signedIn === undefined ? own : clusters.open(own.entry.id, signedIn);
}

/**
 * Who sends a request: a sign-in counts as long as its session, and is not prolonged by being looked at.
 * @throws RequestError for a secret that is none
 */
export function callerOf(
  request: FastifyRequest,
  {
    clusters,
    sessions,
    proxyUserOf,
    operator,
  }: Pick<SignInOptions, 'clusters' | 'sessions'> & {
    readonly proxyUserOf?: (request: FastifyRequest) => string | undefined;
    /** Nobody proves to operate the server where absent. */
    readonly operator?: Pick<OperatorSecret, 'isProved'>;
  },
): Caller {
  const signedIn = new Map<string, string>();
  for (const { id } of clusters.entries) {
    const token = request.cookies[cookieName(id)];
    const found = token === undefined ? undefined : sessions.peek(token, id);
    if (found !== undefined) signedIn.set(id, found.user);
  }
  const proxyUser = proxyUserOf?.(request);
  const claimed = readClaimedAuthor(request.headers[AUTHOR_HEADER]);
  const device = readDevice(request.headers[DEVICE_HEADER]);
  return {
    address: request.ip,
    signedIn,
    ...(proxyUser !== undefined && { proxyUser }),
    ...(claimed !== undefined && { claimed }),
    ...(device !== undefined && { device }),
    ...(operator?.isProved(request.headers[OPERATOR_HEADER]) === true && { isOperator: true }),
  };
}

/** One for each cluster, so that a sign-in to another ends none. */
function cookieName(cluster: string): string {
  return `mapledger_session_${cluster}`;
}

function partsOf({ query }: FastifyRequest): Pick<RawInput, 'query'> {
  return { query: query as NonNullable<RawInput['query']> };
}
