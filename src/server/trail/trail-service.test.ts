import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actionStream, openActionState, reduceAction } from '#domain/action';
import { ERASED_NAME } from '#domain/events';
import { openLog, namesByCommitment } from '#domain/log';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { planStream } from '#domain/plan';
import { verifiedAuthorsOf } from '../console/caller.ts';
import type { ServerContext } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import { MAX_PEOPLE_OF_CALLER, PRESENCE_LIFETIME_MS } from './presence.ts';
import { fieldEvent, startEvent } from '../../../tests/crash/trail-server/trail-client.ts';
import { eventsOf, openTrail, START, type Who } from '../../../tests/builders/memory-trail-service.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date(START) }));
afterEach(() => void vi.useRealTimers());

/** A cluster error as a call of this fault. */
function denial(fault: 'unauthorized' | 'forbidden' | 'unreachable', call: ClusterCall): ClusterError {
  return new ClusterError(fault, `The cluster: ${fault}.`, { request: requestOf(call) });
}

const target = { distribution: 'elasticsearch', version: '9.0.0' } as const;
const DRAFT = { name: 'Logs', kind: 'mappings', mappingsAt: '', target };

describe('authors', () => {
  it('are verified by the server, whatever their browser says', async () => {
    const { trail, as } = openTrail();
    const ada = as({ user: 'ada' });
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, ada);
    await trail.append({ stream: 'draft/a', after: 1, events: eventsOf('x', 'Ada L.', 1, 1) }, ada);
    await trail.append({ stream: 'draft/b', after: 0, events: eventsOf('y', 'ada', 1) }, as());
    const { records, names } = await trail.read({ stream: 'draft/a' }, ada);
    const log = openLog(records, { names: namesByCommitment(names) });
    expect(log.events.map(({ author }) => author)).toEqual([
      { id: 'x', name: 'ada', verified: true },
      // The id is that of a user by now, whatever name an old event has.
      { id: 'x', name: 'ada', verified: true },
    ]);
    const other = await trail.read({ stream: 'draft/b', author: 'y' }, as());
    expect(openLog(other.records).events[0]?.author.verified).toBe(false);
  });

  it('stay unverified where somebody else sends their id', async () => {
    const { trail, as } = openTrail();
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, as({ user: 'ada' }));
    const mallory = as({ user: 'mallory' });
    const forged = eventsOf('x', 'ada', 1);
    const stream = 'draft/m';
    await expect(trail.append({ stream, after: 0, events: forged }, mallory)).rejects.toMatchObject({
      statusCode: 403,
    });
    await expect(trail.append({ stream, after: 0, events: forged }, as())).rejects.toMatchObject({ statusCode: 401 });
    // As in a log that was imported.
    const imported = [...forged, ...eventsOf('m', 'mallory', 1, 1)];
    await trail.append({ stream, after: 0, events: imported }, mallory);
    const { records, names } = await trail.read({ stream }, mallory);
    expect(openLog(records, { names: namesByCommitment(names) }).events.map(({ author }) => author)).toEqual([
      { id: 'x', name: 'ada', verified: false },
      { id: 'm', name: 'mallory', verified: true },
    ]);
  });

  it('keep the name of their user, whatever somebody else says under their id, and can’t be present as one', async () => {
    const { trail, as } = openTrail();
    const ada = as({ user: 'ada' });
    const stream = 'draft/shared';
    await trail.append({ stream, after: 0, events: eventsOf('x', 'ada', 1) }, ada);
    await trail.share({ stream, isShared: true, draft: DRAFT, author: 'x' }, ada);
    const own = eventsOf('m', 'Mallory', 1, 2);
    const forged = [...eventsOf('x', 'Not Ada', 1, 1), ...own];
    for (const who of [as(), as({ user: 'mallory', device: null }), as({ user: 'm' })]) {
      await expect(trail.append({ stream, after: 1, events: forged, author: 'm' }, who)).rejects.toMatchObject({
        statusCode: 403,
      });
      const present = { author: 'x', name: 'Not Ada', stream, field: null };
      await expect(trail.present(present, who)).rejects.toMatchObject({
        statusCode: who.caller.signedIn.size === 0 ? 401 : 403,
      });
    }
    expect(await trail.changes({ author: 'x' }, ada)).not.toHaveProperty('others');
    expect((await trail.streams({}, ada)).streams).toMatchObject([
      { version: 1, owner: { id: 'x', name: 'ada', verified: true } },
    ]);
    // The device of a user who is not signed in proves the author, and not the user. The name is still the user's.
    const signedOut = as({ device: 'device of ada' });
    await trail.append({ stream, after: 1, events: eventsOf('x', 'Not Ada', 1, 1) }, signedOut);
    const { records, names } = await trail.read({ stream }, ada);
    const { events: read } = openLog(records, { names: namesByCommitment(names) });
    expect(read.map(({ author }) => author)).toEqual([
      { id: 'x', name: 'ada', verified: true },
      { id: 'x', name: 'ada', verified: false },
    ]);
    await trail.erase({ author: 'x' }, ada);
    await trail.append({ stream, after: 2, events: eventsOf('x', 'Not Ada', 1, 3) }, signedOut);
    expect((await trail.streams({}, ada)).streams).toMatchObject([{ owner: { id: 'x', name: ERASED_NAME } }]);
  });

  it('are those of a trusted proxy where it names somebody', async () => {
    const { trail, as } = openTrail();
    const grace = as({ proxyUser: 'grace' });
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('g', 'grace', 1) }, grace);
    expect(await trail.authors(grace)).toEqual({
      authors: [{ id: 'g', name: 'grace', verified: true, drafts: 1, lastAt: START }],
    });
  });

  it('are listed for who has proved to be them, by sign-in or by a device', async () => {
    const { trail, as } = openTrail();
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, as({ user: 'ada' }));
    await trail.append({ stream: 'draft/b', after: 0, events: eventsOf('y', 'Ben', 1) }, as());
    const idsFor = async (who: Who) => (await trail.authors(as(who))).authors.map(({ id }) => id);
    expect(await idsFor({ user: 'ada' })).toEqual(['x']);
    expect(await idsFor({ user: 'grace' })).toEqual([]);
    expect(await idsFor({})).toEqual(['y']);
    expect(await idsFor({ device: 'another' })).toEqual([]);
    expect(await idsFor({ device: null })).toEqual([]);
  });
});

