import type { QueryClient } from '@tanstack/react-query';

/** How long to wait for a slow cluster, in ms, and for a frame where none is painted, as in a hidden tab. */
const LONGEST_MS = 1_000;
const LONGEST_FRAME_MS = 100;

/** Resolves when the data of the first screen is loaded and painted, or does not come soon. */
export async function rowsShown(queries: QueryClient): Promise<void> {
  await Promise.race([settled(queries), after(LONGEST_MS)]);
  // One frame to render it, and one to paint it.
  for (const _ of [1, 2]) await Promise.race([frame(), after(LONGEST_FRAME_MS)]);
}

function settled(queries: QueryClient): Promise<void> {
  if (queries.isFetching() === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = queries.getQueryCache().subscribe(() => {
      if (queries.isFetching() > 0) return;
      stop();
      resolve();
    });
  });
}

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
