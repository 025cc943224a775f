import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { createContext, Suspense, use, type ReactNode } from 'react';
import { retryParts } from './lazy-part.tsx';
import { ChunkError } from './load-chunk.ts';

interface DeferredProps {
  /** Has the place and the name of what comes. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

const Fallback = createContext<ReactNode>(null);

/** A control whose code comes after the first paint. Where it could not be loaded the fallback stays, and a press on it tries again. */
export function Deferred({ fallback, children }: DeferredProps) {
  return (
    <Fallback value={fallback}>
      <CatchBoundary getResetKey={() => null} errorComponent={Unloaded}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </CatchBoundary>
    </Fallback>
  );
}

function Unloaded({ error, reset }: ErrorComponentProps) {
  const fallback = use(Fallback);
  if (!(error instanceof ChunkError)) throw error;
  const retry = () => {
    retryParts();
    reset();
  };
  return (
    <span style={{ display: 'contents' }} onClickCapture={retry}>
      {fallback}
    </span>
  );
}
