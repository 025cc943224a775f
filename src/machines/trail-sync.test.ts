import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTrail, type FakeTrail } from '../../tests/builders/fake-trail.ts';
import { addField, editField, openSession, removeField, STREAM } from '../../tests/builders/sessions.ts';
import { BOB, stampSource } from '../fuzz/generate/stamps.ts';
import { reduce, type DocumentCommand } from '#domain/commands';
import { openState } from '#domain/document';
import { formatLog, openLog } from '#domain/log';
import { TrailError, type TrailChanges, type TrailFault, type TrailService } from '#domain/ports';
import { memoryEventStore, memoryHome, type MemoryHome } from '../infra/memory-event-store.ts';
import { memoryTrailReplica } from '../infra/memory-trail-replica.ts';
import type { DocumentSession } from './document-session.ts';
import { startTrailSync, type TrailStatus, type TrailSync, type TrailSyncPorts } from './trail-sync.ts';

const CONNECTING: TrailStatus = {
  kind: 'connecting',
  fault: null,
  recorded: {},
  unrecorded: {},
  streamFaults: {},
  people: [],
};

/** In ms of the fake clock, between two checks. */
const STEP_MS = 200;
const keyword = { type: 'keyword' };
let trail: FakeTrail;
let home: MemoryHome;
let status: TrailStatus;
let syncs: TrailSync[];
const failures: unknown[] = [];

function start(from: MemoryHome = home, ports: Partial<TrailSyncPorts> = {}): TrailSync {
  const sync = startTrailSync({
    store: memoryEventStore(from),
    replica: memoryTrailReplica(from, (change) => {
      for (const store of from.openStores) store.tell(change);
    }),
    service: trail.service,
    clock: { now: () => '2026-11-22T10:00:00.000Z' },
    mappingsAtOf: () => '',
    onStatus: (next) => (status = next),
    random: () => 0,
    authorNow: () => stampSource()().author,
    onFailure: (error) => failures.push(error),
    isShared: () => true,
    isInUse: () => true,
    ...ports,
  });
  syncs.push(sync);
  return sync;
}

const open = (from: MemoryHome = home) => openSession(from, { startWith: { properties: { a: keyword } } });
const idsOf = (log: Parameters<typeof openLog>[0]) => openLog(log).events.map(({ id }) => id);
const fieldsOf = (session: DocumentSession) =>
  Object.keys((session.getSnapshot().state.body as { readonly properties: object }).properties);
const recorded = () => trail.logs.get(STREAM) ?? [];
const local = (from: MemoryHome = home) => from.logs.get(STREAM) ?? [];

/** Expects that something becomes true while the clock goes on, which these checks alone advance. */
const eventually = <T>(look: () => T) =>
  expect.poll(
    async () => {
      await vi.advanceTimersByTimeAsync(STEP_MS);
      return look();
    },
    { interval: 1 },
  );

async function expectSame(count: number, from: MemoryHome = home): Promise<void> {
  await eventually(() => recorded().length).toBe(count);
  await eventually(() => formatLog(local(from))).toBe(formatLog(recorded()));
  expect(new Set(idsOf(recorded())).size).toBe(count);
  expect(failures).toEqual([]);
}

/** An event by Bob, on another document. */
function addedBy(name: string) {
  const state = openState({ body: { properties: { a: keyword } } }, []);
  const reduced = reduce(state, addField(name), stampSource(80)(BOB));
  if (!('event' in reduced)) throw new Error('It came to nothing.');
  return reduced.event;
}

/** Another client records a command on what the server has. */
function recordByOther(command: DocumentCommand, seed = 70): void {
  const state = openState({ body: undefined }, openLog(recorded()).events);
  const reduced = reduce(state, command, stampSource(seed)(BOB));
  if (!('event' in reduced)) throw new Error(`${command.type} came to nothing.`);
  trail.record(STREAM, [reduced.event]);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  trail = fakeTrail();
  home = memoryHome();
  status = CONNECTING;
  syncs = [];
  failures.length = 0;
});
afterEach(() => {
  for (const sync of syncs) sync.close();
  vi.useRealTimers();
});

