import { StorageClosedError, type StreamInfo } from '#domain/ports';
import { compactOnce, dueAtFirst, type PageOptions } from './compaction.ts';
import type { Database } from './database.ts';
import { streamChannel } from './stream-channel.ts';
import { withLock } from './with-lock.ts';

export interface CompactionOptions extends PageOptions {
  /** Called with a stream that could not be compacted; no data is lost, and the next visit retries. */
  readonly onFailure: (error: unknown, stream: string | null) => void;
  /** Called after each page that was written. */
  readonly onPage?: (stream: string) => void;
}

export interface Compaction {
  /** Begins no further page; resolves when the current one is done and another tab may continue. */
  close(): Promise<void>;
}

/**
 * Compacts the streams of a database in idle time, now and as they grow, for as long as the database is open. One tab
 * does it at a time, the next one when that closes; without Web Locks (plain HTTP) each tab does it, which costs work
 * and nothing else.
 */
export function startCompaction(database: Database, options: CompactionOptions): Compaction {
  const closing = new AbortController();
  const work = () => compactAll(database, options, closing.signal);
  const done = withLock(`mapledger:${database.name}:compaction`, closing.signal, work).catch((error: unknown) => {
    // The database has told its owner why it is gone.
    if (!(error instanceof StorageClosedError)) options.onFailure(error, null);
  });
  return {
    close() {
      closing.abort();
      return done;
    },
  };
}

async function compactAll(
  database: Database,
  { onFailure, onPage, ...options }: CompactionOptions,
  signal: AbortSignal,
): Promise<void> {
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const dueAt = new Map<string, number>();
  const due = new Set<string>();
  let wake = () => {};
  const look = ({ stream, version }: StreamInfo) => {
    if (version < (dueAt.get(stream) ?? dueAtFirst(options))) return;
    due.add(stream);
    wake();
  };
  // Before the streams are listed, so that no append falls between.
  const channel = streamChannel(database, look);
  try {
    const streams = await database.transact(['streams'], 'readonly', ({ store }) => store.getAll());
    streams.forEach(look);
    while (!signal.aborted) {
      const [stream] = due;
      if (stream === undefined) {
        await Promise.race([aborted, new Promise<void>((resolve) => (wake = resolve))]);
        continue;
      }
      await Promise.race([aborted, idle()]);
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- the wait may have aborted it
      if (signal.aborted) return;
      // Before the work: what is appended meanwhile counts again.
      due.delete(stream);
      try {
        const step = await compactOnce(database, stream, options);
        dueAt.set(stream, step.dueAt);
        if (step.isMoved) {
          due.add(stream);
          onPage?.(stream);
        }
      } catch (error) {
        if (error instanceof StorageClosedError) throw error;
        dueAt.set(stream, Infinity);
        due.delete(stream);
        onFailure(error, stream);
      }
    }
  } finally {
    channel.close();
  }
}

/** When nobody waits for this thread; Safari does not say, and gets the end of the task. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, 0);
  });
}
