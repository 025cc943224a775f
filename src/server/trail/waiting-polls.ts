import type { CancelSignal } from '#domain/ports';

/** How many callers may wait at the same time. */
const MAX_WAITING = 1_000;
/** After a change that has woken those who wait, others within this time wake them once, in milliseconds. */
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
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let isClosed = false;
  let changes = 0;

  const endAll = () => {
    isDue = false;
    for (const end of [...waiting]) end();
  };

  const wakeAll = () => {
    if (waiting.size === 0) return;
    endAll();
    pause = setTimeout(() => {
      pause = undefined;
      if (isDue) wakeAll();
    }, WAKE_DELAY_MS);
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
      if (pause === undefined) wakeAll();
      else isDue = true;
    },
    close() {
      isClosed = true;
      clearTimeout(pause);
      endAll();
    },
  };
}
