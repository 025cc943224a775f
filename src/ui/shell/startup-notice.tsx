import { useEffect } from 'react';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { DatabaseZap, Hourglass, Layers, type Icon } from '../kit/icons/icons.ts';
import type { StartupFailure } from './startup-failure.ts';
import styles from './startup.module.css';

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

/** Why opening takes longer than it should. */
export function OpeningView({ wait }: { readonly wait: 'long' | 'blocked' }) {
  return <Notice role="status" {...WAITS[wait]} action="Reload" />;
}

/** Why the console can't start. */
export function Failed({ failure }: { readonly failure: StartupFailure }) {
  return <Notice role="alert" icon={DatabaseZap} {...failure} action="Try again" />;
}

interface NoticeProps extends StartupFailure {
  readonly role: 'alert' | 'status';
  readonly icon: Icon;
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
