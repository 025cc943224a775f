import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorButtons, ErrorMessage } from '../frame/error-details.tsx';
import { useRetry } from '../frame/use-retry.ts';
import { EmptyState } from '../kit/empty-state.tsx';
import { CircleAlert } from '../kit/icons/icons.ts';
import { retryParts } from '../kit/lazy-part.tsx';
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
          actions={
            <ErrorButtons
              error={error}
              onRetry={() => {
                retryParts();
                reset();
              }}
            />
          }
        >
          <ErrorMessage error={error} />
          <p>Your edits are kept on this device.</p>
        </EmptyState>
      </div>
    </main>
  );
}

/** {@link PageError} around the routes: a retry matches and loads them again. */
export function RootError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const prepare = useRetry();
  const retry = () => {
    prepare();
    void router.invalidate();
  };
  return <PageError error={error} reset={retry} />;
}
