import type { CancelSignal } from '#domain/ports';

/** How many callers may wait at the same time. */
const MAX_WAITING = 1_000;
/** Changes within this time wake those who wait once, in milliseconds. */
const WAKE_DELAY_MS = 40;

/** Callers who wait until something has changed. */
export interface WaitingPolls {
  /** How often something has changed. */
  changes(): number;
  /**
   * Null where too many wait already; else resolves when there are more changes than `seen`, the time is over, the caller has gone or the server
   * ends.
   */
  wait(seen: number, ms: number, signal: CancelSignal): Promise<void> | null;
  /** Says that something has changed. */
  wake(): void;
  /** Nobody waits any more from now on. */
  close(): void;
  isClosed(): boolean;
}

export function waitingPolls(): WaitingPolls {
  const waiting = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let changes = 0;

  const endAll = () => {
    timer = undefined;
    for (const end of [...waiting]) end();
  };

  return {
    changes: () => changes,
    isClosed: () => isClosed,
    wait(seen, ms, signal) {
      if (isClosed || changes !== seen) return Promise.resolve();
      if (waiting.size >= MAX_WAITING) return null;
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(own);
          waiting.delete(end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const own = setTimeout(end, ms);
        waiting.add(end);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      });
    },
    wake() {
      changes += 1;
      if (waiting.size > 0) timer ??= setTimeout(endAll, WAKE_DELAY_MS);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      endAll();
    },
  };
}
