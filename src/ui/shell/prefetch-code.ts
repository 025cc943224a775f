import { whenIdle } from '../kit/when-idle.ts';
import type { CodeFiles } from '../platform/services.ts';

/** How long only the first screen uses the connection, in ms. */
const START_AFTER_MS = 2_000;
/** How long after a failure the missing files are requested again, in ms. */
const RETRY_AFTER_MS = 60_000;
/** Maximum number of files that are fetched at the same time. */
const AT_ONCE = 4;

/**
 * Fetches the code of every screen while the page is idle, so that each can be used when the server is gone. The code
 * is run when it is needed. Files that could not be fetched are requested again later. Returns a function that stops
 * the fetching.
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
