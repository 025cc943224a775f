import { useEffect, useEffectEvent } from 'react';
import { observable } from './observable.ts';
import { retryParts } from './lazy-part.tsx';

const retries = observable<ReadonlySet<() => void>>(new Set());

/** The retry functions of the parts that could not be loaded and have no place to show their error. */
export const unloadedParts = { getSnapshot: retries.getSnapshot, subscribe: retries.subscribe };

/** Returns a function that removes the part again. */
export function addUnloadedPart(retry: () => void): () => void {
  retries.set(new Set([...retries.getSnapshot(), retry]));
  return () => retries.set(new Set([...retries.getSnapshot()].filter((each) => each !== retry)));
}

/** Lets `LoadNotice` offer a retry for a part that is shown in another form meanwhile; returns the retry function. */
export function useUnloadedPart(isUnloaded: boolean, reset: () => void): () => void {
  const retry = () => {
    retryParts();
    reset();
  };
  const onRetry = useEffectEvent(retry);
  useEffect(() => (isUnloaded ? addUnloadedPart(() => onRetry()) : undefined), [isUnloaded]);
  return retry;
}
