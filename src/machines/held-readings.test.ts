import { beforeEach, describe, expect, it } from 'vitest';
import { fakeTrail, type FakeTrail } from '../../tests/builders/fake-trail.ts';
import { addField, keyword } from '../../tests/builders/sessions.ts';
import { ADA, AUTHORS, BOB, stampSource } from '../fuzz/generate/stamps.ts';
import { draftsStream } from '#domain/commands';
import { indexStream, liveDocument, LIVE_MAPPINGS_AT } from '#domain/document';
import type { Author } from '#domain/events';
import type { JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import { verifyRecords } from '#domain/proof';
import { memoryEventStore, memoryHome, type MemoryHome } from '../infra/memory-event-store.ts';
import { memoryTrailReplica } from '../infra/memory-trail-replica.ts';
import { openDocument, type DocumentSession } from './document-session.ts';
import { startTrailSync, type TrailStatus, type TrailSync } from './trail-sync.ts';
import { trailUploader, type TrailUploader, type TrailUploaderPorts } from './trail-uploader.ts';

const STREAM = indexStream({ cluster: 'c', name: 'logs', uuid: 'u1' });
const NOW = '2026-11-22T10:00:00.000Z';
const mappings = (...names: readonly string[]): JsonObject => ({
  properties: Object.fromEntries(names.map((name) => [name, keyword])),
});

/** Opens the mapping that an index has on a cluster, as a person who looks at it. */
function look(home: MemoryHome, found: JsonObject, author: Author = ADA): Promise<DocumentSession> {
  const stamp = stampSource(AUTHORS.indexOf(author) + 1);
  const ports = { store: memoryEventStore(home), clock: { now: () => NOW }, ids: { next: () => stamp().id }, author };
  return openDocument(ports, { stream: STREAM, mappingsAt: LIVE_MAPPINGS_AT, found: liveDocument(found) });
}

const follow = (
  session: DocumentSession,
  now: JsonObject,
  source: 'reading' | 'answer' = 'reading',
  sent?: JsonObject,
) =>
  session.dispatch({ type: 'mapping.follow', payload: { mappings: now, ...(sent && { sent, action: 'A1' }) } }, source);
const fieldsOf = (session: DocumentSession) =>
  Object.keys((session.getSnapshot().state.body as { readonly mappings: { properties: object } }).mappings.properties);
const storedIn = (home: MemoryHome) => openLog(home.logs.get(STREAM) ?? []).events;
const rowsOf = (events: ReturnType<typeof storedIn>) => events.map(({ type, author }) => [type, author.id]);

const CREATED = ['document.created', 'cluster:ada@laptop'];
const FOLLOWED = ['mapping.followed', 'cluster:ada@laptop'];
const ADDED = ['field.added', 'ada@laptop'];

describe('a session that looks at something live', () => {
  it('shows what was read, and stores nothing', async () => {
    const home = memoryHome();
    const session = await look(home, mappings('a'));
    follow(session, mappings('a', 'theirs'));
    await session.whenSaved();
    expect(fieldsOf(session)).toEqual(['a', 'theirs']);
    expect(session.getSnapshot()).toMatchObject({ save: { kind: 'saved' }, readings: 2 });
    session.close();
    expect(home.logs.get(STREAM)).toBeUndefined();
  });

  it('stores what was read together with the first change, by the cluster as the person reports it', async () => {
    const home = memoryHome();
    const session = await look(home, mappings('a'));
    follow(session, mappings('a', 'theirs'));
    session.dispatch(addField('b'));
    await session.whenSaved();
    expect(rowsOf(storedIn(home))).toEqual([CREATED, FOLLOWED, ADDED]);
    expect(storedIn(home)[0]).toMatchObject({ summary: 'Found on the cluster', author: { name: 'Ada' } });
    expect(session.getSnapshot().readings).toBe(0);
    expect(verifyRecords(home.logs.get(STREAM) ?? [])).toMatchObject({ ok: true });
  });

  it('stores nothing of what is read after the last change, and the answer to a save at once', async () => {
    const home = memoryHome();
    const session = await look(home, mappings('a'));
    session.dispatch(addField('b'));
    follow(session, mappings('a', 'theirs'));
    await session.whenSaved();
    expect(rowsOf(storedIn(home))).toEqual([CREATED, ADDED]);
    follow(session, mappings('a', 'theirs', 'b'), 'answer', mappings('a', 'theirs', 'b'));
    await session.whenSaved();
    expect(rowsOf(storedIn(home))).toEqual([CREATED, ADDED, FOLLOWED, FOLLOWED]);
  });

  it('stores what was read where something is typed over it', async () => {
    const home = memoryHome();
    const session = await look(home, mappings('a'));
    session.storeReadings();
    session.storeReadings();
    await session.whenSaved();
    expect(rowsOf(storedIn(home))).toEqual([CREATED]);
    expect(session.getSnapshot().readings).toBe(0);
  });

  it('drops its reading where another tab has begun the document, and keeps its change', async () => {
    const home = memoryHome();
    const [one, two] = [await look(home, mappings('a')), await look(home, mappings('a'), BOB)];
    one.dispatch(addField('b'));
    two.dispatch(addField('c'));
    await Promise.all([one.whenSaved(), two.whenSaved()]);
    expect(rowsOf(storedIn(home))).toEqual([CREATED, ADDED, ['field.added', 'bob@desk']]);
    for (const session of [one, two]) {
      await expect.poll(() => fieldsOf(session)).toEqual(['a', 'b', 'c']);
      expect(session.getSnapshot().parked).toEqual([]);
    }
  });
});

describe('a list of drafts', () => {
  let tabs = 0;
  const LIST = draftsStream(ADA.id);
  const target = { distribution: 'elasticsearch', version: '9.0.0' } as const;
  const draft = (name: string) => ({ name, target, mappingsAt: '', kind: 'mappings', createdAt: NOW }) as const;
  const add = (session: DocumentSession, name: string) =>
    session.dispatch({ type: 'draft.add', payload: { id: name, draft: draft(name) } });
  function openList(home: MemoryHome): Promise<DocumentSession> {
    const stamp = stampSource((tabs += 1));
    const ports = { store: memoryEventStore(home), clock: { now: () => NOW }, ids: { next: () => stamp().id } };
    return openDocument({ ...ports, author: ADA }, { stream: LIST, beginsWith: {} });
  }
  const eventsIn = (home: MemoryHome) =>
    openLog(home.logs.get(LIST) ?? []).events.map(({ type, author }) => [type, author.id]);

  it('is stored with its first draft, and is the person’s', async () => {
    const home = memoryHome();
    const session = await openList(home);
    await session.whenSaved();
    expect(session.getSnapshot().state.body).toEqual({});
    expect(eventsIn(home)).toEqual([]);
    add(session, 'one');
    await session.whenSaved();
    expect(eventsIn(home)).toEqual([
      ['document.created', ADA.id],
      ['draft.added', ADA.id],
    ]);
  });

  it('has the drafts of two tabs that begin it, and sets nothing aside', async () => {
    const home = memoryHome();
    const [one, two] = [await openList(home), await openList(home)];
    add(one, 'one');
    await one.whenSaved();
    add(two, 'two');
    await two.whenSaved();
    expect(two.getSnapshot().parked).toEqual([]);
    expect(Object.keys(two.getSnapshot().state.body as object)).toEqual(['one', 'two']);
    expect(eventsIn(home).map(([type]) => type)).toEqual(['document.created', 'draft.added', 'draft.added']);
  });
});

describe('a device that records', () => {
  let trail: FakeTrail;
  let home: MemoryHome;
  let uploader: TrailUploader;
  const { signal } = new AbortController();
  const recorded = () => openLog(trail.logs.get(STREAM) ?? []).events;
  const portsOf = (from: MemoryHome): TrailUploaderPorts => ({
    store: memoryEventStore(from),
    replica: memoryTrailReplica(from, (change) => from.openStores.forEach((store) => store.tell(change))),
    service: trail.service,
    clock: { now: () => NOW },
    mappingsAtOf: () => LIVE_MAPPINGS_AT,
  });

  beforeEach(() => {
    trail = fakeTrail();
    home = memoryHome();
    uploader = trailUploader(portsOf(home));
  });

  it('keeps readings that something was typed over to itself, until a person changes something', async () => {
    const session = await look(home, mappings('a'));
    session.storeReadings();
    await session.whenSaved();
    await uploader.sync(STREAM, signal);
    expect(recorded()).toEqual([]);
    expect(uploader.heldVersion(STREAM)).toBe(1);
    session.dispatch(addField('b'));
    follow(session, mappings('a', 'theirs'));
    session.storeReadings();
    await session.whenSaved();
    expect(rowsOf(storedIn(home))).toEqual([CREATED, ADDED, FOLLOWED]);
    await uploader.sync(STREAM, signal);
    expect(rowsOf(recorded())).toEqual([CREATED, ADDED]);
    expect(rowsOf(storedIn(home))).toEqual([CREATED, ADDED, FOLLOWED]);
    expect(uploader.heldVersion(STREAM)).toBe(3);
  });

  it('records the answer to a save though nobody has changed anything since', async () => {
    const session = await look(home, mappings('a'));
    session.dispatch(addField('b'));
    follow(session, mappings('a', 'b'), 'answer', mappings('a', 'b'));
    await session.whenSaved();
    await uploader.sync(STREAM, signal);
    expect(rowsOf(recorded())).toEqual([CREATED, ADDED, FOLLOWED]);
  });

  it('decides a change again on the beginning of who was faster, and sets nothing aside', async () => {
    const elsewhere = memoryHome();
    const theirs = await look(elsewhere, mappings('a'), BOB);
    theirs.dispatch(addField('c'));
    await theirs.whenSaved();
    await trailUploader(portsOf(elsewhere)).sync(STREAM, signal);
    const mine = await look(home, mappings('a'));
    mine.dispatch(addField('b'));
    await mine.whenSaved();
    await uploader.sync(STREAM, signal);
    expect(rowsOf(recorded())).toEqual([['document.created', 'cluster:bob@desk'], ['field.added', 'bob@desk'], ADDED]);
    await expect.poll(() => fieldsOf(mine)).toEqual(['a', 'c', 'b']);
    expect(mine.getSnapshot().parked).toEqual([]);
  });

  describe('while it looks at something that others have recorded', () => {
    let sync: TrailSync;
    let status: TrailStatus | null = null;
    const start = () => {
      sync = startTrailSync({
        ...portsOf(home),
        onStatus: (next) => (status = next),
        random: () => 0,
        authorNow: () => ADA,
        onFailure: (error) => {
          throw error;
        },
        isShared: () => true,
        isInUse: () => true,
      });
    };

    it('shows their changes, and stores nothing of its own', async () => {
      const elsewhere = memoryHome();
      const theirs = await look(elsewhere, mappings('a'), BOB);
      theirs.dispatch(addField('c'));
      await theirs.whenSaved();
      await trailUploader(portsOf(elsewhere)).sync(STREAM, signal);
      const mine = await look(home, mappings('a'));
      start();
      sync.look(STREAM);
      await expect.poll(() => fieldsOf(mine)).toEqual(['a', 'c']);
      expect(mine.getSnapshot().readings).toBe(0);
      expect(recorded()).toHaveLength(2);
      sync.close();
    });

    it('asks for what nobody has recorded once, and hears of it when somebody does', async () => {
      const mine = await look(home, mappings('a'));
      start();
      sync.look(STREAM);
      sync.look(STREAM);
      await expect.poll(() => status?.kind).toBe('connected');
      expect(status).toMatchObject({ recorded: {}, unrecorded: {}, streamFaults: {} });
      const elsewhere = memoryHome();
      const theirs = await look(elsewhere, mappings('a'), BOB);
      theirs.dispatch(addField('c'));
      await theirs.whenSaved();
      await trailUploader(portsOf(elsewhere)).sync(STREAM, signal);
      await expect.poll(() => fieldsOf(mine)).toEqual(['a', 'c']);
      sync.close();
    });

    it('counts nothing that waits as not recorded', async () => {
      const session = await look(home, mappings('a'));
      session.storeReadings();
      await session.whenSaved();
      start();
      await expect.poll(() => status?.recorded[STREAM]).toBe(1);
      expect(status?.unrecorded).toEqual({});
      expect(recorded()).toEqual([]);
      sync.close();
    });
  });
});
