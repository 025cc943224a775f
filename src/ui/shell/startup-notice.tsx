import { useEffect } from 'react';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { Unplug } from '../kit/icons/icons.ts';
import type { StorageFailure } from '../platform/storage-failure.ts';
import styles from './startup.module.css';

/** Why the console can't start. */
export function Failed({ failure: { title, text, steps } }: { readonly failure: StorageFailure }) {
  useEffect(() => {
    document.title = 'Mapledger';
  }, []);
  return (
    <main className={styles['failed']}>
      <div role="alert" className={styles['notice']}>
        <EmptyState
          level={1}
          icon={Unplug}
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
      </div>
    </main>
  );
}
