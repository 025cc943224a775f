/** The waits before a chunk is tried again, in ms: a server that is restarted is back within them. */
const RETRY_DELAYS_MS = [300, 1_000, 3_000] as const;

/** Code or styles that could not be loaded: the server is away, or a newer version of the console has replaced them. */
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
  readonly wait?: (ms: number) => Promise<void>;
}

/**
 * Runs an `import()`, and again after each delay while it fails.
 * @throws ChunkError after the last one
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  { delaysMs = RETRY_DELAYS_MS, wait = delay }: LoadChunkOptions = {},
): Promise<Module> {
  for (const delayMs of delaysMs) {
    try {
      return await load();
    } catch {
      await wait(delayMs);
      await reloadStyleSheets();
    }
  }
  try {
    return await load();
  } catch (cause) {
    for (const listener of listeners) listener();
    throw new ChunkError(cause);
  }
}

const listeners = new Set<() => void>();

/** Calls `listener` whenever a chunk could not be loaded after all; returns what ends that. */
export function onChunkError(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Vite requests each style sheet once; one that failed stays in the page as a link without a sheet, and is requested here. */
async function reloadStyleSheets(): Promise<void> {
  if (typeof document === 'undefined') return;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(reloadStyleSheet));
}

function reloadStyleSheet(failed: HTMLLinkElement): Promise<void> {
  const link = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve) => {
    // Where it fails again, the next try finds it without a sheet.
    const settle = () => resolve();
    link.addEventListener('load', settle, { once: true });
    link.addEventListener('error', settle, { once: true });
    failed.replaceWith(link);
  });
}
