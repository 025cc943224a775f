import { FIRST_HASH, seal, type SealedRecord } from '#domain/events';
import { eventsAfter } from '#domain/history';
import { eventIdOf } from '#domain/log';
import type { EventStore, KeptNames, RecordedName } from '#domain/ports';
import type { DocumentSession } from '../../machines/document-session.ts';

/** The names behind recorded events. A closed storage has none any more, and its logs are still exported. */
export function listedNames(kept: KeptNames | undefined): Promise<readonly RecordedName[]> {
  return kept === undefined ? Promise.resolve([]) : kept.list().catch(() => []);
}

/**
 * The log of an open document, with the events that are only in this tab: the stored records, and the other events
 * sealed after them as the store would. All events are sealed here where the store is closed, or has another log by
 * now.
 */
export async function wholeLog(session: DocumentSession, store: EventStore): Promise<readonly SealedRecord[]> {
  const { history } = session.getSnapshot().state;
  const events = eventsAfter(history, 0);
  // A store that does not answer is the reason for this export: this tab has every event.
  const stored = await store.read(session.stream).catch((): readonly SealedRecord[] => []);
  const isOurs =
    stored.length <= events.length && stored.every((record, index) => eventIdOf(record) === events[index]?.id);
  const kept = isOurs ? stored : [];
  let prevHash = kept.at(-1)?.hash ?? FIRST_HASH;
  const pending = events.slice(kept.length).map((event, index) => {
    const record = seal(event, { stream: session.stream, version: kept.length + index + 1, prevHash });
    prevHash = record.hash;
    return record;
  });
  return [...kept, ...pending];
}
