import { useEffect, useRef } from 'react';
import type { DocumentState } from '#domain/document';
import { prepareSearch } from '#domain/mapping';

/** How long one step may take, in ms: half of a frame. */
const STEP_MS = 8;

/**
 * Returns a function that starts to build the search data, a little at a time, for instance when the search box is
 * focused: otherwise the first letter would have to wait for it, 0.1 s with 100,000 fields. It stops when the document
 * changes; what was built until then is kept.
 */
export function usePreparedSearch({ body, mappingsAt }: Pick<DocumentState, 'body' | 'mappingsAt'>): () => void {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), [body, mappingsAt]);
  return () => {
    stop.current?.();
    stop.current = runInSteps(prepareSearch(body, mappingsAt));
  };
}

/** Runs the steps to the end, with other tasks in between, unless it is stopped. */
function runInSteps(steps: Generator<undefined>): () => void {
  const next = () => {
    const end = performance.now() + STEP_MS;
    while (performance.now() < end) if (steps.next().done === true) return;
    timer = setTimeout(next);
  };
  let timer = setTimeout(next);
  return () => clearTimeout(timer);
}