describe('following', () => {
  it('takes in what comes over one connection, and reads nothing', async () => {
    const session = await open();
    const calls: string[] = [];
    trail.fault = (call) => {
      calls.push(call);
      return null;
    };
    let tell: ((changes: TrailChanges) => void) | undefined;
    let end: ((outcome: 'ended' | 'impossible') => void) | undefined;
    const cursors: string[] = [];
    const follow: TrailService['follow'] = (cursor, onChanges, signal) => {
      cursors.push(cursor);
      tell = onChanges;
      return new Promise((resolve, reject) => {
        end = resolve;
        signal.addEventListener('abort', () => reject(new TrailError('offline', 'It was cancelled')));
      });
    };
    start(home, { service: { ...trail.service, follow } });
    await expectSame(1);
    await eventually(() => cursors.length).toBe(1);
    recordByOther(addField('b'));
    calls.length = 0;
    const tail = { after: 1, records: recorded().slice(1), names: [] };
    tell?.({ cursor: '7', streams: [{ stream: STREAM, version: 2, tail }] });
    await eventually(() => fieldsOf(session)).toEqual(['a', 'b']);
    expect(calls).toEqual([]);
    // The server ends the request, and the next one goes on from where it was.
    end?.('ended');
    await eventually(() => cursors).toEqual([cursors[0], '7']);
    expect(status.kind).toBe('connected');
    // From now on it polls.
    end?.('impossible');
    await eventually(() => calls.includes('changes')).toBe(true);
    recordByOther(addField('c'), 71);
    await eventually(() => fieldsOf(session)).toEqual(['a', 'b', 'c']);
    expect(cursors).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  it('begins with a new connection where what came can’t be taken', async () => {
    await open();
    let tell: ((changes: TrailChanges) => void) | undefined;
    let count = 0;
    const follow: TrailService['follow'] = (_cursor, onChanges, signal) => {
      count += 1;
      tell = onChanges;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new TrailError('offline', 'It was cancelled')));
      });
    };
    const replica = memoryTrailReplica(home, (change) => {
      for (const store of home.openStores) store.tell(change);
    });
    let isBroken = false;
    const list = () => (isBroken ? Promise.reject(new Error('The storage is gone')) : replica.list());
    start(home, { service: { ...trail.service, follow }, replica: { ...replica, list } });
    await expectSame(1);
    await eventually(() => count).toBe(1);
    isBroken = true;
    tell?.({ cursor: '7', streams: [{ stream: STREAM, version: 2 }] });
    await eventually(() => status.kind).toBe('waiting');
    isBroken = false;
    await eventually(() => count).toBe(2);
  });
});

