import type { RouteId, RouteInput } from '#domain/wire';
import { clusterApi, type ApiServer } from '../platform/api-provider.tsx';
import { apiQueryOptions } from '../platform/api-queries.ts';

/** What loaders load with; null where routes are only matched. */
export interface RouterContext {
  readonly server: ApiServer | null;
}

interface LoaderArgs {
  readonly context: RouterContext;
  readonly cause: 'preload' | 'enter' | 'stay';
  /** Whether a link is pointed at; a route that is then entered may keep the cause `preload`. */
  readonly preload: boolean;
  /** The cluster of the address; null for the first of the configuration. */
  readonly clusterId: string | null;
}

/**
 * Starts reading what a screen shows first, beside its code and the status of the cluster. Navigation does not wait for it, and its errors are shown
 * by the query of the screen. Only on entering: pointing at a link must not send anything to a cluster.
 */
export function startQuery<Id extends RouteId>(
  { context: { server }, cause, preload, clusterId }: LoaderArgs,
  id: Id,
  input: RouteInput<Id>,
): void {
  if (server === null || preload || cause === 'stay') return;
  server.queries.query(apiQueryOptions(clusterApi(server, clusterId), id, input)).catch(() => undefined);
}
