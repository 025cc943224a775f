import type { TabPresence } from '#domain/ports';

/** The only tab there is, as where nothing is shared with others. */
export function loneTab(id: string): TabPresence {
  return { id, alive: () => Promise.resolve(new Set([id])), leave: () => undefined };
}
