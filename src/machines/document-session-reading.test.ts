import { describe, expect, it } from 'vitest';
import { addField, keyword, openSession, sessionOf, STREAM, NOW } from '../../tests/builders/sessions.ts';
import { ADA, BOB, stampSource } from '../fuzz/generate/stamps.ts';
import { reduce } from '#domain/commands';
import { openState } from '#domain/document';
import { commitmentTo, ERASED_NAME, type DocumentEvent, type SealedRecord } from '#domain/events';
import { confirmOutbox, openLog, rebaseOutboxRecords, sealRecordedAfter, type StreamHead } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { memoryEventStore, type MemoryHome } from '../infra/memory-event-store.ts';
import { memoryTrailReplica } from '../infra/memory-trail-replica.ts';
import { openDocument, type DocumentSession } from './document-session.ts';

const replicaOf = (home: MemoryHome) =>
  memoryTrailReplica(home, (change) => home.openStores.forEach((store) => store.tell(change)));

/** Records of a server, which have commitments in the place of names. */
function recordsOf(after: StreamHead, events: readonly DocumentEvent[]): readonly SealedRecord[] {
  const recording = ({ author }: DocumentEvent) => ({ recordedAt: NOW, commitment: commitmentTo(author.name, '') });
  return sealRecordedAfter(STREAM, after, events, recording);
}

/** The server has recorded all that is stored, and its names are kept here. */
async function recordAll(home: MemoryHome): Promise<void> {
  for (const { id, name } of [ADA, BOB]) {
    const commitment = commitmentTo(name, '');
    home.names.set(commitment, { commitment, author: id, name, salt: '' });
  }
  const replica = replicaOf(home);
  const found = await replica.read(STREAM);
  const { events } = openLog(found.records, { after: found.recorded });
  const change = confirmOutbox(found, recordsOf(found.recorded, events));
  expect(change !== null && (await replica.rewrite(found, change))).toBe(true);
}

/** An event that Bob adds on another device to the recorded ones. */
function addedByBob(home: MemoryHome, recordedVersion: number): DocumentEvent {
  const recorded = openLog((home.logs.get(STREAM) ?? []).slice(0, recordedVersion)).events;
  const reduced = reduce(openState({ body: undefined }, recorded), addField('theirs'), stampSource(50)(BOB));
  if (!('event' in reduced)) throw new Error('It came to nothing.');
  return reduced.event;
}

function namesIn(session: DocumentSession): readonly string[] {
  const names: string[] = [];
  let node = session.getSnapshot().state.history.tip;
  for (; node !== null; node = node.previous) names.unshift(node.event.author.name);
  return names;
}

const fieldsOf = (session: DocumentSession) =>
  Object.keys((session.getSnapshot().state.body as { readonly properties: object }).properties);