describe('recording', () => {
  it('sends what is there, and what comes', async () => {
    const session = await open();
    start();
    await expectSame(1);
    session.dispatch(addField('b'));
    session.dispatch(addField('c'));
    await expectSame(3);
    expect(status).toMatchObject({ kind: 'connected', fault: null, unrecorded: {}, streamFaults: {} });
  });

  it('sends what has changed before it counts all streams', async () => {
    const session = await open();
    const replica = memoryTrailReplica(home, (change) => {
      for (const store of home.openStores) store.tell(change);
    });
    let lists = 0;
    const list = () => {
      lists += 1;
      return replica.list();
    };
    start(home, { replica: { ...replica, list } });
    await expectSame(1);
    let before: number | null = null;
    trail.fault = (call) => {
      if (call === 'append') before ??= lists;
      return null;
    };
    await session.whenSaved();
    await eventually(() => status.recorded[STREAM]).toBe(1);
    const counted = lists;
    session.dispatch(addField('b'));
    await expectSame(2);
    expect(before).toBe(counted);
  });

  it('sends a long outbox in groups', async () => {
    const session = await open();
    for (let count = 0; count < 1_300; count++) session.dispatch(addField(`f${String(count)}`));
    await session.whenSaved();
    start();
    await expectSame(1_301);
  });

  it.each<TrailFault>(['offline', 'signed_out', 'read_only', 'failed'])(
    'says that the server is %s, counts what is not recorded, and goes on by itself',
    async (fault) => {
      trail.fault = () => fault;
      const session = await open();
      start();
      session.dispatch(addField('b'));
      await eventually(() => status).toMatchObject({ kind: 'waiting', fault, unrecorded: { [STREAM]: 2 } });
      trail.fault = () => null;
      await expectSame(2);
      await eventually(() => status).toMatchObject({ kind: 'connected', fault: null, unrecorded: {} });
    },
  );

  it.each<TrailFault>(['forbidden', 'too_large', 'refused'])('says of one stream that it is %s', async (fault) => {
    await open();
    trail.fault = (call) => (call === 'append' ? fault : null);
    const sync = start();
    await eventually(() => status).toMatchObject({ kind: 'connected', streamFaults: { [STREAM]: fault } });
    trail.fault = () => null;
    sync.retry();
    await expectSame(1);
    await eventually(() => status.streamFaults).toEqual({});
  });

  it.each<TrailFault>(['forbidden', 'signed_out'])(
    'sends a stream that is %s once until it is told to try again, and records the others',
    async (fault) => {
      const session = await open();
      const others = memoryEventStore(home);
      const event = openLog(local()).events.map(({ stream: _, version: __, ...each }) => each);
      await others.append('draft/other', 0, event);
      let calls = 0;
      trail.fault = (call, stream) => (call === 'append' && stream === STREAM && ++calls > 0 ? fault : null);
      const sync = start();
      await eventually(() => trail.logs.get('draft/other')?.length).toBe(1);
      await eventually(() => status).toMatchObject({ kind: 'connected', streamFaults: { [STREAM]: fault } });
      session.dispatch(addField('b'));
      await eventually(() => status.unrecorded).toEqual({ [STREAM]: 2 });
      expect(calls).toBe(1);
      trail.fault = () => null;
      sync.retry();
      await expectSame(2);
    },
  );

  it('records the others where one stream is damaged, and goes on once its end was cut', async () => {
    const session = await open();
    session.dispatch(addField('b'));
    await session.whenSaved();
    const others = memoryEventStore(home);
    await others.append('draft/other', 0, [{ ...addedBy('c'), id: 'other' }]);
    const records = [...local()];
    home.logs.set(STREAM, records.slice(0, 1));
    start();
    await eventually(() => trail.logs.get('draft/other')?.length).toBe(1);
    await eventually(() => status).toMatchObject({ kind: 'connected', streamFaults: { [STREAM]: 'damaged' } });
    const reopened = await openSession(home);
    expect(fieldsOf(reopened)).toEqual(['a']);
    await expectSame(1);
    await eventually(() => status.streamFaults).toEqual({});
  });

  it('gets back from the server what was cut off a torn end, and says no more of it', async () => {
    const session = await open();
    start();
    session.dispatch(addField('b'));
    await expectSame(2);
    session.close();
    for (const sync of syncs) sync.close();
    home.logs.set(
      STREAM,
      local().map((record, index) => (index === 1 ? { ...record, text: record.text.slice(0, 90) } : record)),
    );
    // Opened by another author, so that its ids differ.
    const reopened = await openSession(home, { author: BOB });
    expect(reopened.getSnapshot().cuts).toMatchObject([{ records: [{ version: 2 }], recordedVersion: 2 }]);
    expect(fieldsOf(reopened)).toEqual(['a']);
    reopened.dispatch(addField('c'));
    start();
    await expectSame(3);
    await eventually(() => fieldsOf(reopened)).toEqual(['a', 'b', 'c']);
    await eventually(() => reopened.getSnapshot().cuts).toEqual([]);
    expect((await openSession(home)).getSnapshot().cuts).toEqual([]);
  });

  it('gets back from the server what is cut off a torn end after it was connected', async () => {
    const session = await open();
    start();
    session.dispatch(addField('b'));
    await expectSame(2);
    session.close();
    home.logs.set(
      STREAM,
      local().map((record, index) => (index === 1 ? { ...record, text: record.text.slice(0, 90) } : record)),
    );
    const reopened = await openSession(home, { author: BOB });
    expect(fieldsOf(reopened)).toEqual(['a']);
    await expectSame(2);
    await eventually(() => fieldsOf(reopened)).toEqual(['a', 'b']);
    await eventually(() => reopened.getSnapshot().cuts).toEqual([]);
  });

  it('leaves a server without a trail alone', async () => {
    trail.fault = () => 'absent';
    await open();
    start();
    await eventually(() => status.kind).toBe('absent');
    expect(recorded()).toEqual([]);
  });

  it('records each event once where answers are lost', async () => {
    const session = await open();
    let calls = 0;
    trail.fault = (call) => (call === 'append' && calls++ % 2 === 0 ? 'answer_lost' : null);
    start();
    for (let count = 0; count < 5; count++) {
      session.dispatch(addField(`f${String(count)}`));
      await eventually(() => recorded().length).toBe(count + 2);
    }
    await expectSame(6);
  });

  it('records each event once where it was killed after the server had answered', async () => {
    const session = await open();
    session.dispatch(addField('b'));
    await session.whenSaved();
    trail.fault = (call) => (call === 'append' ? 'answer_lost' : null);
    start().close();
    await eventually(() => recorded().length).toBeLessThanOrEqual(2);
    trail.fault = () => null;
    session.dispatch(addField('c'));
    start();
    await expectSame(3);
  });

  it('records each event once where two tabs do it', async () => {
    const session = await open();
    start();
    start();
    for (let count = 0; count < 10; count++) session.dispatch(addField(`f${String(count)}`));
    await expectSame(11);
  });

  it('says that the server has lost what it had recorded, and sends it again when it is told to', async () => {
    const session = await open();
    const sync = start();
    await expectSame(1);
    trail.wipe();
    session.dispatch(addField('b'));
    await eventually(() => status.streamFaults).toEqual({ [STREAM]: 'lost' });
    expect(recorded()).toEqual([]);
    expect(fieldsOf(session)).toEqual(['a', 'b']);
    await sync.sendAgain(STREAM);
    await expectSame(2);
    await eventually(() => status.streamFaults).toEqual({});
  });

  it('finds on connecting that the server has lost it', async () => {
    await open();
    start().close();
    const first = start();
    await expectSame(1);
    first.close();
    trail.wipe();
    start();
    await eventually(() => status.streamFaults).toEqual({ [STREAM]: 'lost' });
  });
});

