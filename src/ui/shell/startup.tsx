import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { StorageClosure } from '#domain/ports';
import { ActionsProvider } from '../actions/use-actions.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { ConfigProvider, type ConsoleConfig } from '../platform/config.tsx';
import type { StorageFailure } from '../platform/storage-failure.ts';
import {
  CoreContext,
  ServicesContext,
  StorageProblemContext,
  StorageWaitContext,
  type CoreServices,
  type Services,
  useCore,
} from '../platform/services.ts';
import { PageError } from './page-error.tsx';
import { prefetchCode } from './prefetch-code.ts';
import type { appRouter } from './router.tsx';

const Failed = lazyPart(async () => (await import('./startup-notice.tsx')).Failed);

export type Opening =
  | { readonly kind: 'opening'; readonly wait: 'short' | 'long' | 'blocked' }
  | { readonly kind: 'open'; readonly services: Services; readonly problem: StorageClosure | null }
  | { readonly kind: 'failed'; readonly failure: StorageFailure };

/** Progress of the composition root. */
export interface OpeningSource {
  /** Available before the storage is open. */
  readonly core: CoreServices;
  /** Resolves once the storage is open. */
  readonly services: Promise<Services>;
  getSnapshot(): Opening;
  subscribe(listener: () => void): () => void;
  /** Stops waiting for the storage, and continues in memory. */
  giveUp(): void;
}

interface StartupProps {
  readonly source: OpeningSource;
  readonly config: Partial<ConsoleConfig>;
  readonly router: ReturnType<typeof appRouter>;
  readonly queries: QueryClient;
}

/** The whole page: the console, or the reason why it can't start. */
export function Startup({ source, config, router, queries }: StartupProps) {
  const opening = useSyncExternalStore(source.subscribe, source.getSnapshot);
  const isOpen = opening.kind === 'open';
  useEffect(() => (isOpen ? prefetchCode(source.core.code) : undefined), [isOpen, source]);
  const slow = opening.kind === 'opening' && opening.wait !== 'short' ? opening.wait : null;
  const wait = useMemo(() => (slow === null ? null : { kind: slow, giveUp: source.giveUp }), [slow, source]);
  if (opening.kind === 'failed')
    return (
      <Suspense>
        <Failed failure={opening.failure} />
      </Suspense>
    );
  const [services, problem] = isOpen ? [opening.services, opening.problem] : [source.services, null];
  return (
    <CatchBoundary getResetKey={() => isOpen} errorComponent={PageError}>
      <ConfigProvider config={config}>
        <CoreContext value={source.core}>
          <ServicesContext value={services}>
            <StorageWaitContext value={wait}>
              <StorageProblemContext value={problem}>
                <ActionsProvider>
                  <ConsoleRouter router={router} queries={queries} />
                </ActionsProvider>
              </StorageProblemContext>
            </StorageWaitContext>
          </ServicesContext>
        </CoreContext>
      </ConfigProvider>
    </CatchBoundary>
  );
}

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
