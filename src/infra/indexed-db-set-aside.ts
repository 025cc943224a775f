import type { SetAsideEvents } from '#domain/ports';
import { versions } from './database-schema.ts';
import type { Database } from './database.ts';

/** The events that were set aside, as sessions show them. */
export function indexedDbSetAside(database: Database): SetAsideEvents {
  return {
    list: (stream) =>
      database.transact(['aside'], 'readonly', ({ store }) => store.getAll(versions(stream, -Infinity))),
    dismiss: (stream, eventId) =>
      database.transact(['aside'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('aside');
        const events = await store.getAll(versions(stream, -Infinity));
        await Promise.all(
          events
            .filter((event) => event.eventId === eventId && !event.isDismissed)
            .map((event) => store.put({ ...event, isDismissed: true }, [stream, event.number])),
        );
      }),
  };
}