describe('erasing an author', () => {
  it('takes every name away, of who asks for it, and leaves the records', async () => {
    const { trail, as } = openTrail();
    const ada = as({ user: 'ada' });
    const stream = 'draft/a';
    await trail.append({ stream, after: 0, events: eventsOf('x', 'ada', 2) }, ada);
    const before = await trail.read({ stream }, ada);
    await expect(trail.erase({ author: 'x' }, as({ user: 'ben' }))).rejects.toMatchObject({ statusCode: 403 });
    await expect(trail.erase({ author: 'x' }, as())).rejects.toMatchObject({ statusCode: 401 });
    expect(await trail.erase({ author: 'x' }, ada)).toEqual({ names: 1 });
    expect(await trail.erase({ author: 'x' }, ada)).toEqual({ names: 0 });
    const after = await trail.read({ stream }, ada);
    expect(after.records).toEqual(before.records);
    expect(after.names).toEqual([]);
    expect(openLog(after.records).events[0]?.author).toMatchObject({ name: 'Erased author', isErased: true });
    expect((await trail.authors(ada)).authors[0]).toMatchObject({ id: 'x', name: 'Erased author' });
    // The draft still belongs to the user, and its next event has a name again.
    await trail.append({ stream, after: 2, events: eventsOf('x', 'ada', 1, 2) }, ada);
    expect((await trail.read({ stream }, ada)).names).toMatchObject([{ name: 'ada' }]);
  });
});

