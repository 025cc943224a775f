import { RouterProvider } from '@tanstack/react-router';
import { DatabaseZap } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ActionsProvider } from '../actions/use-actions.tsx';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { LogoMark } from './logo-mark.tsx';
import { appRouter } from './router.tsx';
import { ServicesContext, type Services } from './services.ts';
import styles from './startup.module.css';

/** Why the console can't start, in words, with what to do about it. */
export interface StartupFailure {
  readonly title: string;
  readonly text: string;
  readonly steps: readonly string[];
}

export type Opening =
  | { readonly kind: 'opening'; readonly isBlocked: boolean }
  | { readonly kind: 'open'; readonly services: Services; readonly problem: string | null }
  | { readonly kind: 'failed'; readonly failure: StartupFailure };

/** How far the composition root has come. */
export interface OpeningSource {
  getSnapshot(): Opening;
  subscribe(listener: () => void): () => void;
}

/** Everything on the page: what is shown until the storage is open, when it can't be opened, and the console itself. */
export function Startup({ source }: { readonly source: OpeningSource }) {
  const opening = useSyncExternalStore(source.subscribe, source.getSnapshot);
  const [router] = useState(() => appRouter());
  if (opening.kind === 'failed') return <Failed failure={opening.failure} />;
  if (opening.kind === 'opening') return <OpeningView isBlocked={opening.isBlocked} />;
  return (
    <ServicesContext value={opening.services}>
      <ActionsProvider>
        <RouterProvider router={router} context={{ storageProblem: opening.problem }} />
      </ActionsProvider>
    </ServicesContext>
  );
}

/** Opening takes milliseconds as a rule: words come only when it takes longer, so that nothing flickers. */
function OpeningView({ isBlocked }: { readonly isBlocked: boolean }) {
  return (
    <main className={styles['opening']} aria-busy>
      <LogoMark />
      <p role="status" className={isBlocked ? undefined : styles['late']}>
        {isBlocked
          ? 'Another tab holds an older version of the storage open. Close the other tabs of Mapledger; this one goes on by itself.'
          : 'Opening what is stored on this device'}
      </p>
    </main>
  );
}

function Failed({ failure: { title, text, steps } }: { readonly failure: StartupFailure }) {
  useEffect(() => {
    document.title = 'Mapledger';
  }, []);
  return (
    <main className={styles['failed']} role="alert">
      <EmptyState
        level={1}
        icon={DatabaseZap}
        title={title}
        actions={
          <Button variant="primary" onPress={() => window.location.reload()}>
            Try again
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
    </main>
  );
}
