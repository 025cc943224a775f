import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RouteAnswer, RouteId, RouteInput } from '#domain/wire';
import { useApi } from './api-provider.tsx';
import type { ApiError } from './console-api.ts';

interface ApiQueryOptions {
  /** How long until it is asked again by itself; never where absent. */
  readonly refetchEveryMs?: number;
  readonly isEnabled?: boolean;
}

/** What a route answers, kept by cluster, route and input; bodies of answers are shared as far as they stay equal. */
export function useApiQuery<Id extends RouteId>(
  id: Id,
  input: RouteInput<Id>,
  { refetchEveryMs, isEnabled = true }: ApiQueryOptions = {},
): UseQueryResult<RouteAnswer<Id>, ApiError> {
  const { api, clusterId } = useApi();
  return useQuery<RouteAnswer<Id>, ApiError>({
    queryKey: [clusterId, id, input],
    queryFn: ({ signal }) => api.call(id, input, { signal }),
    enabled: isEnabled,
    ...(refetchEveryMs !== undefined && { refetchInterval: refetchEveryMs }),
  });
}

/** Asks again for what these routes have answered, where it is shown; the rest is forgotten. */
export function useRefetch(): (...ids: readonly RouteId[]) => Promise<void> {
  const queries = useQueryClient();
  const { clusterId } = useApi();
  return useCallback(
    async (...ids) => {
      await Promise.all(ids.map((id) => queries.invalidateQueries({ queryKey: [clusterId, id] })));
    },
    [queries, clusterId],
  );
}
