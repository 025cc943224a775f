import type { StoredEvent } from '#domain/events';
import { newestFirst } from '#domain/history';
import type { Clock, RememberedDrafts, StorageMemory } from '#domain/ports';
import { observable, type Observable } from '../kit/observable.ts';
import type { DocumentSession } from '../../machines/document-session.ts';
import { draftsOf } from './draft-list.ts';

/** Whether drafts that were stored here are gone, though nobody deleted them here. */
/** What it shows was lost and has not been dismissed. */
export interface LossWatch extends Observable<RememberedDrafts | null> {
  dismiss(): void;
  /** Compares the list of drafts with what is remembered; then remembers how many there are, now and as they come and go. */
  follow(drafts: DocumentSession): void;
}

/**
 * Looks at once, before another tab can remember the empty storage: it was begun anew though there were drafts, now or on a visit since
 * which nobody has dismissed that. Whether it was made just now says so in one tab only, and not at all on the visit after one that was
 * killed; the list of drafts, which then begins with another event, says so in all of them.
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
      // Another tab may have said and dismissed it; what was found here and now it has not.
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
