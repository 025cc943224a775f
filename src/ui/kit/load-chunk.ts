import { watchLoad } from './slow-loads.ts';
import { giveUpStyleSheets, loadStyleSheets } from './style-sheets.ts';

/** The delays before a chunk is tried again, in ms: a restarted server responds again within them. */
const RETRY_DELAYS_MS = [300, 1_000, 3_000] as const;
/** The time that all tries together may take, in ms: a request without a response would never end by itself. */
const DEADLINE_MS = 20_000;

/** Code or styles that could not be loaded: the server can't be reached, or has a newer version of the console. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';

  constructor(cause: unknown) {
    super('A part of the console could not be loaded. Check that the Mapledger server is running, then retry.', {
      cause,
    });
  }
}

interface LoadChunkOptions {
  readonly delaysMs?: readonly number[];
  readonly deadlineMs?: number;
  readonly wait?: (ms: number) => Promise<void>;
}

/**
 * Runs an `import()`, and again after each delay while it, or a style sheet, fails. Resolves when the module is loaded
 * and the page has all style sheets that were requested for it.
 * @throws ChunkError after the last try, and when nothing was loaded before the deadline
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  { delaysMs = RETRY_DELAYS_MS, deadlineMs = DEADLINE_MS, wait = delay }: LoadChunkOptions = {},
): Promise<Module> {
  const watched = watchLoad();
  const attempt = async () => {
    const module = await load();
    await loadStyleSheets();
    return module;
  };
  const attempts = async () => {
    for (const delayMs of delaysMs) {
      try {
        return await attempt();
      } catch {
        watched.markSlow();
        await wait(delayMs);
      }
    }
    return attempt();
  };
  try {
    return await within(deadlineMs, attempts());
  } catch (cause) {
    for (const listener of listeners) listener();
    throw new ChunkError(cause);
  } finally {
    watched.end();
  }
}

const listeners = new Set<() => void>();

/** Calls `listener` whenever the last try to load a chunk has failed; returns a function that ends that. */
export function onChunkError(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function within<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      giveUpStyleSheets();
      reject(new Error(`No response within ${ms / 1_000} seconds`));
    }, ms);
    result.then(resolve, reject).finally(() => clearTimeout(timeout));
  });
}
