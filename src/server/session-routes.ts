import fastifyCookie, { type CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Value from 'typebox/value';
import { API_BASE, ClusterError, ROUTES, type ErrorBody } from '../domain/index.ts';
import type { OpenCluster } from './console/context.ts';
import { RequestError } from './errors.ts';
import { openSession, type SignInOptions } from './session.ts';

export interface SessionRoutesOptions extends SignInOptions {
  /** Browsers reach the server over TLS only, though it does not speak TLS itself. */
  readonly secureCookies: boolean;
  /** What leaves the server of an error that the cluster had part in. */
  readonly describe: (error: ClusterError, cluster?: string) => ErrorBody;
}

/** Adds the routes to sign in and out, and what reads the cookies of all others. */
export async function addSessionRoutes(app: FastifyInstance, options: SessionRoutesOptions): Promise<void> {
  const { clusters, sessions, secureCookies, describe } = options;
  await app.register(fastifyCookie);
  const { 'session.open': open, 'session.close': close } = ROUTES;
  // Gone with the browser; the server ends it before that.
  const cookieOf = (request: FastifyRequest): CookieSerializeOptions => ({
    httpOnly: true,
    sameSite: 'strict',
    secure: secureCookies || request.protocol === 'https',
    path: API_BASE,
  });
  const endSession = (request: FastifyRequest, cluster: string) => {
    const token = request.cookies[cookieName(cluster)];
    if (token !== undefined) sessions.close(token, cluster);
  };

  app.route({
    method: open.method,
    url: `${API_BASE}${open.path}`,
    config: { writes: open.writes },
    async handler(request, reply) {
      const { body } = request;
      if (!Value.Check(open.body, body)) throw new RequestError(400, 'To sign in takes a user name and a password, or an API key.');
      const asked = clusterIn(request);
      try {
        const { answer, cluster, token } = await openSession({ body }, asked, options);
        endSession(request, cluster);
        return await reply.setCookie(cookieName(cluster), token, cookieOf(request)).send(answer);
      } catch (error) {
        if (error instanceof RequestError && error.statusCode === 429) reply.header('retry-after', String(error.attributes?.['retryAfterSeconds']));
        if (!(error instanceof ClusterError)) throw error;
        const said = describe(error, asked);
        return reply.code(said.statusCode).send(said);
      }
    },
  });

  app.route({
    method: close.method,
    url: `${API_BASE}${close.path}`,
    config: { writes: close.writes },
    handler(request, reply) {
      const { id } = clusters.open(clusterIn(request)).entry;
      endSession(request, id);
      return reply.clearCookie(cookieName(id), cookieOf(request)).send({});
    },
  });
}

/** The cluster with this id, the first where none is named, with the credentials of the request's session where there is one. @throws RequestError */
export function openClusterFor(request: FastifyRequest, id: string | undefined, { clusters, sessions }: Pick<SignInOptions, 'clusters' | 'sessions'>): OpenCluster {
  const own = clusters.open(id);
  const token = request.cookies[cookieName(own.entry.id)];
  const signedIn = token === undefined ? undefined : sessions.find(token, own.entry.id);
  return signedIn === undefined ? own : clusters.open(own.entry.id, signedIn);
}

/** One for each cluster, so that a sign-in to another ends none. */
function cookieName(cluster: string): string {
  return `mapledger_session_${cluster}`;
}

function clusterIn({ query }: FastifyRequest): string | undefined {
  const { cluster } = query as Readonly<Record<string, unknown>>;
  if (cluster === undefined || typeof cluster === 'string') return cluster;
  throw new RequestError(400, 'One cluster is named at a time.');
}
