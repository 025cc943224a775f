import type { CodeFiles } from '../platform/services.ts';

/** How long the first screen has the connection to itself, in ms. */
const START_AFTER_MS = 2_000;
/** How long after a failure the rest is tried again, in ms. */
const RETRY_AFTER_MS = 60_000;
/** Files that are fetched at the same time. */
const AT_ONCE = 4;

/** Runs while the page is idle; returns what calls it off. */
function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timeout = setTimeout(run);
    return () => clearTimeout(timeout);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}

/**
 * Fetches the code of every screen while the page is idle, so that each can be used when the server is gone. It is run when it is needed. What could not be
 * fetched is tried again later. Returns what ends it.
 */
export function prefetchCode(files: CodeFiles): () => void {
  let isEnded = false;
  let cancel: () => void = () => undefined;

  async function fetchInTurn(addresses: readonly string[]): Promise<void> {
    const left = [...addresses];
    const fetchNext = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined && !isEnded; next = left.shift()) await files.fetch(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  }

  function startAfter(ms: number): void {
    const timeout = setTimeout(() => {
      cancel = whenIdle(() => {
        files
          .missing()
          .then(fetchInTurn)
          .catch(() => {
            if (!isEnded) startAfter(RETRY_AFTER_MS);
          });
      });
    }, ms);
    cancel = () => clearTimeout(timeout);
  }

  startAfter(START_AFTER_MS);
  return () => {
    isEnded = true;
    cancel();
  };
}
