import type { Appended, AppendConflict, EventStore } from '#domain/ports';
import type { RecordStore } from '../trail/record-store.ts';
import type { MetricsRegistry } from './registry.ts';

/** Counts what a store holds, when it is asked for. */
export function addStoreSize(
  metrics: MetricsRegistry,
  count: () => { readonly streams: number; readonly events: number },
): void {
  metrics.gauge({ name: 'mapledger_event_store_streams', help: 'Streams in the event store.' }, () => count().streams);
  metrics.gauge({ name: 'mapledger_event_store_events', help: 'Events in the event store.' }, () => count().events);
}

/** An event store whose appends are counted. */
export function countedEventStore<Store extends EventStore & Pick<RecordStore, 'record'>>(
  store: Store,
  metrics: MetricsRegistry,
): Store {
  const appends = metrics.counter({
    name: 'mapledger_event_store_appends_total',
    help: 'Appends to the event store by outcome: appended, repeated, conflict, failed.',
    labels: ['outcome'],
  });
  const events = metrics.counter({
    name: 'mapledger_event_store_events_appended_total',
    help: 'Events appended to the event store.',
  });
  async function counted<Outcome extends AppendConflict | (Appended & { readonly isRepeated?: true })>(
    count: number,
    append: () => Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      const appended = await append();
      const outcome = appended.conflict ? 'conflict' : appended.isRepeated === true ? 'repeated' : 'appended';
      appends.add([outcome]);
      if (outcome === 'appended') events.add([], count);
      return appended;
    } catch (error) {
      appends.add(['failed']);
      throw error;
    }
  }
  const writes: Pick<EventStore & RecordStore, 'append' | 'appendSealed' | 'record'> = {
    append: (stream, expected, added) => counted(added.length, () => store.append(stream, expected, added)),
    appendSealed: (stream, expected, records) =>
      counted(records.length, () => store.appendSealed(stream, expected, records)),
    record: (stream, after, added, check) => counted(added.length, () => store.record(stream, after, added, check)),
  };
  return { ...store, ...writes };
}
