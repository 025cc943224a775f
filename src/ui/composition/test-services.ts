import type { EventStore } from '../../domain/index.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { memorySessionTrace } from '../../infra/memory-session-trace.ts';
import { ulidSource } from '../../infra/ulid-source.ts';
import { identityOf } from '../app/identity.ts';
import { servicesOf, type Services } from '../app/services.ts';

const ADA = { id: 'ada', name: 'Ada', verified: false };
const UNNAMED = 'Unnamed author';

/** Services on a store in memory; the same store again is the same device after a reload. */
export function testServices(store: EventStore = memoryEventStore()): Promise<Services> {
  const identity = identityOf(ADA, { unnamed: UNNAMED, keep: (author, name) => Promise.resolve({ ...author, name: name.trim() || UNNAMED }) });
  return servicesOf({ store, identity, ids: ulidSource(), clock: { now: () => '2026-11-21T03:10:08.123Z' }, trace: memorySessionTrace() });
}
