import { beforeEach, describe, expect, it } from 'vitest';
import { fakeTrail, type FakeTrail } from '../../tests/builders/fake-trail.ts';
import { addField, openSession, STREAM } from '../../tests/builders/sessions.ts';
import type { SealedRecord } from '#domain/events';
import { LogFaultError } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { stampSource } from '../fuzz/generate/stamps.ts';
import { memoryEventStore, memoryHome, type MemoryHome } from '../infra/memory-event-store.ts';
import { memoryTrailReplica } from '../infra/memory-trail-replica.ts';
import { openDocument, type DocumentSession } from './document-session.ts';
import { restoreFromTrail } from './restore-from-trail.ts';
import { trailUploader } from './trail-uploader.ts';

const CLOCK = { now: () => '2026-11-22T10:00:00.000Z' };
const { signal } = new AbortController();
const RECORDED = 4;
const NAMES = ['one', 'two', 'three', 'four', 'five'];

describe('a stream that is damaged in the middle', () => {
  let trail: FakeTrail;
  let home: MemoryHome;
  let sound: readonly SealedRecord[];
  let store: EventStore;
  const local = () => home.logs.get(STREAM) ?? [];

  /** Four recorded events and two that are not. */
  beforeEach(async () => {
    trail = fakeTrail();
    home = memoryHome();
    store = memoryEventStore(home);
    const session = await openSession(home, { startWith: { properties: {} } });
    for (const name of NAMES.slice(0, RECORDED - 1)) session.dispatch(addField(name));
    await session.whenSaved();
    const replica = memoryTrailReplica(home, (change) => home.openStores.forEach((open) => open.tell(change)));
    const uploader = trailUploader({ store, replica, service: trail.service, clock: CLOCK, mappingsAtOf: () => '' });
    await uploader.sync(STREAM, signal);
    for (const name of NAMES.slice(RECORDED - 1)) session.dispatch(addField(name));
    await session.whenSaved();
    session.close();
    sound = local();
    expect(home.recorded.get(STREAM)?.version).toBe(RECORDED);
    expect(sound).toHaveLength(RECORDED + 2);
  });

  function damage(version: number, change: (record: SealedRecord) => SealedRecord): void {
    home.logs.set(
      STREAM,
      local().map((record, index) => (index === version - 1 ? change(record) : record)),
    );
  }
  const tear = ({ text, hash }: SealedRecord): SealedRecord => ({ text: text.slice(0, text.length / 2), hash });

  function open(): Promise<DocumentSession> {
    const stamps = stampSource(50);
    return openDocument(
      {
        store,
        clock: CLOCK,
        ids: { next: () => stamps().id },
        author: stamps().author,
        restore(stream, fault) {
          if (store.ends === undefined) throw new Error('It has no ends.');
          const replica = memoryTrailReplica(home, () => undefined);
          return restoreFromTrail({ ends: store.ends, replica, service: trail.service, clock: CLOCK }, stream, fault);
        },
      },
      { stream: STREAM },
    );
  }

  it.each([1, 2, RECORDED])('takes record %i back from the server, says it, and keeps the outbox', async (version) => {
    damage(version, tear);
    const damaged = local()[version - 1];
    const session = await open();
    expect(local()).toEqual(sound);
    expect(session.getSnapshot().state.history.version).toBe(sound.length);
    expect(session.getSnapshot().cuts).toMatchObject([
      { isRestored: true, records: [{ version, record: damaged }], reason: expect.any(String) },
    ]);
    // It is shown until somebody has seen it, also on the next visit.
    session.close();
    const again = await open();
    const [cut] = again.getSnapshot().cuts;
    if (cut === undefined) throw new Error('It is not said any more.');
    await again.dismissCut(cut);
    expect((await open()).getSnapshot().cuts).toEqual([]);
  });

  it('takes several back at once', async () => {
    for (const version of [2, 4]) damage(version, tear);
    const session = await open();
    expect(local()).toEqual(sound);
    expect(session.getSnapshot().cuts[0]?.records.map(({ version }) => version)).toEqual([2, 4]);
  });

  it('takes back what is recorded, and cuts off the end that was torn as well', async () => {
    damage(2, tear);
    damage(sound.length, tear);
    const session = await open();
    expect(local()).toEqual(sound.slice(0, -1));
    expect(session.getSnapshot().cuts.map(({ isRestored = false }) => isRestored)).toEqual([true, false]);
  });

  it.each([
    ['the damage is in the outbox', () => damage(RECORDED + 1, tear)],
    [
      'the server is away',
      () => {
        damage(2, tear);
        trail.fault = () => 'offline';
      },
    ],
    [
      'the server has lost it',
      () => {
        damage(2, tear);
        trail.wipe();
      },
    ],
    [
      'the server has other records',
      () => {
        damage(2, tear);
        const [first, ...others] = trail.logs.get(STREAM) ?? [];
        (trail.logs as Map<string, readonly SealedRecord[]>).set(STREAM, [
          first as SealedRecord,
          ...others.slice(1),
          sound[5] as SealedRecord,
        ]);
      },
    ],
  ])('is refused, and nothing is changed, where %s', async (_why, prepare) => {
    prepare();
    const before = local();
    await expect(open()).rejects.toBeInstanceOf(LogFaultError);
    expect(local()).toBe(before);
    expect(home.cuts.size).toBe(0);
  });
});
