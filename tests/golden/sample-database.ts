import type { SealedRecord } from '#domain/events';
import { parseJson } from '#domain/json';
import type { EventStore, RecordedName, TraceEntry, UnappliedContent } from '#domain/ports';
import { compactStream } from '../../src/infra/compaction.ts';
import type { Database } from '../../src/infra/database.ts';
import { indexedDbEventStore } from '../../src/infra/indexed-db-event-store.ts';
import { indexedDbTrailReplica } from '../../src/infra/indexed-db-trail-replica.ts';
import { indexedDbSessionTrace } from '../../src/infra/indexed-db-session-trace.ts';
import { indexedDbUnappliedContent } from '../../src/infra/indexed-db-unapplied-content.ts';
import { systemClock } from '../../src/infra/platform.ts';
import type { DatabaseDump } from './database-dump.ts';

/** The name of the author that every golden database has. */
export const GOLDEN_AUTHOR = { id: '01KB0000000000000000000ADA', name: '__proto__ "ada" 😀' };

/** What every golden database has that was typed and not applied, from layout 5 on. */
export const GOLDEN_CONTENT: UnappliedContent = {
  stream: 'draft/a',
  form: 'field',
  field: '/properties/__proto__',
  tab: '01KB00000000000000000000TAB',
  format: 1,
  baseVersion: 26,
  at: '2026-11-21T03:10:08.123Z',
  values: {
    kind: 'field',
    name: '__proto__ "ada" 😀',
    pick: null,
    entered: { edits: { set: {}, unset: [] }, opened: [], faults: {} },
  },
};

/** The name that every golden database keeps apart from its records, from layout 6 on. */
export const GOLDEN_NAME: RecordedName = {
  commitment: '5'.repeat(64),
  author: GOLDEN_AUTHOR.id,
  name: GOLDEN_AUTHOR.name,
  salt: '0'.repeat(32),
};

/** The event that was set aside in every golden database from layout 6 on. */
export const GOLDEN_ASIDE = {
  eventId: '01J00000000000000000000099',
  at: '2026-11-21T03:10:08.123Z',
  summary: 'Add __proto__ (keyword)',
  detail: { message: 'Its target was removed in the meantime.' },
  record: { text: '{"format":1,"id":"01J00000000000000000000099"}', hash: '9'.repeat(64) },
  command: null,
  baseVersion: 26,
  isDismissed: false,
};

/** The records of a stream in the dump of version 1, whose streams all later ones have too. */
export function recordsOf({ stores }: DatabaseDump, stream: string): readonly SealedRecord[] {
  return (stores['records'] ?? []).flatMap(([key, value]) =>
    Array.isArray(key) && key[0] === stream ? [value as SealedRecord] : [],
  );
}

/** Writes what the dump of version 1 holds through the adapters, as they are now; cold records go into pages. */
export async function writeSample(database: Database, first: DatabaseDump): Promise<void> {
  const store = indexedDbEventStore(database);
  for (const [key] of first.stores['streams'] ?? []) {
    const stream = String(key);
    await store.appendSealed(stream, 0, recordsOf(first, stream));
    if (stream === 'draft/a') await recordAll(database, stream);
    await compactStream(
      database,
      stream,
      stream === 'draft/a' ? { pageSize: 5, keptRecords: 4 } : { pageSize: 2, keptRecords: 1 },
    );
  }
  await tearAndCut(database, store, 'draft/a');
  store.close();
  const trace = indexedDbSessionTrace(database);
  for (const [, text] of first.stores['trace'] ?? []) {
    await trace.append({
      ...(parseJson(String(text)) as unknown as TraceEntry),
      visit: '01KB00000000000000000VISIT',
      version: 1,
    });
  }
  await indexedDbUnappliedContent(database, systemClock).put(GOLDEN_CONTENT);
  await database.transact(['device'], 'readwrite', (transaction) =>
    transaction.objectStore('device').put(GOLDEN_AUTHOR, 'author'),
  );
}

/** As if a server had recorded all of a stream. */
async function recordAll(database: Database, stream: string): Promise<void> {
  const replica = indexedDbTrailReplica(database);
  const found = await replica.read(stream);
  await replica.rewrite(found, { recorded: found.records, outbox: [], isRebased: false, aside: [GOLDEN_ASIDE] });
  await replica.keepNames([GOLDEN_NAME]);
  replica.close();
}

/** As if the last write had not been finished. */
async function tearAndCut(database: Database, store: EventStore, stream: string): Promise<void> {
  const afterVersion = (await store.read(stream)).length;
  await database.transact(['streams', 'records'], 'readwrite', async (transaction) => {
    const torn = { text: `{"format":1,"id":"01J00000000000000000000099","stream":"${stream}"`, hash: 'f'.repeat(64) };
    await transaction.objectStore('records').add(torn, [stream, afterVersion + 1]);
    await transaction.objectStore('streams').put({ stream, version: afterVersion + 1, hash: torn.hash });
  });
  const found = await store.ends?.find(stream);
  if (found !== undefined)
    await store.ends?.cut(stream, found, { afterVersion, reason: 'its text is torn', at: '2026-11-21T03:10:08.123Z' });
}
