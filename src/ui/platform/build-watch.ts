import { observable, type Observable } from '../kit/observable.ts';
import type { Timer } from './timer.ts';

/** How often the server is asked for its version of the console, in ms. */
const CHECK_EVERY_MS = 5 * 60_000;

interface BuildWatchPorts {
  /** The build of this page; null where the page of a host does not contain it. */
  readonly current: string | null;
  /** The present build of the server; null where it does not report one. */
  readonly readLatest: () => Promise<string | null>;
  readonly timer: Timer;
}

/** Notices when the server has another version of the console than this page. The value is that build, or null. */
export interface BuildWatch extends Observable<string | null> {
  /** Checks now; never rejects. */
  check(): Promise<void>;
  /** Checks at intervals; returns a function that ends that. */
  start(): () => void;
}

export function buildWatch({ current, readLatest, timer }: BuildWatchPorts): BuildWatch {
  let own = current;
  let checking: Promise<void> | null = null;
  const { getSnapshot, subscribe, set } = observable<string | null>(null);
  const compare = async () => {
    let latest: string | null;
    try {
      latest = await readLatest();
    } catch {
      // The server can't be reached: the next check asks again.
      return;
    }
    own ??= latest;
    set(latest === null || latest === own ? null : latest);
  };
  const check = () => {
    checking ??= compare().finally(() => {
      checking = null;
    });
    return checking;
  };
  return {
    getSnapshot,
    subscribe,
    check,
    start() {
      if (own === null) void check();
      return timer.every(CHECK_EVERY_MS, () => {
        // A host may not serve the file.
        if (own !== null) void check();
      });
    },
  };
}