describe('erasing an author that nobody signs in as', () => {
  it('is done by a device of the author or by who operates the server, whoever claims the id elsewhere', async () => {
    const { trail, as } = openTrail();
    const stream = 'draft/a';
    await trail.append({ stream, after: 0, events: eventsOf('x', 'Ada', 2) }, as());
    for (const who of [{ device: null }, { device: 'another' }, { user: 'ben' }, { proxyUser: 'ben' }])
      await expect(trail.erase({ author: 'x' }, as(who))).rejects.toMatchObject({
        statusCode: 403,
        message: expect.stringContaining('This device can’t prove that it is this author.') as string,
      });
    expect((await trail.read({ stream, author: 'x' }, as())).names).toHaveLength(1);
    expect(await trail.erase({ author: 'x' }, as({ isOperator: true, device: null }))).toEqual({ names: 1 });
    expect((await trail.read({ stream, author: 'x' }, as())).names).toEqual([]);
    await trail.append({ stream, after: 2, events: eventsOf('x', 'Ada', 1, 2) }, as());
    expect(await trail.erase({ author: 'x' }, as())).toEqual({ names: 1 });
  });

  it('is done by who operates the server for somebody who signed in and is gone, too', async () => {
    const { trail, as } = openTrail();
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, as({ user: 'ada' }));
    expect(await trail.erase({ author: 'x' }, as({ isOperator: true }))).toEqual({ names: 1 });
  });
});

describe('ids that only the server gives', () => {
  it("are nobody's but those of the user whom they stand for", async () => {
    const { trail, as } = openTrail();
    const grace = as({ proxyUser: 'grace' });
    const own = verifiedAuthorsOf(grace.caller)[0]?.id ?? '';
    for (const id of [own, 'server', 'anonymous']) {
      const append = trail.append(
        { stream: 'draft/a', after: 0, events: eventsOf(id, 'grace', 1) },
        as({ user: 'ben' }),
      );
      await expect(append).rejects.toMatchObject({ statusCode: 403 });
      await expect(trail.erase({ author: id }, as({ user: 'ben' }))).rejects.toMatchObject({ statusCode: 403 });
    }
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf(own, 'grace', 1) }, grace);
    expect(await trail.erase({ author: own }, grace)).toEqual({ names: 1 });
  });
});

describe('drafts', () => {
  async function withDraft(user?: string) {
    const opened = openTrail();
    const owner = opened.as(user === undefined ? {} : { user });
    await opened.trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', user ?? 'Ada', 2) }, owner);
    return { ...opened, owner };
  }
  const refused = (statusCode: number) => expect.objectContaining({ name: RequestError.name, statusCode }) as Error;

  it('of a signed-in user are private to the user, on any device', async () => {
    const { trail, as } = await withDraft('ada');
    expect(await trail.read({ stream: 'draft/a', author: 'other device' }, as({ user: 'ada' }))).toMatchObject({
      version: 2,
    });
    await expect(trail.read({ stream: 'draft/a', author: 'x' }, as({ user: 'ben' }))).rejects.toThrow(refused(403));
    await expect(trail.read({ stream: 'draft/a', author: 'x' }, as())).rejects.toThrow(refused(401));
    const events = eventsOf('y', 'ben', 1, 2);
    await expect(trail.append({ stream: 'draft/a', after: 2, events }, as({ user: 'ben' }))).rejects.toThrow(
      refused(403),
    );
    expect(await trail.streams({}, as({ user: 'ben' }))).toEqual({ streams: [] });
  });

  it('of somebody who is not signed in are private to the author', async () => {
    const { trail, as } = await withDraft();
    expect(await trail.read({ stream: 'draft/a', author: 'x' }, as())).toMatchObject({ version: 2 });
    await expect(trail.read({ stream: 'draft/a', author: 'y' }, as())).rejects.toThrow(refused(403));
    await expect(trail.read({ stream: 'draft/a' }, as())).rejects.toThrow(refused(403));
  });

  it('are for all once their owner shares them, until that ends', async () => {
    const { trail, as, owner } = await withDraft('ada');
    const ben = as({ user: 'ben' });
    const share = (isShared: boolean, who: ServerContext) =>
      trail.share({ stream: 'draft/a', isShared, draft: DRAFT }, who);
    await expect(share(true, ben)).rejects.toThrow(refused(403));
    await share(true, owner);
    expect(await trail.streams({}, ben)).toEqual({
      streams: [
        {
          stream: 'draft/a',
          version: 2,
          recordedAt: START,
          owner: { id: 'x', name: 'ada', verified: true },
          isShared: true,
          draft: DRAFT,
        },
      ],
    });
    const events = eventsOf('y', 'ben', 1, 2);
    expect(await trail.append({ stream: 'draft/a', after: 2, events }, ben)).toMatchObject({ version: 3 });
    await expect(share(false, ben)).rejects.toThrow(refused(403));
    await share(false, owner);
    await expect(trail.read({ stream: 'draft/a' }, ben)).rejects.toThrow(refused(403));
  });

  it('that are not recorded, and streams that are no drafts, can not be shared', async () => {
    const { trail, owner } = await withDraft('ada');
    const share = (stream: string) => trail.share({ stream, isShared: true, draft: DRAFT }, owner);
    await expect(share('draft/none')).rejects.toThrow(refused(404));
    await expect(share('index/recorded/logs/u')).rejects.toThrow(refused(400));
  });

  it('have a list that belongs to its author before anything is in it', async () => {
    const { trail, as } = await withDraft('ada');
    const stream = 'workspace/drafts/x';
    const taken = eventsOf('y', 'ben', 1);
    await expect(trail.append({ stream, after: 0, events: taken }, as({ user: 'ben' }))).rejects.toThrow(refused(403));
    await expect(
      trail.append({ stream, after: 0, events: eventsOf('x', 'ada', 1) }, as({ user: 'ada' })),
    ).resolves.toMatchObject({ outcome: 'recorded', version: 1 });
  });
});

