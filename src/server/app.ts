import fastify, { type FastifyInstance } from 'fastify';
import { addConsoleApi, type ApiOptions } from './api.ts';
import { errorBody } from './console/errors.ts';
import { sendError } from './errors.ts';
import { addHealthRoute } from './health.ts';
import { addOpenApi } from './openapi.ts';
import { addRouteTable } from './route-table.ts';
import { addSessionRoutes, type SessionRoutesOptions } from './session-routes.ts';
import { addSecurity, setSecurityHeaders, type Listening } from './security.ts';
import type { StorageCheck } from './storage-check.ts';
import { refuseUnreadable } from './unreadable-requests.ts';
import { addWebClient } from './web-client.ts';

/** The largest request body in bytes where a route says nothing else; those that take a document say more. */
const bodyLimitBytes = 1024 * 1024;

export interface AppOptions extends Listening {
  readonly version: string;
  /** Folder of the built web client; it may be missing. */
  readonly clientDir: string;
  /** The routes to the clusters. */
  readonly api?: ApiOptions & { readonly session?: SessionRoutesOptions };
  /** Whether what the server has to keep can be written; it is taken for granted when absent. */
  readonly checkStorage?: StorageCheck;
  readonly timeouts?: Timeouts;
  /** Where warnings and errors go, as lines of JSON; nowhere when absent. */
  readonly log?: { write(line: string): void };
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
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    clientErrorHandler: refuseUnreadable,
    // Names of 255 bytes, encoded, and lists of them.
    routerOptions: { maxParamLength: 16 * 1024 },
    logger: options.log ? { level: 'warn', stream: options.log } : false,
    frameworkErrors(error, request, reply) {
      // Paths that are no path never reach the hooks.
      setSecurityHeaders(reply);
      void sendError(error, request, reply);
    },
  });
  // JSON is the only body there is; text/plain could be sent by a foreign form.
  app.removeContentTypeParser('text/plain');

  addRouteTable(app);
  addSecurity(app, options);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => {
    const message = `Not found: ${request.method} ${request.url.slice(0, 255)}.`;
    return reply.code(404).send(errorBody(404, message));
  });

  addHealthRoute(app, options.version, options.checkStorage ?? (() => Promise.resolve(undefined)));
  if (options.api !== undefined) {
    await addOpenApi(app, options.version);
    // Before the routes that read its cookies.
    if (options.api.session !== undefined) await addSessionRoutes(app, options.api.session);
    await addConsoleApi(app, options.api);
  }
  app.decorate('hasWebClient', await addWebClient(app, options.clientDir));
  await app.ready();
  return app;
}
