import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createContext, use, useMemo, type ReactNode } from 'react';
import type { ClusterFault, HttpService } from '#domain/ports';
import { queriesOf, type ClusterApi } from './api-queries.ts';
import { hashQueryKey } from './query-key-hash.ts';
import { shareStructure } from './share-structure.ts';
import { useCore } from './services.ts';
import { ApiError, consoleApi, type ConsoleApi } from './console-api.ts';
import { showToast } from '../kit/toast.tsx';

/** Our server, and its cached responses. */
export interface ApiServer {
  readonly http: HttpService;
  readonly queries: QueryClient;
}

export const ApiContext = createContext<ClusterApi | null>(null);

/**
 * The cache of responses. The server itself retries where that helps; nothing here refreshes unless a screen requests
 * it.
 */
export function apiQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 5_000,
        queryKeyHashFn: hashQueryKey,
        structuralSharing: shareStructure,
      },
      // The server may be on this machine: whether the browser is online does not matter, and a change must not wait to
      // be sent later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The API of a cluster. A failed call that reports the state of the cluster invalidates its cached status. */
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

/** Faults after which the status of the cluster may have changed. */
const NEWS: readonly ClusterFault[] = [
  'unauthorized',
  'unreachable',
  'tls',
  'timeout',
  'cut',
  'redirected',
  'not_json',
];

/** Shows what the cluster has stored otherwise than it was sent, until it is closed. */
function noteStoredOtherwise(answer: unknown): void {
  const { storedOtherwise = [] } = (answer ?? {}) as { readonly storedOtherwise?: readonly string[] };
  if (storedOtherwise.length > 0)
    showToast({ kind: 'danger', title: 'The cluster stored something else', text: storedOtherwise.join(' ') });
}

/** Reports a call that failed because of the status of the cluster, which is only polled every half minute. */
function watched(api: ConsoleApi, onNews: () => void): ConsoleApi {
  return {
    ...api,
    async call(id, input, options) {
      try {
        const answer = await api.call(id, input, options);
        noteStoredOtherwise(answer);
        return answer;
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

/** The API, and the id of the chosen cluster; null for the first. */
export function useApi(): ClusterApi {
  const value = use(ApiContext);
  if (value === null) throw new Error('useApi must be used within an <ApiProvider />');
  return value;
}