describe('the author of the device', () => {
  it('is proved before anything is sent, once for a connection', async () => {
    const calls: string[] = [];
    trail.fault = (call) => {
      calls.push(call);
      return null;
    };
    const session = await open();
    start();
    await expectSame(1);
    session.dispatch(addField('b'));
    await expectSame(2);
    expect(calls.filter((call) => call === 'prove')).toHaveLength(1);
    expect(calls.indexOf('prove')).toBeLessThan(calls.indexOf('streams'));
  });

  it('keeps its changes whole and in order while somebody else has proved to be it, and records them later', async () => {
    const session = await open();
    trail.proofOf = () => 'taken';
    const sync = start();
    for (const name of ['b', 'c', 'd']) session.dispatch(addField(name));
    await eventually(() => status).toMatchObject({
      kind: 'connected',
      streamFaults: { [STREAM]: 'unproved' },
      unrecorded: { [STREAM]: 4 },
    });
    expect(recorded()).toEqual([]);
    const ids = idsOf(local());
    trail.proofOf = () => 'proved';
    sync.retry();
    await expectSame(4);
    expect(idsOf(recorded())).toEqual(ids);
    expect(status.streamFaults).toEqual({});
  });

  it('claims an id from before devices had secrets by the newest recorded event of its own', async () => {
    const proofs: unknown[] = [];
    const session = await open();
    start().close();
    start();
    await expectSame(1);
    for (const each of syncs) each.close();
    trail.proofOf = (author, hold) => {
      proofs.push([author, hold]);
      return hold === undefined ? 'unclaimed' : 'proved';
    };
    session.dispatch(addField('b'));
    start();
    await expectSame(2);
    const { id } = stampSource()().author;
    const [first] = recorded();
    expect(proofs).toEqual([
      [id, undefined],
      [id, { stream: STREAM, version: 1, hash: first?.hash }],
    ]);
  });

  it('needs no proof for a server that knows of none', async () => {
    await open();
    trail.fault = (call) => (call === 'prove' ? 'absent' : null);
    start();
    await expectSame(1);
  });
});

