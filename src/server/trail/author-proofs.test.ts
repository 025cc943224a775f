import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERASED_NAME, sha256Hex } from '#domain/events';
import { whoOf } from '#domain/history';
import { namesByCommitment, openLog } from '#domain/log';
import type { ClusterCall } from '#domain/ports';
import { startEvent } from '../../../tests/crash/trail-server/trail-client.ts';
import type { Caller } from '../console/caller.ts';
import { MAX_NEW_AUTHORS, NEW_AUTHORS_WINDOW_MS } from './author-proofs.ts';
import { eventsOf, openTrail, START, type Who } from '../../../tests/builders/memory-trail-service.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date(START) }));
afterEach(() => void vi.useRealTimers());

const target = { distribution: 'elasticsearch', version: '9.0.0' } as const;
const DRAFT = { name: 'Logs', kind: 'mappings', mappingsAt: '', target };
const CODE = 'a code';
const ADA_AUTHOR = { id: 'x', name: 'Ada', verified: false };
const ADA: Who = { device: 'of ada' };
const MALLORY: Who = { device: 'of mallory' };
/** Callers without a claim: with another device, without a device, and with another user's session. */
const OUTSIDERS: readonly Who[] = [MALLORY, { device: null }, { user: 'mallory', device: null }, { user: 'mallory' }];
const refused = { statusCode: expect.toBeOneOf([401, 403]) as number };

/** A trail in which Ada has a private draft and a shared one. */
async function withAda() {
  const restored: (readonly [string, string])[] = [];
  const opened = openTrail({
    noteRestored: async (author, by, _caller, write) => {
      // As where the event waits for the disk.
      await Promise.resolve();
      write();
      restored.push([author, by]);
    },
  });
  const ada = opened.as(ADA);
  await opened.trail.append({ stream: 'draft/private', after: 0, events: eventsOf('x', 'Ada', 2) }, ada);
  await opened.trail.append({ stream: 'draft/shared', after: 0, events: eventsOf('x', 'Ada', 1) }, ada);
  await opened.trail.share({ stream: 'draft/shared', isShared: true, draft: DRAFT, author: 'x' }, ada);
  return { ...opened, ada, restored };
}

/** A trail whose register is from before devices had secrets: Ada has recorded, and nothing proves her. */
async function withAdaFromBefore() {
  const opened = await withAda();
  opened.register.removeDevice('x', 'of ada');
  return opened;
}

async function eventsIn({ trail, ada }: Awaited<ReturnType<typeof withAda>>, stream: string, author = 'x') {
  const { records, names } = await trail.read({ stream, author }, ada);
  return openLog(records, { names: namesByCommitment(names) }).events;
}

