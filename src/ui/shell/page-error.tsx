import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorButtons, ErrorMessage } from '../frame/error-details.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { CircleAlert } from '../kit/icons/icons.ts';
import styles from './startup.module.css';

/** Shown in place of the whole console where the shell itself, or the error of a screen, can't be shown. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <main className={styles['failed']}>
      <div role="alert" className={styles['notice']}>
        <EmptyState
          level={1}
          icon={CircleAlert}
          title="The console stopped because of an error"
          actions={<ErrorButtons error={error} onRetry={reset} />}
        >
          <ErrorMessage error={error} />
          <p>What you edited is kept on this device.</p>
        </EmptyState>
      </div>
    </main>
  );
}

/** {@link PageError} around the routes: a retry matches and loads them again. */
export function RootError({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <PageError error={error} reset={() => void router.invalidate()} />;
}
