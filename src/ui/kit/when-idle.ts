/**
 * Runs a function while the page is idle; returns a function that cancels it. With `timeoutMs` it runs after that time
 * at the latest, for a page that is never idle.
 */
export function whenIdle(run: () => void, timeoutMs?: number): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timeout = setTimeout(run);
    return () => clearTimeout(timeout);
  }
  const handle = requestIdleCallback(run, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  return () => cancelIdleCallback(handle);
}
