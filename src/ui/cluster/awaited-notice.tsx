import type { ReactNode } from 'react';
import { RotateCw } from '../kit/icons/icons.ts';
import { Button } from '../kit/button.tsx';
import type { ApiError } from '../platform/console-api.ts';
import common from '../kit/common.module.css';
import { ApiErrorNotice } from './api-error-notice.tsx';

interface AwaitedNoticeProps {
  /** What the form depends on: “the policies”. */
  readonly what: string;
  readonly isLoading: boolean;
  readonly error: ApiError | null;
  /** “Couldn’t load the policies” where absent. */
  readonly failureTitle?: string;
  /** Requests it anew: `useRetry`. */
  readonly onRetry: () => void;
  /** Goes on without it; absent where that is not possible. */
  readonly onSkip?: (() => void) | undefined;
  /** Why it is needed. */
  readonly children?: ReactNode;
}

/**
 * What a form waits for before it can be submitted, or why that failed, with a way to request it anew: a response may
 * never arrive.
 */
export function AwaitedNotice(props: AwaitedNoticeProps) {
  const { what, isLoading, error, failureTitle = `Couldn’t load ${what}`, onRetry, onSkip, children } = props;
  if (error !== null) return <ApiErrorNotice title={failureTitle} error={error} onRetry={onRetry} />;
  if (!isLoading) return null;
  return (
    <div className={common['centredRow']}>
      <p className={common['mutedBreaking']} role="status">
        Loading {what}... {children}
      </p>
      <Button size="small" icon={RotateCw} onPress={onRetry}>
        Retry
      </Button>
      {onSkip && (
        <Button size="small" onPress={onSkip}>
          Continue without them
        </Button>
      )}
    </div>
  );
}