describe('an author', () => {
  it('is whoever proved it first, and nobody else with the id alone', async () => {
    const opened = await withAda();
    const { trail, as } = opened;
    for (const who of OUTSIDERS) {
      const context = as(who);
      const events = eventsOf('x', 'Ada', 1, 2);
      for (const attempt of [
        trail.append({ stream: 'draft/shared', after: 1, events, author: 'x' }, context),
        trail.append({ stream: 'draft/new', after: 0, events, author: 'x' }, context),
        trail.append({ stream: 'index/recorded/logs/u', after: 0, events }, context),
        trail.present({ author: 'x', name: 'Ada', stream: null, field: null }, context),
        trail.read({ stream: 'draft/private', author: 'x' }, context),
        trail.share({ stream: 'draft/private', isShared: true, draft: DRAFT, author: 'x' }, context),
        trail.erase({ author: 'x' }, context),
        trail.eraseStream({ stream: 'draft/private', version: 2, reason: 'OPS-1' }, context),
        trail.recovery({ author: 'x', digest: sha256Hex(CODE) }, context),
        trail.prove({ author: 'x', code: CODE }, context),
      ])
        await expect(attempt).rejects.toMatchObject(refused);
      expect(await trail.prove({ author: 'x' }, context)).toEqual({ outcome: 'taken', person: null });
      expect((await trail.streams({ author: 'x' }, context)).streams.map(({ stream }) => stream)).toEqual([
        'draft/shared',
      ]);
      expect((await trail.authors(context)).authors).toEqual([]);
    }
    expect((await eventsIn(opened, 'draft/shared')).map(({ id }) => id)).toEqual([eventsOf('x', 'Ada', 1)[0]?.id]);
  });

  it('needs a proof: neither a sign-in nor a device is nobody', async () => {
    const { trail, as } = openTrail();
    const append = trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'Ada', 1) }, as({ device: null }));
    await expect(append).rejects.toMatchObject({ statusCode: 401, attributes: { proof: 'missing' } });
    await expect(
      trail.present({ author: 'x', name: 'Ada', stream: null, field: null }, as({ device: null })),
    ).rejects.toMatchObject({ statusCode: 401 });
  });

  it('is bound by presence, too, so that nobody takes an id that was only seen', async () => {
    const { trail, as } = openTrail();
    await trail.present({ author: 'x', name: 'Ada', stream: null, field: null }, as(ADA));
    await expect(
      trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'Ada', 1) }, as(MALLORY)),
    ).rejects.toMatchObject({ statusCode: 403 });
  });

  it('is bound anew only so often for one address', async () => {
    const { trail, as } = openTrail();
    const prove = (at: number) => trail.prove({ author: `n${at}` }, as({ device: `device ${at}` }));
    for (let at = 0; at < MAX_NEW_AUTHORS; at++) expect((await prove(at)).outcome).toBe('proved');
    const refusals = [
      prove(MAX_NEW_AUTHORS),
      trail.present({ author: 'm', name: 'M', stream: null, field: null }, as({ device: 'm' })),
      trail.append({ stream: 'draft/m', after: 0, events: eventsOf('m', 'M', 1) }, as({ device: 'm' })),
      trail.vouched({ ...as({ device: 'm' }).caller, claimed: { id: 'm', name: 'M' } }, true),
    ];
    for (const refused of refusals)
      await expect(refused).rejects.toMatchObject({
        statusCode: 429,
        attributes: { retryAfterSeconds: NEW_AUTHORS_WINDOW_MS / 1_000 },
      });
    expect((await prove(3)).outcome).toBe('proved');
    expect((await trail.prove({ author: 'u' }, as({ user: 'una' }))).outcome).toBe('proved');
    vi.setSystemTime(Date.now() + NEW_AUTHORS_WINDOW_MS);
    expect((await prove(MAX_NEW_AUTHORS)).outcome).toBe('proved');
  });

  it('is looked at again as an event is recorded: on another server somebody may have been first', async () => {
    const { trail, as, register, records } = openTrail();
    const append = trail.append({ stream: 'draft/new', after: 0, events: eventsOf('x', 'Ada', 1) }, as(MALLORY));
    while (register.deviceDigests('x').length === 0) await Promise.resolve();
    register.removeDevice('x', 'of mallory');
    register.addDevice('x', 'of ada', 'device', START);
    await expect(append).rejects.toMatchObject({ statusCode: 403 });
    expect(await records.versionOf('draft/new')).toBe(0);
  });

  it('of a user is not another user’s on a device that both use', async () => {
    const { trail, as } = openTrail();
    const device = 'shared';
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, as({ user: 'ada', device }));
    const append = trail.append(
      { stream: 'draft/b', after: 0, events: eventsOf('x', 'ben', 1) },
      as({ user: 'ben', device }),
    );
    await expect(append).rejects.toMatchObject({ statusCode: 403, message: 'This author is another user.' });
  });
});

