import type { QueryClient } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import type { StorageClosure } from '#domain/ports';
import { ActionsProvider } from '../actions/use-actions.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { ConfigProvider, type ConsoleConfig } from '../platform/config.tsx';
import { ConsoleRouter } from './console-router.tsx';
import { PageError } from './page-error.tsx';
import { prefetchCode } from './prefetch-code.ts';
import type { appRouter } from './router.tsx';
import type { StartupFailure } from './startup-failure.ts';
import {
  CoreContext,
  ServicesContext,
  StorageProblemContext,
  type CoreServices,
  type Services,
} from '../platform/services.ts';

const Failed = lazyPart(async () => (await import('./startup-notice.tsx')).Failed);
const OpeningView = lazyPart(async () => (await import('./startup-notice.tsx')).OpeningView);

export type Opening =
  | { readonly kind: 'opening'; readonly wait: 'short' | 'long' | 'blocked' }
  | { readonly kind: 'open'; readonly services: Services; readonly problem: StorageClosure | null }
  | { readonly kind: 'failed'; readonly failure: StartupFailure };

/** How far the composition root has come. */
export interface OpeningSource {
  /** There before the storage is open. */
  readonly core: CoreServices;
  /** Resolves when it is. */
  readonly services: Promise<Services>;
  getSnapshot(): Opening;
  subscribe(listener: () => void): () => void;
}

interface StartupProps {
  readonly source: OpeningSource;
  readonly config: Partial<ConsoleConfig>;
  readonly router: ReturnType<typeof appRouter>;
  readonly queries: QueryClient;
}

/** Everything on the page: what is shown until the storage is open, when it can't be opened, and the console itself. */
export function Startup({ source, config, router, queries }: StartupProps) {
  const opening = useSyncExternalStore(source.subscribe, source.getSnapshot);
  const isOpen = opening.kind === 'open';
  useEffect(() => (isOpen ? prefetchCode(source.core.code) : undefined), [isOpen, source]);
  if (opening.kind === 'failed')
    return (
      <Suspense>
        <Failed failure={opening.failure} />
      </Suspense>
    );
  if (opening.kind === 'opening' && opening.wait !== 'short')
    return (
      <Suspense>
        <OpeningView wait={opening.wait} />
      </Suspense>
    );
  const [services, problem] = isOpen ? [opening.services, opening.problem] : [source.services, null];
  return (
    <CatchBoundary getResetKey={() => isOpen} errorComponent={PageError}>
      <ConfigProvider config={config}>
        <CoreContext value={source.core}>
          <ServicesContext value={services}>
            <StorageProblemContext value={problem}>
              <ActionsProvider>
                <ConsoleRouter router={router} queries={queries} />
              </ActionsProvider>
            </StorageProblemContext>
          </ServicesContext>
        </CoreContext>
      </ConfigProvider>
    </CatchBoundary>
  );
}
