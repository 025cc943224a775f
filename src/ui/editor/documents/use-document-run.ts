import { useEffect, useRef, useState } from 'react';
import type { TextSnapshot } from '../../kit/json-editor.tsx';
import { runDocument, type DocumentRun, type TriedIndices } from './document-run.ts';

/** How long typing has to pause, in ms, and in multiples of the time that the last run took. */
const REST_MS = 250;
const REST_FOR_EACH_RUN = 3;

interface LastRun {
  /** The result for the document as it was when typing last paused; null until then. */
  readonly run: DocumentRun | null;
  /** Whether the document and the mappings are still the same. */
  readonly isCurrent: boolean;
}

/** Tries the document whenever typing pauses. */
export function useDocumentRun(text: TextSnapshot, indices: TriedIndices | null): LastRun {
  const [last, setLast] = useState<{
    readonly run: DocumentRun;
    readonly text: TextSnapshot;
    readonly indices: TriedIndices;
  } | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const lastRunMs = useRef(0);
  useEffect(() => {
    if (indices === null) return undefined;
    let isWanted = true;
    const turn = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isWanted)));
    const start = async () => {
      const begin = performance.now();
      const result = await runDocument(text.toString(), indices, turn);
      lastRunMs.current = performance.now() - begin;
      if (result !== null && isWanted) setLast({ run: result, text, indices });
    };
    const timer = setTimeout(
      () =>
        void start().catch((cause: unknown) => setFailure(cause instanceof Error ? cause : new Error(String(cause)))),
      Math.max(REST_MS, REST_FOR_EACH_RUN * lastRunMs.current),
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text, indices]);
  // The boundary around the tab shows it.
  if (failure !== null) throw failure;
  return { run: last?.run ?? null, isCurrent: last !== null && last.text === text && last.indices === indices };
}