describe('what a cluster was found to have', () => {
  const stream = 'index/recorded/logs/u';
  const reported = [startEvent({ id: 'x', name: 'Ada', verified: false }, stream)];
  /** The cluster has two indices. */
  const answer = ({ path: [first, , name] }: ClusterCall) =>
    first === '_cat' ? `[{"index":"${name}","uuid":"${name === 'logs' ? 'u' : 'u2'}"}]` : '{}';

  it('is of the person who reported it, and keeps its id in the record', async () => {
    const opened = await withAda();
    const { trail, as, ada } = opened;
    const mallory = as({ ...MALLORY, answer });
    await expect(trail.append({ stream, after: 0, events: reported }, mallory)).rejects.toMatchObject(refused);
    const other = 'index/recorded/other/u2';
    const own = [startEvent({ id: 'm', name: 'Mallory', verified: false }, other)];
    await trail.append({ stream: other, after: 0, events: own }, mallory);
    const forged = trail.append({ stream: other, after: 1, events: reported, author: 'm' }, mallory);
    await expect(forged).rejects.toMatchObject({ statusCode: 403 });
    await trail.append({ stream, after: 0, events: reported }, { ...as({ answer }), caller: ada.caller });
    expect((await eventsIn(opened, stream))[0]).toMatchObject({ author: { id: 'cluster:x', name: 'Ada' } });
  });

  it('is verified where the person is, under the name of the user, and erased with the person', async () => {
    const { trail, as } = openTrail();
    const ada = as({ user: 'ada', answer });
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, ada);
    await trail.append({ stream, after: 0, events: reported }, ada);
    const before = await trail.read({ stream }, ada);
    const [read] = openLog(before.records, { names: namesByCommitment(before.names) }).events;
    expect(read?.author).toEqual({ id: 'cluster:x', name: 'ada', verified: true });
    expect(await trail.erase({ author: 'x' }, ada)).toEqual({ names: 2 });
    expect((await trail.read({ stream }, ada)).names).toEqual([]);
  });
});

describe('events of others', () => {
  const foreign = eventsOf('bob', 'Bob', 1);

  it('are taken where the writer begins the stream, and say who imported them', async () => {
    const opened = await withAda();
    const { trail, as } = opened;
    const lied = foreign.map((event) => ({ ...event, importedBy: 'somebody' }));
    await trail.append({ stream: 'draft/imported', after: 0, events: lied, author: 'x' }, opened.ada);
    const [event] = await eventsIn(opened, 'draft/imported');
    expect(event).toMatchObject({ author: { id: 'bob', verified: false }, importedBy: 'x' });
    expect(event === undefined ? '' : whoOf(event)).toBe('Bob (imported)');
    // To import events of Bob binds him to nobody, and leaves him to nobody who asks: it takes a code.
    const append = { stream: 'draft/bob', after: 0, events: eventsOf('bob', 'Bob', 1) };
    for (const who of [{ device: 'of bob' }, MALLORY, { user: 'Bob' }])
      await expect(trail.append(append, as(who))).rejects.toMatchObject(refused);
    await expect(trail.append(append, as({ user: 'Bob', device: null }))).rejects.toMatchObject(refused);
    const claimed = { ...as(MALLORY).caller, claimed: { id: 'bob', name: 'Bob' } };
    expect(await trail.vouched(claimed, true)).not.toHaveProperty('claimed');
    opened.register.addDevice('bob', sha256Hex(CODE), 'recovery', START);
    const bob = as({ device: 'of bob' });
    expect(await trail.prove({ author: 'bob', code: CODE }, bob)).toMatchObject({ outcome: 'proved' });
    expect(await trail.append(append, bob)).toMatchObject({ outcome: 'recorded' });
  });

  it('name nobody, and have the name of an author whom a device proves', async () => {
    const opened = await withAda();
    const { trail, as, ada } = opened;
    const own = eventsOf('m', 'Mallory', 1, 1);
    const stream = 'draft/m';
    await trail.append({ stream, after: 0, events: [...eventsOf('x', 'Fired Ada', 1), ...own] }, as(MALLORY));
    const { records, names } = await trail.read({ stream, author: 'm' }, as(MALLORY));
    expect(openLog(records, { names: namesByCommitment(names) }).events.map(({ author }) => author.name)).toEqual([
      'Ada',
      'Mallory',
    ]);
    expect(await trail.prove({ author: 'x' }, ada)).toMatchObject({ person: { name: 'Ada' } });
    // A name that was erased does not come back by an import.
    await trail.erase({ author: 'x' }, ada);
    await trail.append({ stream, after: 2, events: [...eventsOf('x', 'Ada', 1, 2)], author: 'm' }, as(MALLORY));
    expect(await trail.prove({ author: 'x' }, ada)).toMatchObject({ person: { name: ERASED_NAME } });
  });

  it('say nothing of an import where their author sent them, whatever the browser says', async () => {
    const opened = await withAda();
    const lied = eventsOf('x', 'Ada', 1).map((event) => ({ ...event, importedBy: 'bob' }));
    await opened.trail.append({ stream: 'draft/own', after: 0, events: lied }, opened.ada);
    expect((await eventsIn(opened, 'draft/own'))[0]).not.toHaveProperty('importedBy');
  });

  it('are taken from the owner of a draft, and from nobody else, with the event named', async () => {
    const { trail, as, ada } = await withAda();
    const [first, second] = [eventsOf('bob', 'Bob', 1, 1), eventsOf('bob', 'Bob', 1, 2)];
    const stream = 'draft/shared';
    await trail.append({ stream, after: 1, events: first, author: 'x' }, ada);
    const own = eventsOf('m', 'Mallory', 1, 2);
    for (const after of [2, 0])
      await expect(
        trail.append({ stream, after, events: [...own, ...second], author: 'm' }, as(MALLORY)),
      ).rejects.toMatchObject({ statusCode: 403, message: expect.stringContaining('/body/events/1') as string });
    // Whoever sends again what is recorded adds nothing.
    expect(await trail.append({ stream, after: 1, events: first, author: 'm' }, as(MALLORY))).toMatchObject({
      outcome: 'recorded',
      version: 2,
    });
  });
});

