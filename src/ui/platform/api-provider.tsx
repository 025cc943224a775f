import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createContext, use, useMemo, type ReactNode } from 'react';
import type { ClusterFault, HttpService } from '#domain/ports';
import { queriesOf, type ClusterApi } from './api-queries.ts';
import { useCore } from './services.ts';
import { ApiError, consoleApi, type ConsoleApi } from './console-api.ts';

/** Our server, and what it has responded. */
export interface ApiServer {
  readonly http: HttpService;
  readonly queries: QueryClient;
}

export const ApiContext = createContext<ClusterApi | null>(null);

/** The cache of responses. The server tries again where that helps; nothing here refreshes unless a screen says so. */
export function apiQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000 },
      // The server may be on this machine: whether the browser is online says nothing about it, and a change must not wait to be sent later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The API of a cluster. A failed call that says how the cluster is doing makes the cached status of it out of date. */
export function clusterApi({ http, queries }: ApiServer, clusterId: string | null): ClusterApi {
  const api = watched(
    consoleApi(http, clusterId),
    () => void queries.invalidateQueries(queriesOf(clusterId, ['cluster.get'])),
  );
  return { api, clusterId };
}

/** Gives screens the API of the cluster that the address names. */
export function ApiProvider({ children }: { readonly children: ReactNode }) {
  const { http } = useCore();
  const queries = useQueryClient();
  const { cluster: clusterId = null } = useSearch({ from: '__root__' });
  const value = useMemo(() => clusterApi({ http, queries }, clusterId), [http, queries, clusterId]);
  return <ApiContext value={value}>{children}</ApiContext>;
}

/** Faults after which the cluster may be doing otherwise than it is known to. */
const NEWS: readonly ClusterFault[] = [
  'unauthorized',
  'unreachable',
  'tls',
  'timeout',
  'cut',
  'redirected',
  'not_json',
];

/** Tells of a call that failed because of how the cluster is doing, which is asked for every half minute only. */
function watched(api: ConsoleApi, onNews: () => void): ConsoleApi {
  return {
    async call(id, input, options) {
      try {
        return await api.call(id, input, options);
      } catch (error) {
        if (
          id !== 'session.open' &&
          error instanceof ApiError &&
          error.cluster?.cause !== undefined &&
          NEWS.includes(error.cluster.cause)
        )
          onNews();
        throw error;
      }
    },
  };
}

/** The API, and the id of the cluster that was chosen; null for the first. */
export function useApi(): ClusterApi {
  const value = use(ApiContext);
  if (value === null) throw new Error('useApi must be used within an <ApiProvider />');
  return value;
}
