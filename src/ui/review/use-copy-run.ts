import { useEffect, useRef, useState } from 'react';
import type { CancelSignal } from '#domain/ports';
import { useApiMutation } from '../platform/use-api-mutation.ts';

/** What a run that copies documents into scratch indices is sent with. */
interface CopyRun {
  /** By which the server tells how far the run is, and nobody else asks. */
  readonly id: string;
  readonly signal: CancelSignal;
}

/** Sends a run that copies documents into scratch indices, until `cancel` is called or the screen is left. */
export function useCopyRun<Id extends 'documents.rehearse' | 'documents.estimate'>(route: Id) {
  const [isCancelled, setIsCancelled] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useApiMutation(route, { invalidates: ['scratch_indices.list', 'indices.list'] });
  return {
    mutation,
    isCancelled,
    isRunning: mutation.isPending && !isCancelled,
    /** What the next run is sent with. */
    begin(): CopyRun {
      const controller = new AbortController();
      running.current = controller;
      setIsCancelled(false);
      const id = crypto.getRandomValues(new Uint32Array(4)).join('-').padStart(16, '0');
      return { id, signal: controller.signal };
    },
    cancel() {
      running.current?.abort();
      setIsCancelled(true);
    },
  };
}
