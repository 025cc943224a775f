import type { CancelSignal } from '#domain/ports';

/** How many calls may wait at the same time. */
export const MAX_WAITING = 1_000;
/** How many of them may be of one caller: a user, or where nobody is signed in, all who share an address. */
export const MAX_WAITING_OF_CALLER = 500;
/** How many are woken in one go: what they are answered takes its time, and others get their turn in between. */
const WOKEN_AT_ONCE = 20;
/** After a change that has woken those who wait, others within this time wake them once, in milliseconds. */
const WAKE_DELAY_MS = 40;
/** The same for what is new to single authors: who is there may be told later than what was changed. */
const AUTHORS_WAKE_DELAY_MS = 200;

/** Callers who wait until something has changed. */
export interface WaitingPolls {
  /** How often something has changed. */
  changes(): number;
  /**
   * Null where too many wait already, or too many of this caller; else resolves when there are more changes than
   * `seen`, something has changed for `author`, the time is over, the caller has gone or the server ends.
   */
  wait(
    seen: number,
    ms: number,
    signal: CancelSignal,
    who: { readonly caller: string; readonly author: string | undefined },
  ): Promise<void> | null;
  /** Reports a change that may concern everyone. */
  wake(): void;
  /** Reports a change that concerns only these authors: only their polls are woken. */
  wakeAuthors(authors: Iterable<string>): void;
  /** Ends all waits; later ones end at once. */
  close(): void;
  isClosed(): boolean;
}

export function waitingPolls(): WaitingPolls {
  const waiting = new Set<() => void>();
  const byAuthor = endsByKey();
  const byCaller = endsByKey();
  /** Authors who are woken when the pause after the last time is over. */
  const dueAuthors = new Set<string>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let isPaused = false;
  let areAuthorsPaused = false;
  let isDue = false;
  let isClosed = false;
  let changes = 0;

  function after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  }

  function endInTurns(ends: readonly (() => void)[]): void {
    for (const end of ends.slice(0, WOKEN_AT_ONCE)) end();
    const others = ends.slice(WOKEN_AT_ONCE);
    if (others.length > 0) after(0, () => endInTurns(others));
  }

  function wakeAll(): void {
    if (waiting.size === 0) return;
    isDue = false;
    endInTurns([...waiting]);
    isPaused = true;
    after(WAKE_DELAY_MS, () => {
      isPaused = false;
      if (isDue) wakeAll();
    });
  }

  function wakeDueAuthors(): void {
    const ends = [...dueAuthors].flatMap((author) => byAuthor.of(author));
    dueAuthors.clear();
    if (ends.length === 0) return;
    endInTurns(ends);
    areAuthorsPaused = true;
    after(AUTHORS_WAKE_DELAY_MS, () => {
      areAuthorsPaused = false;
      wakeDueAuthors();
    });
  }

  return {
    changes: () => changes,
    isClosed: () => isClosed,
    wait(seen, ms, signal, { caller, author = '' }) {
      if (isClosed || changes !== seen) return Promise.resolve();
      if (waiting.size >= MAX_WAITING || byCaller.count(caller) >= MAX_WAITING_OF_CALLER) return null;
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(own);
          waiting.delete(end);
          byAuthor.drop(author, end);
          byCaller.drop(caller, end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const own = setTimeout(end, ms);
        waiting.add(end);
        byAuthor.keep(author, end);
        byCaller.keep(caller, end);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      });
    },
    wake() {
      changes += 1;
      if (isPaused) isDue = true;
      else wakeAll();
    },
    wakeAuthors(authors) {
      for (const author of authors) if (byAuthor.has(author)) dueAuthors.add(author);
      if (!areAuthorsPaused) wakeDueAuthors();
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      for (const end of [...waiting]) end();
    },
  };
}

/** Callbacks that end the waiting polls with this key. */
function endsByKey() {
  const ends = new Map<string, Set<() => void>>();
  return {
    has: (key: string) => ends.has(key),
    count: (key: string) => ends.get(key)?.size ?? 0,
    of: (key: string): readonly (() => void)[] => [...(ends.get(key) ?? [])],
    keep(key: string, end: () => void) {
      ends.set(key, (ends.get(key) ?? new Set<() => void>()).add(end));
    },
    drop(key: string, end: () => void) {
      const all = ends.get(key);
      all?.delete(end);
      if (all?.size === 0) ends.delete(key);
    },
  };
}
