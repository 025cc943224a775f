import { DatabaseZap, Hourglass, Layers, type LucideIcon } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StorageClosure } from '#domain/ports';
import { ActionsProvider } from '../actions/use-actions.tsx';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { LogoMark } from './logo-mark.tsx';
import { ConfigProvider, type ConsoleConfig } from '../platform/config.tsx';
import { ConsoleRouter } from './console-router.tsx';
import { appRouter } from './router.tsx';
import { ServicesContext, StorageProblemContext, type Services } from '../platform/services.ts';
import styles from './startup.module.css';

/** Why the console can't start, in words, with what to do about it. */
export interface StartupFailure {
  readonly title: string;
  readonly text: string;
  readonly steps: readonly string[];
}

export type Opening =
  | { readonly kind: 'opening'; readonly wait: 'short' | 'long' | 'blocked' }
  | { readonly kind: 'open'; readonly services: Services; readonly problem: StorageClosure | null }
  | { readonly kind: 'failed'; readonly failure: StartupFailure };

/** How far the composition root has come. */
export interface OpeningSource {
  getSnapshot(): Opening;
  subscribe(listener: () => void): () => void;
}

/** Everything on the page: what is shown until the storage is open, when it can't be opened, and the console itself. */
export function Startup({
  source,
  config,
}: {
  readonly source: OpeningSource;
  readonly config: Partial<ConsoleConfig>;
}) {
  const opening = useSyncExternalStore(source.subscribe, source.getSnapshot);
  const [router] = useState(() => appRouter(config.basePath === undefined ? {} : { basepath: config.basePath }));
  const isOpen = opening.kind === 'open';
  useEffect(() => (isOpen ? fetchScreensLater(router) : undefined), [isOpen, router]);
  if (opening.kind === 'failed') return <Failed failure={opening.failure} />;
  if (opening.kind === 'opening') return <OpeningView wait={opening.wait} />;
  return (
    <ConfigProvider config={config}>
      <ServicesContext value={opening.services}>
        <StorageProblemContext value={opening.problem}>
          <ActionsProvider>
            <ConsoleRouter router={router} />
          </ActionsProvider>
        </StorageProblemContext>
      </ServicesContext>
    </ConfigProvider>
  );
}

/** How long the first screen has the connection to itself, in ms. */
const FETCH_SCREENS_AFTER_MS = 2_000;

/** Fetches the code of every screen, so that each can be gone to while the server is away. */
function fetchScreensLater(router: ReturnType<typeof appRouter>): () => void {
  const timeout = setTimeout(() => {
    for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route);
  }, FETCH_SCREENS_AFTER_MS);
  return () => clearTimeout(timeout);
}

const WAITS = {
  long: {
    icon: Hourglass,
    title: 'Opening storage is taking longer than usual',
    text: 'The browser hasn’t responded for five seconds. Your data is safe, and this page continues as soon as the browser responds.',
    steps: [
      'Wait a minute if you have a lot of data or the browser has just started.',
      'Close other Mapledger tabs: one of them may be using the storage.',
      'Reload this page. If that doesn’t help, restart the browser.',
    ],
  },
  blocked: {
    icon: Layers,
    title: 'An older tab is blocking a storage update',
    text: 'Another tab is using an older version of the storage. No data is lost, and this page continues as soon as that tab is closed.',
    steps: [
      'Save or export unsaved changes in other Mapledger tabs.',
      'Close all other Mapledger tabs, in every window of this browser.',
    ],
  },
} as const;

/** Opening takes milliseconds as a rule: words come only when it takes longer, so that nothing flickers. */
function OpeningView({ wait }: { readonly wait: 'short' | 'long' | 'blocked' }) {
  if (wait !== 'short') return <Notice role="status" {...WAITS[wait]} action="Reload" />;
  return (
    <main className={styles['opening']} aria-busy>
      <LogoMark />
      <p role="status" className={styles['late']}>
        Opening storage
      </p>
    </main>
  );
}

function Failed({ failure }: { readonly failure: StartupFailure }) {
  return <Notice role="alert" icon={DatabaseZap} {...failure} action="Try again" />;
}

interface NoticeProps extends StartupFailure {
  readonly role: 'alert' | 'status';
  readonly icon: LucideIcon;
  /** The words on the button that loads the page again. */
  readonly action: string;
}

function Notice({ role, icon, title, text, steps, action }: NoticeProps) {
  useEffect(() => {
    document.title = 'Mapledger';
  }, []);
  return (
    <main className={styles['failed']}>
      <div role={role} className={styles['notice']}>
        <EmptyState
          level={1}
          icon={icon}
          title={title}
          actions={
            <Button variant="primary" onPress={() => window.location.reload()}>
              {action}
            </Button>
          }
        >
          <p>{text}</p>
          <ul className={styles['steps']}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </EmptyState>
      </div>
    </main>
  );
}
