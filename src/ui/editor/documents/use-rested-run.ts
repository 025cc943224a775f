import { useEffect, useRef, useState } from 'react';

/** How long the input has to rest, in ms, and in multiples of the time that the last run took. */
const REST_MS = 250;
const REST_FOR_EACH_RUN = 3;

/** Work that lets others have their `turn`, and ends with null where it is not wanted any more. */
type RestedRun<Result> = (turn: () => Promise<boolean>) => Promise<Result | null>;

interface LastRun<Result> {
  /** Null until the first run is done. */
  readonly result: Result | null;
  /** Whether the input is still the same. */
  readonly isCurrent: boolean;
}

/** Runs whenever the input rests: a memoized `run` is one input. None runs while it is null. */
export function useRestedRun<Result>(run: RestedRun<Result> | null): LastRun<Result> {
  const [last, setLast] = useState<{ readonly result: Result; readonly of: unknown } | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const lastRunMs = useRef(0);
  useEffect(() => {
    if (run === null) return undefined;
    let isWanted = true;
    const turn = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isWanted)));
    const start = async () => {
      const begin = performance.now();
      const result = await run(turn);
      lastRunMs.current = performance.now() - begin;
      if (result !== null && isWanted) setLast({ result, of: run });
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
  }, [run]);
  // The boundary around the tab shows it.
  if (failure !== null) throw failure;
  return { result: last?.result ?? null, isCurrent: last !== null && last.of === run };
}
