import type { TabPresence } from '#domain/ports';

/** A tab that knows nothing of others, as where there are no Web Locks: gone for certain is only the page that it had `before`. */
export function loneTab(id: string, before: string | null = null): TabPresence {
  return { id, findGone: () => Promise.resolve((tab) => tab === before), leave: () => undefined };
}
