/** Whether tabs can agree on one of them: not on plain HTTP. */
export function hasLocks(): boolean {
  return typeof navigator !== 'undefined' && 'locks' in navigator;
}

/**
 * Runs work while no other tab does; not at all where the signal comes first. Without Web Locks (plain HTTP) each tab
 * does it.
 */
export async function withLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!hasLocks()) return work();
  try {
    await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    if (error !== signal.reason) throw error;
  }
}