describe('streams of a cluster', () => {
  const stream = 'index/uuid-1/logs/u1';
  const own = eventsOf('x', 'Ada', 1);
  const ADA = { id: 'x', name: 'Ada', verified: false };
  const begin = (trail: ReturnType<typeof openTrail>['trail'], who: ServerContext, name = stream) =>
    trail.append({ stream: name, after: 0, events: [startEvent(ADA, name)] }, who);
  /** The cluster has an index. */
  const answer = (call: ClusterCall) => (call.path[0] === '_cat' ? '[{"index":"logs","uuid":"u1"}]' : '{}');

  it('are for who may reach it and read what they are about, by its id or uuid', async () => {
    const { trail, as } = openTrail();
    await begin(trail, as({ answer }));
    await begin(trail, as({ answer }), 'index/recorded/logs/u1');
    await begin(trail, as({ answer }), 'index_template/uuid-1/logs');
    expect((await trail.streams({}, as())).streams).toHaveLength(3);
    const forbids = (name: string) =>
      as({ answer: (call) => (call.path.includes(name) ? denial('forbidden', call) : '{}') });
    expect((await trail.streams({}, forbids('_index_template'))).streams).toHaveLength(2);
    await expect(trail.read({ stream }, forbids('logs'))).rejects.toMatchObject({ fault: 'forbidden' });
  });

  it('say why nobody can tell, and hide what a cluster does not say', async () => {
    const { trail, as } = openTrail();
    await begin(trail, as({ answer }));
    for (const fault of ['unauthorized', 'unreachable'] as const) {
      const who = as({ answer: (call) => denial(fault, call) });
      await expect(trail.read({ stream }, who)).rejects.toMatchObject({ fault });
      expect(await trail.streams({}, who)).toEqual({ streams: [] });
    }
    await expect(trail.read({ stream: 'index/other/logs/u1' }, as())).rejects.toMatchObject({ statusCode: 404 });
  });

  it('of what was deleted stay readable', async () => {
    const { trail, as } = openTrail();
    await begin(trail, as({ answer }));
    const gone = as({
      answer: (call) =>
        call.path.includes('logs')
          ? new ClusterError('refused', 'Not found.', { status: 404, request: requestOf(call) })
          : '{}',
    });
    const later = { stream, after: 1, events: [fieldEvent(ADA, 1, stream)] };
    expect(await trail.append(later, gone)).toMatchObject({ version: 2 });
  });

  it('of actions are for who may read what they were about, as the list of actions', async () => {
    const { trail, as, records } = openTrail();
    const stream = actionStream({ cluster: 'recorded', id: '01J' });
    const request = { at: START, cluster: 'recorded', route: 'mapping.update', title: 'Update', requestId: 'r' };
    const begun = reduceAction(
      openActionState({ body: undefined }, []),
      { type: 'action.begin', payload: { request: { ...request, names: ['secretidx'] } } },
      { id: 'a1', at: START, author: ADA },
    );
    if (!('event' in begun)) throw new Error('The action did not begin');
    await records.record(stream, 0, [begun.event]);
    const listedFor = async (who: ServerContext) => (await trail.streams({ prefix: 'action/' }, who)).streams.length;
    expect(await listedFor(as())).toBe(1);
    expect((await trail.read({ stream }, as())).records).toHaveLength(1);
    const carl = as({ answer: (call) => (call.path.includes('secretidx') ? denial('forbidden', call) : '{}') });
    expect(await listedFor(carl)).toBe(0);
    await expect(trail.read({ stream }, carl)).rejects.toMatchObject({ statusCode: 403 });
  });

  it('that only the server writes are not taken from anybody', async () => {
    const { trail, as } = openTrail();
    for (const name of [planStream('1'), 'action/recorded/1'])
      await expect(trail.append({ stream: name, after: 0, events: own }, as())).rejects.toMatchObject({
        statusCode: 403,
      });
    for (const name of ['plan/', 'index/logs/u1', 'other/x', 'draft/', 'workspace/drafts', 'index/%/a/b', '__proto__'])
      await expect(trail.append({ stream: name, after: 0, events: own }, as())).rejects.toMatchObject({
        statusCode: 400,
      });
  });
});

