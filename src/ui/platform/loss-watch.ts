import type { Clock, RememberedDrafts, StorageMemory } from '#domain/ports';
import type { DocumentSession } from '../../machines/document-session.ts';
import { draftsOf } from './draft-list.ts';

/** Whether drafts that were stored here are gone, though nobody deleted them here. */
export interface LossWatch {
  /** What was lost and has not been dismissed; the same object until that changes. */
  getSnapshot(): RememberedDrafts | null;
  subscribe(listener: () => void): () => void;
  dismiss(): void;
  /** Remembers how many drafts there are, now and as they come and go. */
  follow(drafts: DocumentSession): void;
}

/**
 * Looks at once, before another tab can remember the empty storage: it was begun anew though there were drafts, now or on a visit since
 * which nobody has dismissed that.
 */
export function lossWatch(memory: StorageMemory, clock: Clock, isNewStorage: boolean): LossWatch {
  const kept = memory.recall();
  const isLost = isNewStorage && kept !== null && kept.drafts > 0;
  let lost = isLost ? { drafts: kept.drafts, seenAt: kept.seenAt } : (kept?.lost ?? null);
  if (lost !== null && isLost) memory.remember({ drafts: 0, seenAt: clock.now(), lost });
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => lost,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dismiss() {
      const { drafts, seenAt } = memory.recall() ?? { drafts: 0, seenAt: clock.now() };
      memory.remember({ drafts, seenAt });
      lost = null;
      for (const listener of listeners) listener();
    },
    follow(drafts) {
      const remember = () => {
        // Another tab may have dismissed it.
        const before = memory.recall()?.lost;
        memory.remember({
          drafts: draftsOf(drafts.getSnapshot().state.body).length,
          seenAt: clock.now(),
          ...(before && { lost: before }),
        });
      };
      remember();
      drafts.onEvents(remember);
    },
  };
}