describe('a stream that is not shared', () => {
  const isShared = (stream: string) => stream !== STREAM;

  it('stays on this device: it is not sent, counted or told of', async () => {
    const session = await open();
    await memoryEventStore(home).append('draft/shared', 0, [{ ...addedBy('c'), id: 'shared' }]);
    start(home, { isShared });
    await eventually(() => status.recorded).toEqual({ 'draft/shared': 1 });
    session.dispatch(addField('b'));
    await memoryEventStore(home).append('draft/shared', 1, [{ ...addedBy('d'), id: 'shared too' }]);
    await eventually(() => status).toMatchObject({ recorded: { 'draft/shared': 2 }, unrecorded: {} });
    expect([...trail.logs.keys()]).toEqual(['draft/shared']);
  });

  it('is not called lost where the server does not have it any more', async () => {
    await open();
    start();
    await expectSame(1);
    for (const sync of syncs) sync.close();
    trail.wipe();
    status = CONNECTING;
    start(home, { isShared });
    await eventually(() => status.kind).toBe('connected');
    expect(status.streamFaults).toEqual({});
  });
});

describe('a stream that nobody can open here', () => {
  it('is not looked for on a server that does not have it, while others are recorded', async () => {
    await open();
    start();
    await expectSame(1);
    for (const sync of syncs) sync.close();
    trail.wipe();
    await memoryEventStore(home).append('draft/other', 0, [{ ...addedBy('c'), id: 'other' }]);
    start(home, { isInUse: (stream) => stream !== STREAM });
    await eventually(() => status.recorded).toMatchObject({ 'draft/other': 1 });
    expect(status).toMatchObject({ kind: 'connected', streamFaults: {} });
  });
});

describe('the status', () => {
  it('says how far each stream is recorded, and who else is there', async () => {
    const bob = { author: 'bob', name: 'Bob', verified: true, field: null };
    const { changes } = trail.service;
    Object.assign(trail.service, {
      changes: async (...call: Parameters<typeof changes>) => ({
        ...(await changes(...call)),
        others: [{ stream: STREAM, isWhole: true, here: [bob], left: [] }],
      }),
    });
    const session = await open();
    start();
    session.dispatch(addField('b'));
    await expectSame(2);
    await eventually(() => status).toMatchObject({
      recorded: { [STREAM]: 2 },
      unrecorded: {},
      people: [{ ...bob, stream: STREAM }],
    });
  });

  it('tells of a fault of our own, and goes on by itself', async () => {
    await open();
    const fault = new Error('The storage has failed.');
    trail.fault = (call) => {
      if (call === 'append') throw fault;
      return null;
    };
    start();
    await eventually(() => failures).toContain(fault);
    await eventually(() => status).toMatchObject({ kind: 'waiting', fault: 'failed', unrecorded: { [STREAM]: 1 } });
    trail.fault = () => null;
    failures.length = 0;
    await expectSame(1);
    await eventually(() => status).toMatchObject({ kind: 'connected', fault: null });
  });

  it('tells nobody of a server that is away', async () => {
    trail.fault = () => 'offline';
    await open();
    start();
    await eventually(() => status).toMatchObject({ kind: 'waiting', fault: 'offline' });
    expect(failures).toEqual([]);
  });

  it('is silent once it is closed', async () => {
    const session = await open();
    const told: TrailStatus[] = [];
    const sync = start(home, { onStatus: (next) => told.push(next) });
    await eventually(() => told.at(-1)).toMatchObject({ kind: 'connected', recorded: { [STREAM]: 1 } });
    sync.close();
    const count = told.length;
    start();
    session.dispatch(addField('b'));
    await expectSame(2);
    await eventually(() => status.recorded).toEqual({ [STREAM]: 2 });
    expect(told).toHaveLength(count);
  });
});

