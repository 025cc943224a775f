import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { useServices } from '../app/services.ts';
import { consoleApi, type ConsoleApi } from './console-api.ts';

const ApiContext = createContext<{ readonly api: ConsoleApi; readonly clusterId: string | null } | null>(null);

/** Gives screens the API of the cluster that the address names, and keeps what it has answered. */
export function ApiProvider({ children }: { readonly children: ReactNode }) {
  const { http } = useServices();
  const { cluster: clusterId = null } = useSearch({ from: '__root__' });
  // The server tries again where that helps; nothing here refreshes unless a screen says so.
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000 } } }));
  const value = useMemo(() => ({ api: consoleApi(http, clusterId), clusterId }), [http, clusterId]);
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={value}>{children}</ApiContext>
    </QueryClientProvider>
  );
}

/** The API, and the id of the cluster that was chosen; null for the first. */
export function useApi(): { readonly api: ConsoleApi; readonly clusterId: string | null } {
  const value = use(ApiContext);
  if (value === null) throw new Error('useApi must be used within an <ApiProvider />');
  return value;
}
