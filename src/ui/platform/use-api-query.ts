import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RouteAnswer, RouteId, RouteInput } from '#domain/wire';
import { apiQueryOptions, queriesOf } from './api-queries.ts';
import { useApi } from './api-provider.tsx';
import type { ApiError } from './console-api.ts';

interface ApiQueryOptions {
  /** The interval at which it is refetched; never where absent. */
  readonly refetchEveryMs?: number;
  readonly isEnabled?: boolean;
}

/** The response of a route, cached by cluster, route and input; parts of responses are shared as far as they stay equal. */
export function useApiQuery<Id extends RouteId>(
  id: Id,
  input: RouteInput<Id>,
  { refetchEveryMs, isEnabled = true }: ApiQueryOptions = {},
): UseQueryResult<RouteAnswer<Id>, ApiError> {
  return useQuery({
    ...apiQueryOptions(useApi(), id, input),
    enabled: isEnabled,
    ...(refetchEveryMs !== undefined && { refetchInterval: refetchEveryMs }),
  });
}

/** Invalidates what these routes have responded: it is refetched where it is shown, and when it is shown next. */
export function useRefetch(): (...ids: readonly RouteId[]) => Promise<void> {
  const queries = useQueryClient();
  const { clusterId } = useApi();
  return useCallback((...ids) => queries.invalidateQueries(queriesOf(clusterId, ids)), [queries, clusterId]);
}