describe('who did what the server has recorded', () => {
  it('is known where the document is opened, and erased where no name is kept', async () => {
    const { home } = await sessionOf({ a: keyword });
    await recordAll(home);
    expect(namesIn(await openSession(home))).toEqual([ADA.name]);
    const through = ({ authorNames: _, ...store }: EventStore): EventStore => store;
    expect(namesIn(await openSession(home, { through }))).toEqual([ERASED_NAME]);
  });

  it('is known where it comes from another device', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    await recordAll(home);
    const replica = replicaOf(home);
    const found = await replica.read(STREAM);
    const recorded = recordsOf(found.recorded, [addedByBob(home, 1)]);
    await replica.rewrite(found, { recorded, outbox: [], isRebased: false });
    await expect.poll(() => namesIn(session)).toEqual([ADA.name, BOB.name]);
  });

  it.each<readonly [string, (store: EventStore) => EventStore]>([
    ['and said so', (store) => store],
    // The notification of a replacement may come after that of an append.
    ['and is told of an append alone', withoutRebases],
  ])('is known, and each event is there once, where what was stored has been replaced %s', async (_, through) => {
    const { home } = await sessionOf({ a: keyword });
    await recordAll(home);
    const session = await openSession(home, { through });
    for (const name of ['mine', 'mine too']) session.dispatch(addField(name));
    await session.whenSaved();
    // The first of both is set aside, so that the second one gets its version.
    const replica = replicaOf(home);
    const found = await replica.read(STREAM);
    const [first, second] = openLog(found.records, { after: found.recorded }).events;
    if (first === undefined || second === undefined || found.records[0] === undefined)
      throw new Error('There are not two.');
    const change = rebaseOutboxRecords(found, recordsOf(found.recorded, [addedByBob(home, 1)]), [second]);
    const aside = {
      ...{ eventId: first.id, at: NOW, summary: first.summary, record: found.records[0], command: null },
      ...{ detail: { message: 'For a reason.' }, baseVersion: 3, isDismissed: false },
    };
    expect(await replica.rewrite(found, { ...change, aside: [aside] })).toBe(true);
    const other = await openSession(home, { author: BOB });
    other.dispatch(addField('more'));
    await other.whenSaved();
    await expect.poll(() => fieldsOf(session)).toEqual(['a', 'theirs', 'mine too', 'more']);
    expect(namesIn(session)).toEqual([ADA.name, BOB.name, ADA.name, BOB.name]);
    expect(session.getSnapshot().parked).toMatchObject([{ id: first.id, detail: { message: 'For a reason.' } }]);
  });
});

/** A store that does not notify its tabs of replaced events, only of events that are appended after that. */
function withoutRebases(store: EventStore): EventStore {
  return {
    ...store,
    subscribe: (listener) =>
      store.subscribe((change) => {
        if (change.isRebased !== true) listener(change);
      }),
  };
}

describe('a long record', () => {
  const open = (home: MemoryHome, sha256Hex: (text: string) => Promise<string>) =>
    openDocument(
      {
        ...{ store: memoryEventStore(home), clock: { now: () => NOW }, ids: { next: () => 'an id' }, author: ADA },
        digest: { sha256Hex },
      },
      { stream: STREAM },
    );

  it('is hashed by the digest that there is, and by nothing else', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    session.dispatch(addField('b', null, { type: 'keyword', meta: { note: 'x'.repeat(100_000) } }));
    await session.whenSaved();
    const [first, second] = home.logs.get(STREAM) ?? [];
    const asked: string[] = [];
    const opened = await open(home, (text) => {
      asked.push(text);
      return Promise.resolve(second?.hash ?? '');
    });
    expect(asked).toEqual([`${first?.hash ?? ''}${second?.text ?? ''}`]);
    expect(fieldsOf(opened)).toEqual(['a', 'b']);
  });

  it('whose digest is not the one that is stored is damaged', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    session.dispatch(addField('b', null, { type: 'keyword', meta: { note: 'x'.repeat(100_000) } }));
    session.dispatch(addField('c'));
    await session.whenSaved();
    await expect(open(home, () => Promise.resolve('0'.repeat(64)))).rejects.toThrow(
      expect.objectContaining({ name: 'LogFaultError', position: 2 }),
    );
  });
});

describe('a log that is read as torn however often it is cut', () => {
  it('is not opened', async () => {
    const { home } = await sessionOf({ a: keyword });
    let reads = 0;
    const through = (store: EventStore): EventStore => ({
      ...store,
      async read(...call) {
        reads++;
        return (await store.read(...call)).map(({ text, hash }) => ({ text: text.slice(0, -5), hash }));
      },
    });
    await expect(openSession(home, { through })).rejects.toThrow(expect.objectContaining({ name: 'LogFaultError' }));
    expect(reads).toBeGreaterThan(1);
    expect(home.cuts.get(STREAM) ?? []).toEqual([]);
    expect(fieldsOf(await openSession(home))).toEqual(['a']);
  });
});
