import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { SentChanges } from '#domain/action';
import type { CancelSignal } from '#domain/ports';
import type { RouteAnswer, RouteId, RouteInput } from '#domain/wire';
import { queriesOf } from './api-queries.ts';
import { useApi } from './api-provider.tsx';
import { asApiError, type ApiError } from './console-api.ts';
import type { SentForm } from './typed-form-source.ts';

interface ApiMutationOptions<Id extends RouteId> {
  /**
   * Routes whose responses are out of date after the call, also after a failed one, which may have been carried out.
   */
  readonly invalidates?: readonly RouteId[];
  /** The changes that the body is made of, for a route that takes them. */
  readonly changesOf?: (input: RouteInput<Id>) => Promise<SentChanges | undefined>;
  /** The form that the call is made from: its content is dropped when the call has succeeded. */
  readonly sends?: (input: RouteInput<Id>) => SentForm | null;
  /**
   * Called even where the screen was left meanwhile; callbacks for the screen only go to `mutate`. The mutation is
   * pending until a returned promise is settled.
   */
  readonly onSuccess?: (response: RouteAnswer<Id>, input: RouteInput<Id>) => Promise<void> | void;
  readonly onError?: (error: ApiError) => void;
}

/** The input of a call, why it is made, and what cancels it. */
type ReasonedInput<Id extends RouteId> = RouteInput<Id> & {
  readonly reason?: string | undefined;
  readonly signal?: CancelSignal;
};

/**
 * Calls a route that changes something: `mutate(input)`, then `isPending`, `error` and `data`; `reset()` forgets the
 * error. It is never retried. Pending ends with the response, not with the refetch of invalidated routes. Another
 * cluster in the address resets it; a call that is under way goes on, and invalidates for its own cluster.
 */
export function useApiMutation<Id extends RouteId>(
  id: Id,
  { invalidates = [], changesOf, sends, onSuccess, onError }: ApiMutationOptions<Id> = {},
): UseMutationResult<RouteAnswer<Id>, ApiError, ReasonedInput<Id>> {
  const { api, clusterId } = useApi();
  const queries = useQueryClient();
  return useMutation<RouteAnswer<Id>, ApiError, ReasonedInput<Id>, ((isDone: boolean) => void) | undefined>({
    mutationKey: [clusterId, id],
    async mutationFn(input) {
      try {
        const changes = await changesOf?.(input);
        return await api.call(id, input, { changes, reason: input.reason, signal: input.signal });
      } catch (cause) {
        throw asApiError(cause);
      }
    },
    onMutate: (input) => sends?.(input)?.send(),
    onSuccess(response, input, settle) {
      settle?.(true);
      return onSuccess?.(response, input);
    },
    onError(error, _, settle) {
      settle?.(false);
      onError?.(error);
    },
    onSettled: () => void queries.invalidateQueries(queriesOf(clusterId, invalidates)),
  });
}