describe('an id from before devices had secrets', () => {
  it('is claimed once, by who holds a record of its private log', async () => {
    const opened = await withAdaFromBefore();
    const { trail, as, ada, records, restored } = opened;
    const holdOf = async (stream: string, version: number) => {
      const page = await records.readPage(stream, version - 1, 1);
      return { stream, version, hash: page.records[0]?.hash ?? '' };
    };
    const append = { stream: 'draft/private', after: 2, events: eventsOf('x', 'Ada', 1, 2) };
    await expect(trail.append(append, ada)).rejects.toMatchObject({ statusCode: 403 });
    const held = await holdOf('draft/private', 2);
    for (const hold of [
      undefined,
      { ...held, hash: sha256Hex('no') },
      { ...held, version: 9 },
      // Others can read that one.
      await holdOf('draft/shared', 1),
    ])
      expect(await trail.prove({ author: 'x', ...(hold && { hold }) }, as(MALLORY))).toEqual({
        outcome: 'unclaimed',
        person: null,
      });
    expect(await trail.prove({ author: 'x', hold: held }, ada)).toEqual({
      outcome: 'proved',
      person: { id: 'x', name: 'Ada', verified: false },
    });
    expect(await trail.prove({ author: 'x', hold: held }, as(MALLORY))).toMatchObject({ outcome: 'taken' });
    expect(await trail.append(append, ada)).toMatchObject({ outcome: 'recorded' });
    expect(restored).toEqual([['x', 'history']]);
  });

  it('is claimed by no record that others could ever read, and by none of a draft that a backup brought back', async () => {
    const opened = await withAdaFromBefore();
    const { trail, as, ada, records, register } = opened;
    const holdOf = async (stream: string) => {
      const page = await records.readPage(stream, 0, 1);
      return { stream, version: 1, hash: page.records[0]?.hash ?? '' };
    };
    const claim = async (stream: string) =>
      (await trail.prove({ author: 'x', hold: await holdOf(stream) }, as(MALLORY))).outcome;
    register.share('draft/shared', false, DRAFT);
    register.addDevice('x', 'of ada', 'device', START);
    const [live, restored] = ['index/recorded/logs/u', 'draft/restored'];
    const { openCluster } = as({
      answer: ({ path: [first] }) => (first === '_cat' ? '[{"index":"logs","uuid":"u"}]' : '{}'),
    });
    await trail.append({ stream: live, after: 0, events: [startEvent(ADA_AUTHOR, live)] }, { ...ada, openCluster });
    register.begin(restored, { author: 'x', user: null, isRestored: true });
    await trail.append({ stream: restored, after: 0, events: eventsOf('x', 'Ada', 1) }, ada);
    register.removeDevice('x', 'of ada');
    for (const stream of ['draft/shared', live, restored])
      expect([stream, await claim(stream)]).toEqual([stream, 'unclaimed']);
    expect(await claim('draft/private')).toBe('proved');
  });

  it('is claimed by its list of drafts, also after a restore', async () => {
    const { trail, as, ada, records, register } = await withAda();
    const stream = 'workspace/drafts/x';
    register.begin(stream, { author: 'x', user: null, isRestored: true });
    await trail.append({ stream, after: 0, events: eventsOf('x', 'Ada', 1) }, ada);
    register.removeDevice('x', 'of ada');
    const [record] = (await records.readPage(stream, 0, 1)).records;
    const hold = { stream, version: 1, hash: record?.hash ?? '' };
    expect(await trail.prove({ author: 'x', hold }, as({ device: 'new' }))).toMatchObject({ outcome: 'proved' });
  });
});

