import type { StoredEvent } from '#domain/events';
import { newestFirst } from '#domain/history';
import type { Clock, RememberedDrafts, StorageMemory } from '#domain/ports';
import { observable, type Observable } from '../kit/observable.ts';
import type { DocumentSession } from '../../machines/document-session.ts';
import { draftsOf } from './draft-list.ts';

/** Drafts that were stored here and are gone, though nobody deleted them here, until that is dismissed. */
export interface LossWatch extends Observable<RememberedDrafts | null> {
  dismiss(): void;
  /** Compares the list of drafts with the remembered count; then remembers their number, now and as it changes. */
  follow(drafts: DocumentSession): void;
}

/**
 * Checks at once, before another tab can remember the empty storage: the storage was recreated though there were
 * drafts, now or on an earlier visit, and nobody has dismissed that. Whether it was just created is known in one tab
 * only, and not at all on the visit after one that was killed; the list of drafts, which then begins with another
 * event, shows it in all tabs.
 */
export function lossWatch(memory: StorageMemory, clock: Clock, isNewStorage: boolean): LossWatch {
  const kept = memory.recall();
  const before = kept === null || kept.drafts === 0 ? null : { drafts: kept.drafts, seenAt: kept.seenAt };
  const lost = observable(isNewStorage && before !== null ? before : (kept?.lost ?? null));
  if (isNewStorage && before !== null) memory.remember({ drafts: 0, seenAt: clock.now(), lost: before });
  return {
    getSnapshot: lost.getSnapshot,
    subscribe: lost.subscribe,
    dismiss() {
      const { drafts, seenAt, list } = memory.recall() ?? { drafts: 0, seenAt: clock.now() };
      memory.remember({ drafts, seenAt, ...(list !== undefined && { list }) });
      lost.set(null);
    },
    follow(drafts) {
      const list = firstEventOf(drafts)?.id;
      const isOther = before !== null && kept?.list !== undefined && kept.list !== list;
      if (isOther && lost.getSnapshot() === null) lost.set(before);
      const remember = (found: RememberedDrafts | undefined) =>
        memory.remember({
          drafts: draftsOf(drafts.getSnapshot().state.body).length,
          seenAt: clock.now(),
          ...(list !== undefined && { list }),
          ...(found && { lost: found }),
        });
      // Another tab may have reported and dismissed it; a loss that was found here and now is not dismissed.
      remember(isOther ? before : memory.recall()?.lost);
      drafts.onEvents(() => remember(memory.recall()?.lost));
    },
  };
}

/** The event that began the log of a document. */
export function firstEventOf(document: DocumentSession): Pick<StoredEvent, 'id' | 'at'> | undefined {
  let first: Pick<StoredEvent, 'id' | 'at'> | undefined;
  for (const { event } of newestFirst(document.getSnapshot().state.history)) first = event;
  return first;
}
