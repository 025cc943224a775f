import { queryOptions } from '@tanstack/react-query';
import type { RouteAnswer, RouteId, RouteInput } from '#domain/wire';
import type { ApiError, ConsoleApi } from './console-api.ts';
import { listedNamesOf, NARROWED_ROUTES } from './listed-names.ts';

/** The API of our server for one cluster; a `clusterId` of null is the first cluster of the configuration. */
export interface ClusterApi {
  readonly api: ConsoleApi;
  readonly clusterId: string | null;
}

type ApiQueryKey<Id extends RouteId> = readonly [clusterId: string | null, id: Id, input: RouteInput<Id>];

/**
 * The query of a route: its key by cluster, route and input, and the call, which is aborted once nobody waits for it.
 * Lists are narrowed as this device says.
 * For `useQuery`, for loaders, and for reading and writing the cache: the type of the cached value is part of the
 * `queryKey`.
 */
export function apiQueryOptions<Id extends RouteId>({ api, clusterId }: ClusterApi, id: Id, input: RouteInput<Id>) {
  const queryKey: ApiQueryKey<Id> = [clusterId, id, input];
  return queryOptions<RouteAnswer<Id>, ApiError, RouteAnswer<Id>, ApiQueryKey<Id>>({
    queryKey,
    queryFn({ signal }) {
      const only = NARROWED_ROUTES.includes(id) ? listedNamesOf(clusterId).getSnapshot() : '';
      return api.call(id, input, { signal, ...(only !== '' && { only }) });
    },
  });
}

/** Matches every query of these routes on a cluster, whatever their input. */
export function queriesOf(clusterId: string | null, ids: readonly RouteId[]) {
  return {
    predicate: ({ queryKey: [cluster, id] }: { readonly queryKey: readonly unknown[] }) =>
      cluster === clusterId && ids.some((each) => each === id),
  };
}
