import type { FastifyInstance } from 'fastify';
import { routeOf } from './metrics-route.ts';

/** The longest path in a line of the log, in characters. */
const MAX_PATH = 512;

/**
 * Writes one line for each request when it is answered. Headers, query and body stay out: they may hold credentials,
 * and the contents of somebody's documents.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    request.log.info(
      {
        method: request.method,
        route: routeOf(request),
        path: path.slice(0, MAX_PATH),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        remoteAddress: request.ip,
      },
      'Request answered',
    );
    done();
  });
}
