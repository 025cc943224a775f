import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { RouteAnswer, RouteId, RouteInput } from '#domain/wire';
import { queriesOf } from './api-queries.ts';
import { useApi } from './api-provider.tsx';
import { asApiError, type ApiError } from './console-api.ts';

interface ApiMutationOptions<Id extends RouteId> {
  /** Routes whose responses are out of date after the call, also after one that failed: it may have been done all the same. */
  readonly invalidates?: readonly RouteId[];
  /** These run also where the screen is left by then; what only matters to the screen goes to `mutate`. Pending lasts until a promise is settled. */
  readonly onSuccess?: (response: RouteAnswer<Id>, input: RouteInput<Id>) => Promise<void> | void;
  readonly onError?: (error: ApiError) => void;
}

/**
 * Calls a route that changes something: `mutate(input)`, then `isPending`, `error` and `data`; `reset()` forgets the error. It is never retried.
 * Pending ends with the response, not with the refetch of what it invalidates. Another cluster in the address resets it; a call that is under way
 * goes on, and invalidates for the cluster that it went to.
 */
export function useApiMutation<Id extends RouteId>(
  id: Id,
  { invalidates = [], onSuccess, onError }: ApiMutationOptions<Id> = {},
): UseMutationResult<RouteAnswer<Id>, ApiError, RouteInput<Id>> {
  const { api, clusterId } = useApi();
  const queries = useQueryClient();
  return useMutation<RouteAnswer<Id>, ApiError, RouteInput<Id>>({
    mutationKey: [clusterId, id],
    mutationFn: (input) =>
      api.call(id, input).catch((cause: unknown) => {
        throw asApiError(cause);
      }),
    ...(onSuccess && { onSuccess: (response, input) => onSuccess(response, input) }),
    ...(onError && { onError: (error) => onError(error) }),
    onSettled: () => void queries.invalidateQueries(queriesOf(clusterId, invalidates)),
  });
}
