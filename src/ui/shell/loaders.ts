import type { RouteId, RouteInput } from '#domain/wire';
import { clusterApi, type ApiServer } from '../platform/api-provider.tsx';
import { apiQueryOptions } from '../platform/api-queries.ts';

/** The context of loaders; `server` is null where routes are only matched. */
export interface RouterContext {
  readonly server: ApiServer | null;
}

interface LoaderArgs {
  readonly context: RouterContext;
  readonly cause: 'preload' | 'enter' | 'stay';
  /** Whether the pointer is on a link; a route that is then entered may keep the cause `preload`. */
  readonly preload: boolean;
  /** The cluster in the address; null for the first cluster of the configuration. */
  readonly clusterId: string | null;
}

/**
 * Starts reading the first data of a screen, in parallel with its code and the status of the cluster. Navigation does
 * not wait for the data, and the query of the screen shows its errors. Reads only on entering: pointing at a link must
 * not send anything to a cluster.
 */
export function startQuery<Id extends RouteId>(
  { context: { server }, cause, preload, clusterId }: LoaderArgs,
  id: Id,
  input: RouteInput<Id>,
): void {
  if (server === null || preload || cause === 'stay') return;
  server.queries.query(apiQueryOptions(clusterApi(server, clusterId), id, input)).catch(() => undefined);
}
