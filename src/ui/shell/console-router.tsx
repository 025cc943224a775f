import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCore } from '../platform/services.ts';
import type { appRouter } from './router.tsx';

interface ConsoleRouterProps {
  readonly router: ReturnType<typeof appRouter>;
  readonly queries: QueryClient;
}

/** The screens, and the cache of responses that their loaders fill. */
export function ConsoleRouter({ router, queries }: ConsoleRouterProps) {
  const { http } = useCore();
  const context = useMemo(() => ({ server: { http, queries } }), [http, queries]);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} context={context} />
    </QueryClientProvider>
  );
}