describe('a stream that somebody has to decide about', () => {
  it('is not sent by trying again, and stays said', async () => {
    const session = await open();
    const sync = start();
    await expectSame(1);
    trail.wipe();
    session.dispatch(addField('b'));
    await eventually(() => status.streamFaults).toEqual({ [STREAM]: 'lost' });
    sync.retry();
    await memoryEventStore(home).append('draft/other', 0, [{ ...addedBy('c'), id: 'other' }]);
    await eventually(() => trail.logs.get('draft/other')?.length).toBe(1);
    expect(status.streamFaults).toEqual({ [STREAM]: 'lost' });
    expect(recorded()).toEqual([]);
  });
});

describe('two devices', () => {
  it('see what the other one does', async () => {
    const mine = await open();
    start();
    await expectSame(1);
    const there = memoryHome();
    const replica = memoryTrailReplica(there, () => undefined);
    await replica.rewrite(await replica.read(STREAM), { recorded: recorded(), outbox: [], isRebased: false });
    start(there);
    const theirs = await openSession(there, { author: BOB });
    theirs.dispatch(addField('theirs'));
    await eventually(() => fieldsOf(mine)).toEqual(['a', 'theirs']);
    mine.dispatch(editField('/properties/theirs', { name: 'ours' }));
    await eventually(() => fieldsOf(theirs)).toEqual(['a', 'ours']);
    await expectSame(3, there);
  });

  it('decide again what the other one was faster with, and set aside what is not possible any more', async () => {
    const session = await open();
    start();
    await expectSame(1);
    trail.fault = (call) => (call === 'append' || call === 'read' ? 'offline' : null);
    session.dispatch(editField('/properties/a', { set: { ignore_above: 7 } }));
    session.dispatch(addField('mine'));
    await session.whenSaved();
    recordByOther(removeField('/properties/a'));
    trail.fault = () => null;
    await expectSame(3);
    expect(fieldsOf(session)).toEqual(['mine']);
    await eventually(() => session.getSnapshot().parked).toMatchObject([{ summary: 'Edit a: ignore_above' }]);
    expect(home.aside.get(STREAM)).toHaveLength(1);
  });

  it('both record everything while both edit and answers are lost', async () => {
    const mine = await open();
    start();
    await expectSame(1);
    const there = memoryHome();
    const replica = memoryTrailReplica(there, () => undefined);
    await replica.rewrite(await replica.read(STREAM), { recorded: recorded(), outbox: [], isRebased: false });
    start(there);
    const theirs = await openSession(there, { author: BOB });
    let calls = 0;
    trail.fault = (call) => (call === 'append' && ++calls % 3 === 0 ? 'answer_lost' : null);
    for (let count = 0; count < 12; count++) {
      mine.dispatch(addField(`mine${String(count)}`));
      theirs.dispatch(addField(`theirs${String(count)}`));
      if (count % 4 === 0) await mine.whenSaved();
    }
    await expectSame(25);
    await expectSame(25, there);
    await eventually(() => fieldsOf(mine)).toEqual(fieldsOf(theirs));
    expect(fieldsOf(mine)).toHaveLength(25);
  });
});
