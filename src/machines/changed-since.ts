import type { RejectionDetail } from '#domain/commands';
import { nameOfAuthor, type DocumentEvent, type StoredEvent } from '#domain/events';
import { changedRemovals, lastToChange, type DecidedAgain } from '#domain/history';

/** The code of a removal that is set aside, since others have changed what it removes. */
export const CHANGED_SINCE = 'removal.changed_since';

/**
 * Why a change that was decided again must not be made: it would remove something that another author has changed,
 * which its own author has not seen. Null where it removes nothing like that. `events` are all events since it was
 * first decided, those of others among them.
 */
export function changedSince(
  again: DecidedAgain,
  others: readonly DocumentEvent[],
  events: () => readonly DocumentEvent[],
): RejectionDetail | null {
  if (others.length === 0) return null;
  const ids = new Set(others.map(({ id }) => id));
  for (const removal of changedRemovals(again)) {
    const by: (DocumentEvent & Partial<StoredEvent>) | undefined = lastToChange(removal, events(), ({ id }) =>
      ids.has(id),
    );
    if (by === undefined) continue;
    const { id: eventId, author, summary, recordedAt } = by;
    return {
      message: `${nameOfAuthor(author)} has changed what this removes: ${summary}.`,
      at: removal.at,
      code: CHANGED_SINCE,
      by: { eventId, author, summary, ...(recordedAt !== undefined && { recordedAt }) },
    };
  }
  return null;
}
