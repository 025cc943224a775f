import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { createContext, Suspense, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { ChunkError } from './load-chunk.ts';
import { useUnloadedPart } from './unloaded-parts.ts';

interface DeferredProps {
  /** A placeholder with the position and the name of the control. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

const Fallback = createContext<ReactNode>(null);

/**
 * A control whose code is loaded after the first paint; it takes over the focus of its fallback. Where it could not be
 * loaded the fallback stays, `LoadNotice` reports it, and its Retry or a press on the fallback tries again.
 */
export function Deferred({ fallback, children }: DeferredProps) {
  const hasFocusRef = useRef(false);
  const watched = (
    <span
      style={{ display: 'contents' }}
      onFocus={() => {
        hasFocusRef.current = true;
      }}
      onBlur={() => {
        hasFocusRef.current = false;
      }}
    >
      {fallback}
    </span>
  );
  return (
    <Fallback value={fallback}>
      <CatchBoundary getResetKey={() => null} errorComponent={Unloaded}>
        <Suspense fallback={watched}>
          <Focused hasFocusRef={hasFocusRef}>{children}</Focused>
        </Suspense>
      </CatchBoundary>
    </Fallback>
  );
}

function Focused({
  hasFocusRef,
  children,
}: {
  readonly hasFocusRef: RefObject<boolean>;
  readonly children: ReactNode;
}) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // A menu that opens at once already has the focus.
    if (hasFocusRef.current && document.activeElement === document.body)
      element.current?.querySelector('button')?.focus();
    hasFocusRef.current = false;
  }, [hasFocusRef]);
  return (
    <span ref={element} style={{ display: 'contents' }}>
      {children}
    </span>
  );
}

function Unloaded({ error, reset }: ErrorComponentProps) {
  const fallback = use(Fallback);
  const isUnloaded = error instanceof ChunkError;
  const retry = useUnloadedPart(isUnloaded, reset);
  if (!isUnloaded) throw error;
  return (
    <span style={{ display: 'contents' }} onClickCapture={retry}>
      {fallback}
    </span>
  );
}
