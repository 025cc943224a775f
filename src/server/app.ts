import fastify, { type FastifyInstance } from 'fastify';
import { addConsoleApi, type ApiOptions } from './api.ts';
import { errorBody } from './console/errors.ts';
import { sendError } from './errors.ts';
import { addHealthRoute } from './health.ts';
import { addOpenApi } from './openapi.ts';
import { addRouteTable } from './route-table.ts';
import { addSessionRoutes, type SessionRoutesOptions } from './session-routes.ts';
import { addSecurity, setSecurityHeaders, type Listening } from './security.ts';
import { addWebClient } from './web-client.ts';

/** The largest request body in bytes: an event is at most 16 MB, and as text inside JSON its quotes are escaped. */
const bodyLimitBytes = 32 * 1024 * 1024;

export interface AppOptions extends Listening {
  readonly version: string;
  /** Folder of the built web client; it may be missing. */
  readonly clientDir: string;
  /** The routes to the clusters. */
  readonly api?: ApiOptions & { readonly session?: SessionRoutesOptions };
  /** Where warnings and errors go, as lines of JSON; nowhere when absent. */
  readonly log?: { write(line: string): void };
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly hasWebClient: boolean;
  }
}

/** The whole server but for its socket: call `listen` on it, or `inject` in a test. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: bodyLimitBytes,
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

  addHealthRoute(app, options.version);
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