describe('changes', () => {
  it('answer at once where something is newer, and else when something comes', async () => {
    const { trail, as } = openTrail();
    const ada = as();
    const append = (after: number) =>
      trail.append({ stream: 'draft/a', after, events: eventsOf('x', 'Ada', 1, after) }, ada);
    const { cursor } = await trail.changes({ author: 'x' }, ada);
    await append(0);
    const first = await trail.changes({ cursor, author: 'x' }, ada);
    expect(first.streams).toEqual([{ stream: 'draft/a', version: 1 }]);
    const waiting = trail.changes({ cursor: first.cursor, author: 'x' }, ada);
    await append(1);
    await vi.advanceTimersByTimeAsync(100);
    expect((await waiting).streams).toEqual([{ stream: 'draft/a', version: 2 }]);
  });

  it('come with the records of what the caller has open, and where they are few', async () => {
    const { trail, as, records } = openTrail();
    const ada = as();
    const append = (stream: string, after: number, count = 1) =>
      trail.append({ stream, after, events: eventsOf('x', 'Ada', count, after) }, ada);
    await append('draft/open', 0);
    await append('draft/other', 0);
    await trail.present({ author: 'x', name: 'Ada', stream: 'draft/open', field: null }, ada);
    const { cursor } = await trail.changes({ author: 'x' }, ada);
    await append('draft/open', 1, 2);
    await append('draft/other', 1);
    const asked = { cursor, author: 'x', wait: 0, records: true };
    const { records: newest, names } = await trail.read({ stream: 'draft/open', after: 1, author: 'x' }, ada);
    expect((await trail.changes(asked, ada)).streams).toEqual([
      { stream: 'draft/open', version: 3, tail: { after: 1, records: newest, names } },
      { stream: 'draft/other', version: 2 },
    ]);
    expect((await trail.changes({ ...asked, records: false }, ada)).streams[0]).not.toHaveProperty('tail');
    // Who only says to be Ada has nothing open, and is not shown a draft of hers.
    expect((await trail.changes(asked, as({ device: 'of another' }))).streams).toEqual([]);
    const many = eventsOf('x', 'Ada', 1, 3).flatMap((event) =>
      Array.from({ length: 48 }, (_, at) => ({ ...event, id: `many ${at}` })),
    );
    await records.record('draft/open', 3, many);
    expect((await trail.changes(asked, ada)).streams[0]?.tail?.records).toHaveLength(50);
    await records.record(
      'draft/open',
      51,
      many.slice(0, 1).map((event) => ({ ...event, id: 'more' })),
    );
    expect((await trail.changes(asked, ada)).streams[0]).toEqual({ stream: 'draft/open', version: 52 });
  });

  it('are read once for all who wait for them', async () => {
    const { trail, as, records } = openTrail();
    const ada = as();
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'Ada', 1) }, ada);
    await trail.present({ author: 'x', name: 'Ada', stream: 'draft/a', field: null }, ada);
    const { cursor } = await trail.changes({ author: 'x' }, ada);
    const polls = Array.from({ length: 8 }, () => trail.changes({ cursor, author: 'x', records: true }, ada));
    await vi.advanceTimersByTimeAsync(100);
    const readings = [vi.spyOn(records, 'changedSince'), vi.spyOn(records, 'readPage'), vi.spyOn(records, 'position')];
    await trail.append({ stream: 'draft/a', after: 1, events: eventsOf('x', 'Ada', 1, 1) }, ada);
    await vi.advanceTimersByTimeAsync(100);
    for (const { streams } of await Promise.all(polls)) expect(streams[0]?.tail?.records).toHaveLength(1);
    expect(readings.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  });

  it('wait on where what is new is not for the caller, and end with the time, the caller and the server', async () => {
    const { trail, as } = openTrail();
    const { cursor } = await trail.changes({}, as());
    const gone = new AbortController();
    const polls = [
      trail.changes({ cursor, wait: 10 }, as()),
      trail.changes({ cursor }, as({ signal: gone.signal })),
      trail.changes({ cursor }, as()),
    ];
    const isOver = [false, false, false];
    polls.forEach((poll, index) => void poll.then(() => (isOver[index] = true)));
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, as({ user: 'ada' }));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(isOver).toEqual([false, false, false]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(isOver).toEqual([true, false, false]);
    gone.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver).toEqual([true, true, false]);
    trail.endWaiting();
    expect((await Promise.all(polls)).map(({ streams }) => streams)).toEqual([[], [], []]);
  });

  it('begin anew where the server is behind the cursor', async () => {
    const { trail, as } = openTrail();
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'Ada', 1) }, as());
    expect(await trail.changes({ cursor: '1000.0', author: 'x' }, as())).toMatchObject({
      cursor: expect.stringMatching(/^1[.]/) as unknown,
      streams: [{ stream: 'draft/a', version: 1 }],
    });
  });
});

