import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RouteAnswer, RouteId, RouteInput } from '#domain/wire';
import { apiQueryOptions, queriesOf } from './api-queries.ts';
import { useApi } from './api-provider.tsx';
import type { ApiError } from './console-api.ts';

interface ApiQueryOptions {
  /** The refetch interval in ms; never where absent. */
  readonly refetchEveryMs?: number;
  readonly isEnabled?: boolean;
  /** The response stays in the cache as long as the page, also where nothing shows it. */
  readonly isKept?: boolean;
}

/** The response of a route, cached by cluster, route and input; equal parts of responses are shared. */
export function useApiQuery<Id extends RouteId>(
  id: Id,
  input: RouteInput<Id>,
  { refetchEveryMs, isEnabled = true, isKept = false }: ApiQueryOptions = {},
): UseQueryResult<RouteAnswer<Id>, ApiError> {
  return useQuery({
    ...apiQueryOptions(useApi(), id, input),
    enabled: isEnabled,
    ...(refetchEveryMs !== undefined && { refetchInterval: refetchEveryMs }),
    ...(isKept && { gcTime: Infinity }),
  });
}

/**
 * Requests the responses of these routes anew, also in place of a request that is never answered: refetching such a
 * query would wait for the same request.
 */
export function useRetry(...ids: readonly RouteId[]): () => void {
  const queries = useQueryClient();
  const { clusterId } = useApi();
  return () => void queries.resetQueries({ type: 'active', ...queriesOf(clusterId, ids) });
}

/** Cancels the requests of these routes; the responses before stay. */
export function useCancel(...ids: readonly RouteId[]): () => void {
  const queries = useQueryClient();
  const { clusterId } = useApi();
  return () => void queries.cancelQueries(queriesOf(clusterId, ids));
}

/** Invalidates the responses of these routes: they are refetched where they are shown, and when they are shown next. */
export function useRefetch(): (...ids: readonly RouteId[]) => Promise<void> {
  const queries = useQueryClient();
  const { clusterId } = useApi();
  return useCallback((...ids) => queries.invalidateQueries(queriesOf(clusterId, ids)), [queries, clusterId]);
}
