import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ErrorBodySchema } from '#domain/console';
import { addConsoleApi, type ApiOptions } from './api.ts';
import { withoutBasePath } from './base-path.ts';
import { errorBody, RequestError } from './console/errors.ts';
import { refuseUnreadable, sendError } from './errors.ts';
import type { LogLevel } from './log-level.ts';
import { addMetrics, type MetricsOptions } from './metrics-route.ts';
import { addOpenApi } from './openapi.ts';
import { addRequestLog } from './request-log.ts';
import { addRouteTable } from './route-table.ts';
import { addSessionRoutes, type SessionRoutesOptions } from './session-routes.ts';
import { addTrustedProxy, type TrustedProxy } from './trusted-proxy.ts';
import { addSecurity, setSecurityHeaders, type Listening } from './security.ts';
import type { StorageCheck } from './storage-check.ts';
import { addWebClient, decodablePage } from './web-client.ts';

/** The largest request body in bytes where a route says nothing else; those that take a document say more. */
const bodyLimitBytes = 1024 * 1024;

export interface AppOptions extends Listening, TrustedProxy {
  readonly version: string;
  /** The path below which browsers reach the server, behind a proxy; empty, the default, for the root. */
  readonly basePath?: string;
  /** Folder of the built web client; it may be missing. */
  readonly clientDir: string;
  /** The routes to the clusters. */
  readonly api?: ApiOptions & { readonly session?: SessionRoutesOptions };
  /** Whether what the server has to keep can be written; it is taken for granted when absent. */
  readonly checkStorage?: StorageCheck;
  readonly timeouts?: Timeouts;
  /** Where the log goes, as lines of JSON; nowhere when absent. */
  readonly log?: { write(line: string): void };
  /** The least that is logged: with `info` each request, with `warn`, the default, warnings and errors. */
  readonly logLevel?: LogLevel;
  /** Counts requests, and answers with the counts; nothing is counted when absent. */
  readonly metrics?: MetricsOptions;
}

/** How long a request may take to come in, whoever sends it drop by drop; in milliseconds. */
export interface Timeouts {
  /** For all of it. */
  readonly requestMs: number;
  readonly headersMs: number;
  /** Between two looks at the open connections. */
  readonly checkMs: number;
}

/** The largest body takes 60 s at 2 Mbit/s. */
const DEFAULT_TIMEOUTS: Timeouts = { requestMs: 60_000, headersMs: 15_000, checkMs: 5_000 };

declare module 'fastify' {
  interface FastifyInstance {
    readonly hasWebClient: boolean;
  }
}

/** The whole server but for its socket: call `listen` on it, or `inject` in a test. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { requestMs, headersMs, checkMs } = options.timeouts ?? DEFAULT_TIMEOUTS;
  const { trustedProxies = [], basePath = '' } = options;
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    // Then the address of a request is what the proxy says it is.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    rewriteUrl: ({ url = '/' }: IncomingMessage) => withoutBasePath(basePath, url),
    requestTimeout: requestMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    clientErrorHandler: refuseUnreadable,
    // Names of 255 bytes, encoded, and lists of them.
    routerOptions: { maxParamLength: 16 * 1024 },
    // Unique beyond this process: actions keep the ids of their requests.
    genReqId: () => randomUUID(),
    logger: options.log ? { level: options.logLevel ?? 'warn', stream: options.log } : false,
    // Fastify's own lines have the query, which is the caller's.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors(error, request, reply) {
      // Paths that are no path never reach the hooks.
      setSecurityHeaders(reply);
      const page = request.method === 'GET' ? decodablePage(request.raw.url ?? '') : null;
      if (page === null) void sendError(error, request, reply);
      else void reply.redirect(`${basePath}${page}`);
    },
  });
  // JSON is the only body there is; text/plain could be sent by a foreign form.
  app.removeContentTypeParser('text/plain');

  addRouteTable(app);
  // Before the first refusal: what is refused is counted and logged too.
  if (options.metrics !== undefined) addMetrics(app, options.metrics);
  addRequestLog(app);
  addSecurity(app, options);
  addTrustedProxy(app, options);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => {
    const message = `Not found: ${request.method} ${request.url.slice(0, 255)}.`;
    return reply.code(404).send(errorBody(404, message));
  });

  addHealthRoute(app, options.version, options.checkStorage ?? (() => Promise.resolve(undefined)));
  if (options.api !== undefined) {
    await addOpenApi(app, options.version, basePath);
    // Before the routes that read its cookies.
    if (options.api.session !== undefined) await addSessionRoutes(app, { ...options.api.session, basePath });
    await addConsoleApi(app, options.api);
  }
  app.decorate('hasWebClient', await addWebClient(app, options.clientDir, basePath));
  await app.ready();
  return app;
}

const health = Type.Object({ status: Type.Literal('ok'), version: Type.String() });

/** Reports the server's version and whether it can work: changes that can't be recorded are not sent to a cluster. */
function addHealthRoute(app: FastifyInstance, version: string, checkStorage: StorageCheck): void {
  app.get(
    '/api/index_management/health',
    { config: { writes: false }, schema: { response: { 200: health, 503: ErrorBodySchema } } },
    async () => {
      const fault = await checkStorage();
      if (fault === undefined) return { status: 'ok', version };
      throw new RequestError(
        503,
        `The data folder can’t be written to (${fault}). Changes to clusters are refused until it can. ${nextStep(fault)}`,
        { status: 'failing', version, fault },
      );
    },
  );
}

function nextStep(fault: string): string {
  if (fault === 'ENOSPC' || fault === 'EDQUOT') return 'Free up disk space.';
  return 'Check the disk and the permissions of the folder.';
}