describe('presence', () => {
  /** A draft of Ada's that all may open, and who calls. */
  async function openShared() {
    const opened = openTrail();
    const { trail, as } = opened;
    const stream = 'draft/a';
    const ada = as({ user: 'ada' });
    await trail.append({ stream, after: 0, events: eventsOf('x', 'ada', 1) }, ada);
    await trail.share({ stream, isShared: true, draft: DRAFT, author: 'x' }, ada);
    const guest = (author: string) => as({ device: `device of ${author}` });
    const say = (author: string, context: ServerContext, field: string | null = null, where: string | null = stream) =>
      trail.present({ author, name: author, stream: where, field }, context);
    return { ...opened, stream, ada, guest, say };
  }

  it('says what is new of the others at a document, to those who have it open too', async () => {
    const { trail, stream, ada, guest, say } = await openShared();
    const ben = guest('b');
    await say('x', ada, '/properties/a');
    await say('b', ben);
    const first = await trail.changes({ author: 'b' }, ben);
    const person = { author: 'x', name: 'ada', verified: true, field: '/properties/a' };
    expect(first.others).toEqual([{ stream, isWhole: true, here: [person], left: [] }]);
    // Who has not opened it is not told, and neither is who does not prove to have opened it.
    await trail.prove({ author: 'c' }, guest('c'));
    for (const [author, context] of [
      ['c', guest('c')],
      ['b', guest('c')],
    ] as const)
      expect(await trail.changes({ author }, context)).not.toHaveProperty('others');
    const told = trail.changes({ cursor: first.cursor, author: 'b' }, ben);
    await say('x', ada, '/properties/b');
    await vi.advanceTimersByTimeAsync(500);
    const second = await told;
    expect(second.others).toEqual([
      { stream, isWhole: false, here: [{ ...person, field: '/properties/b' }], left: [] },
    ]);
    await vi.advanceTimersByTimeAsync(20_000);
    // Who says the same again is no news.
    await say('b', ben);
    const gone = trail.changes({ cursor: second.cursor, author: 'b' }, ben);
    await vi.advanceTimersByTimeAsync(PRESENCE_LIFETIME_MS - 20_000 + 100);
    expect((await gone).others).toEqual([{ stream, isWhole: false, here: [], left: ['x'] }]);
  });

  it('of others elsewhere wakes nobody, and nobody who opened nothing is shown', async () => {
    const { trail, ada, guest, say } = await openShared();
    await say('x', ada);
    const { cursor } = await trail.changes({ author: 'x' }, ada);
    let isWoken = false;
    void trail.changes({ cursor, author: 'x' }, ada).then(() => (isWoken = true));
    for (const author of ['b', 'c', 'd']) {
      await trail.append({ stream: `draft/${author}`, after: 0, events: eventsOf(author, author, 1) }, guest(author));
      await say(author, guest(author), null, `draft/${author}`);
      await say(author, guest(author), null, null);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isWoken).toBe(false);
  });

  it('that is said just before a change does not hold the change back', async () => {
    const { trail, stream, ada, guest, say } = await openShared();
    const ben = guest('b');
    await say('x', ada);
    await say('b', ben);
    /** The answer to a poll of Ben's that waits while something happens; null where it is not told at once. */
    const toldBy = async (cursor: string, something: () => Promise<unknown>) => {
      let told: Awaited<ReturnType<typeof trail.changes>> | null = null;
      void trail.changes({ cursor, author: 'b' }, ben).then((changes) => (told = changes));
      await vi.advanceTimersByTimeAsync(0);
      await something();
      await vi.advanceTimersByTimeAsync(0);
      return told as Awaited<ReturnType<typeof trail.changes>> | null;
    };
    const { cursor } = await trail.changes({ author: 'b' }, ben);
    const first = await toldBy(cursor, () => say('x', ada, '/properties/a'));
    expect(first?.others).toMatchObject([{ stream, here: [{ author: 'x' }] }]);
    const edit = () => trail.append({ stream, after: 1, events: eventsOf('x', 'ada', 1, 1) }, ada);
    expect(await toldBy(first?.cursor ?? '', edit)).toMatchObject({ streams: [{ stream, version: 2 }] });
  });

  it('of one caller never keeps other people from being shown, and nothing is kept of who is not', async () => {
    const { trail, register, stream, ada, guest, say } = await openShared();
    for (let at = 0; at < MAX_PEOPLE_OF_CALLER; at++) await say(`n${at}`, guest(`n${at}`), 'f'.repeat(4_096));
    await expect(say('one more', guest('one more'))).rejects.toMatchObject({ statusCode: 429 });
    expect(register.deviceDigests('one more')).toEqual([]);
    await say('x', ada);
    const others = (await trail.changes({ author: 'x' }, ada)).others ?? [];
    expect(others).toMatchObject([{ stream, isWhole: true }]);
    expect(others[0]?.here).toHaveLength(MAX_PEOPLE_OF_CALLER);
    // What is longer than any field is not sent on.
    expect(others[0]?.here.filter(({ field }) => field !== null)).toEqual([]);
    // Somebody who is there already stays.
    await say('n3', guest('n3'), '/properties/a');
  });

  it('is not taken for a stream that somebody may not see', async () => {
    const { trail, as } = openTrail();
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, as({ user: 'ada' }));
    const said = trail.present({ author: 'b', name: 'Ben', stream: 'draft/a', field: null }, as({ user: 'ben' }));
    await expect(said).rejects.toMatchObject({ statusCode: 403 });
  });
});
