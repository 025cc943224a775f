import { beforeEach, describe, expect, it } from 'vitest';
import { fakeTrail, type FakeTrail } from '../../tests/builders/fake-trail.ts';
import { addField, openSession, STREAM } from '../../tests/builders/sessions.ts';
import { BOB, stampSource } from '../fuzz/generate/stamps.ts';
import { reduce } from '#domain/commands';
import { openState } from '#domain/document';
import { formatLog, openLog } from '#domain/log';
import { memoryEventStore, memoryHome, type MemoryHome } from '../infra/memory-event-store.ts';
import { memoryTrailReplica } from '../infra/memory-trail-replica.ts';
import { trailUploader, type TrailUploader } from './trail-uploader.ts';

const { signal } = new AbortController();
const fields = { properties: { a: { type: 'keyword' } } };

describe('the uploader', () => {
  let trail: FakeTrail;
  let home: MemoryHome;
  let uploader: TrailUploader;
  const local = () => home.logs.get(STREAM) ?? [];
  const recorded = () => trail.logs.get(STREAM) ?? [];

  beforeEach(() => {
    trail = fakeTrail();
    home = memoryHome();
    uploader = trailUploader({
      store: memoryEventStore(home),
      replica: memoryTrailReplica(home, (change) => home.openStores.forEach((store) => store.tell(change))),
      service: trail.service,
      clock: { now: () => '2026-11-22T10:00:00.000Z' },
      mappingsAtOf: () => '',
    });
  });

  it('reads what others had recorded where another tab has sent the outbox after that, and calls nothing diverged', async () => {
    const session = await openSession(home, { startWith: fields });
    await uploader.sync(STREAM, signal);
    session.dispatch(addField('mine'));
    await session.whenSaved();
    const [, mine] = openLog(local()).events;
    const reduced = reduce(
      openState({ body: undefined }, openLog(recorded()).events),
      addField('theirs'),
      stampSource(70)(BOB),
    );
    if (!('event' in reduced) || mine === undefined) throw new Error('There is nothing to record.');
    trail.record(STREAM, [reduced.event]);
    trail.record(STREAM, [mine]);
    await uploader.sync(STREAM, signal);
    expect(formatLog(local())).toBe(formatLog(recorded()));
    await expect.poll(() => session.getSnapshot().state.history.version).toBe(3);
  });
});
