import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from './console/errors.ts';
import type { MetricsRegistry } from './metrics/registry.ts';
import { isOfThisMachine } from './this-machine.ts';

const METRICS_PATH = '/metrics';

/** Seconds; a long poll answers after 25 s at the latest. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface MetricsOptions {
  readonly registry: MetricsRegistry;
  /** Answered under every name that the server has. Otherwise only to this machine itself, and not through a proxy. */
  readonly isPublic: boolean;
}

/** Counts requests by their route, never by what is in their path, and answers `/metrics`. */
export function addMetrics(app: FastifyInstance, { registry, isPublic }: MetricsOptions): void {
  const requests = registry.counter({
    name: 'mapledger_http_requests_total',
    help: 'Requests by method, route and status.',
    labels: ['method', 'route', 'status'],
  });
  const durations = registry.histogram({
    name: 'mapledger_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response, by method and route.',
    labels: ['method', 'route'],
    buckets: BUCKETS,
  });
  let inFlight = 0;
  registry.gauge(
    { name: 'mapledger_http_requests_in_flight', help: 'Requests that are being answered.' },
    () => inFlight,
  );
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight++;
    // Also where the connection is closed before there is a response.
    reply.raw.once('close', () => inFlight--);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const method = METHODS.has(request.method) ? request.method : 'other';
    const route = routeOf(request);
    requests.add([method, route, String(reply.statusCode)]);
    durations.observe([method, route], reply.elapsedTime / 1_000);
    done();
  });

  app.get(METRICS_PATH, { config: { writes: false }, schema: { hide: true } }, (request, reply) => {
    if (!isPublic && !isOfThisMachine(request))
      throw new RequestError(
        404,
        `Not found: GET ${METRICS_PATH}. To answer other machines, start the server with --metrics.`,
      );
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(registry.format());
  });
}

/** The pattern of a request's route: there are as many as in the route table. */
export function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
}
