import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { apiQueryClient } from '../platform/api-provider.tsx';
import { useServices } from '../platform/services.ts';
import type { appRouter } from './router.tsx';

/** The screens, and the cache of responses that their loaders fill. */
export function ConsoleRouter({ router }: { readonly router: ReturnType<typeof appRouter> }) {
  const { http } = useServices();
  const [queries] = useState(apiQueryClient);
  const context = useMemo(() => ({ server: { http, queries } }), [http, queries]);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} context={context} />
    </QueryClientProvider>
  );
}