describe('a recovery code', () => {
  it('proves an author on another device once, and makes way for the next', async () => {
    const { trail, as, ada, restored } = await withAda();
    await trail.recovery({ author: 'x', digest: sha256Hex('an earlier one') }, ada);
    await trail.recovery({ author: 'x', digest: sha256Hex(CODE) }, ada);
    const fresh = as({ device: 'a new one' });
    await expect(trail.prove({ author: 'x', code: 'an earlier one' }, fresh)).rejects.toMatchObject(refused);
    await expect(trail.prove({ author: 'x', code: CODE }, as({ device: null }))).rejects.toMatchObject(refused);
    const outcomes = await Promise.allSettled(
      [fresh, as(MALLORY)].map((each) => trail.prove({ author: 'x', code: CODE }, each)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await trail.read({ stream: 'draft/private', author: 'x' }, fresh)).toMatchObject({ version: 2 });
    expect(await trail.read({ stream: 'draft/private', author: 'x' }, ada)).toMatchObject({ version: 2 });
    await expect(trail.prove({ author: 'x', code: CODE }, as(MALLORY))).rejects.toMatchObject(refused);
    expect(restored).toEqual([['x', 'code']]);
  });

  it('is no secret of a device, nor the other way round', async () => {
    const { trail, as, ada } = await withAda();
    await trail.recovery({ author: 'x', digest: sha256Hex(CODE) }, ada);
    expect(await trail.prove({ author: 'x' }, as({ device: sha256Hex(CODE) }))).toMatchObject({ outcome: 'taken' });
    await expect(trail.prove({ author: 'x', code: 'of ada' }, as(MALLORY))).rejects.toMatchObject(refused);
  });
});

describe('a sign-in', () => {
  it('proves the author of the user on each device, which is noted once', async () => {
    const restored: string[] = [];
    const { trail, as } = openTrail({
      noteRestored: async (_author, by, _caller, write) => {
        write();
        restored.push(by);
      },
    });
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, as({ user: 'ada' }));
    const other = as({ user: 'ada', device: 'another' });
    for (const _ of [1, 2])
      expect(await trail.prove({ author: 'x' }, other)).toEqual({
        outcome: 'proved',
        person: { id: 'x', name: 'ada', verified: true },
      });
    expect(restored).toEqual(['sign_in']);
  });
});

describe('what a browser says of who acts', () => {
  const callerOf = (device: string | null, id = 'x'): Caller => ({
    address: '127.0.0.1',
    signedIn: new Map(),
    claimed: { id, name: 'Ada' },
    ...(device !== null && { device }),
  });

  it('is refused where the author is somebody else, and nobody where nothing proves it', async () => {
    const { trail } = await withAda();
    expect(await trail.vouched(callerOf('of ada'), true)).toHaveProperty('claimed.id', 'x');
    for (const device of ['of mallory', null])
      await expect(trail.vouched(callerOf(device), true)).rejects.toMatchObject({ statusCode: 403 });
    expect(await trail.vouched(callerOf(null, 'new'), true)).not.toHaveProperty('claimed');
    expect(await trail.vouched(callerOf('of mallory'), false)).not.toHaveProperty('claimed');
  });

  it('binds an id that is new', async () => {
    const { trail } = await withAda();
    expect(await trail.vouched(callerOf('of ben', 'ben'), true)).toHaveProperty('claimed.id', 'ben');
    await expect(trail.vouched(callerOf('of mallory', 'ben'), true)).rejects.toMatchObject({ statusCode: 403 });
  });

  it('takes the name of a user from the user', async () => {
    const { trail, as } = openTrail();
    await trail.append({ stream: 'draft/a', after: 0, events: eventsOf('x', 'ada', 1) }, as({ user: 'ada', ...ADA }));
    expect(await trail.vouched(callerOf('of ada'), true)).toHaveProperty('claimed.name', 'ada');
  });
});
