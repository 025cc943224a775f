import type { FastifyInstance } from 'fastify';

/** One route as registered. Read-only mode and the sweeps of the tests go by this table. */
export interface RouteEntry {
  readonly method: string;
  readonly url: string;
  /** Whether a call may change something, here or on a cluster. */
  readonly writes: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    writes: boolean;
  }
  interface FastifyInstance {
    readonly routeTable: readonly RouteEntry[];
  }
}

/**
 * Lists every route that is registered from now on; throws at one that does not say whether it writes, or that writes
 * on a GET.
 */
export function addRouteTable(app: FastifyInstance): void {
  const table: RouteEntry[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const name of [method].flat()) {
      const writes: unknown = config?.writes;
      if (typeof writes !== 'boolean')
        throw new Error(`${name} ${url} must say whether it writes: config: { writes: … }`);
      if (writes && isSafeMethod(name)) throw new Error(`${name} ${url} must not write: browsers send ${name} unasked`);
      table.push({ method: name, url, writes });
    }
  });
}

/** Whether a browser may send this method across origins without asking, and nothing may change by it. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
