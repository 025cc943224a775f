import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorButtons, ErrorMessage } from '../frame/error-details.tsx';
import { Screen } from '../frame/screen.tsx';
import { useRetry } from '../frame/use-retry.ts';
import { EmptyState } from '../kit/empty-state.tsx';
import { CircleAlert, Unplug } from '../kit/icons/icons.ts';
import { ChunkError } from '../kit/load-chunk.ts';

/** Shown in place of a screen that threw an error or could not be loaded. The rail stays, and other screens work. */
export function ScreenError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const prepare = useRetry();
  const [isPending, setIsPending] = useState(false);
  const isUnloaded = error instanceof ChunkError;
  useEffect(() => {
    // An error that no click has caused is announced by its heading; the keyboard continues from there.
    document.querySelector<HTMLElement>('#content')?.focus();
  }, []);
  const retry = async () => {
    setIsPending(true);
    prepare();
    // Loads the screen again and resets the boundary around it.
    await router.invalidate();
    setIsPending(false);
  };
  return (
    <Screen title={isUnloaded ? 'Screen not loaded' : 'Screen error'}>
      <EmptyState
        icon={isUnloaded ? Unplug : CircleAlert}
        title={isUnloaded ? 'This screen could not be loaded' : 'This screen stopped because of an error'}
        actions={<ErrorButtons error={error} isPending={isPending} onRetry={() => void retry()} />}
      >
        <div role="alert">
          <ErrorMessage error={error} />
        </div>
        <p>Your edits are kept. Other screens still work.</p>
      </EmptyState>
    </Screen>
  );
}
