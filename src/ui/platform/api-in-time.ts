import { useMemo } from 'react';
import type { ClusterApi } from './api-queries.ts';
import { useApi } from './api-provider.tsx';
import { ApiError, type ConsoleApi } from './console-api.ts';
import { useServices } from './services.ts';
import type { Timer } from './timer.ts';

/** Longest wait for a response, in ms. */
const LONGEST_WAIT_MS = 10_000;

/** The server has not responded in time. */
export class NoResponseError extends ApiError {
  constructor() {
    super(0, 'No response from the Mapledger server.');
  }
}

/** The same API, whose calls fail with a {@link NoResponseError} after ten seconds: for what can be requested again. */
export function inTime(api: ConsoleApi, timer: Timer): ConsoleApi {
  return {
    ...api,
    call: (id, input, options) =>
      new Promise((resolve, reject) => {
        const call = new AbortController();
        const stop = timer.every(LONGEST_WAIT_MS, () => {
          stop();
          reject(new NoResponseError());
          call.abort();
        });
        options?.signal?.addEventListener('abort', () => call.abort());
        api
          .call(id, input, { ...options, signal: call.signal })
          .then(resolve, reject)
          .finally(stop);
      }),
  };
}

/** The API of the chosen cluster, each call of which comes to an end. */
export function useApiInTime(): ClusterApi {
  const { api, clusterId } = useApi();
  const { timer } = useServices();
  return useMemo(() => ({ api: inTime(api, timer), clusterId }), [api, clusterId, timer]);
}
