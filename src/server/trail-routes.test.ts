import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentTestsStream, lintRulesStream, reduce, switchedOffRules } from '#domain/commands';
import { createState, openState } from '#domain/document';
import { RULES } from '#domain/events';
import type { JsonValue } from '#domain/json';
import { openLog } from '#domain/log';
import {
  API_BASE,
  DEVICE_HEADER,
  LINES_TYPE,
  MAX_EVENTS,
  OPERATOR_HEADER,
  ROUTES,
  type RouteAnswer,
} from '#domain/wire';
import { deviceSecret } from '../../tests/builders/device-secret.ts';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { fieldEvent, startEvent, trailClient, type TrailClient } from '../../tests/crash/trail-server/trail-client.ts';
import { buildApp } from './app.ts';
import { composeApi } from './composition.ts';
import { parseFlags } from './flags.ts';
import { OPERATOR_SECRET_FILE } from './operator-secret.ts';

const ada = { id: 'ada', name: 'Ada', verified: false };
const ben = { id: 'ben', name: 'Ben', verified: false };

let client: TrailClient;
let close: () => Promise<void>;
let app: Awaited<ReturnType<typeof buildApp>>;
const failures: unknown[] = [];

const dataDir = quickFolder();
beforeAll(async () => {
  const outcome = parseFlags(['--data-dir', dataDir], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const composed = await composeApi(outcome.settings, {
    onFailure: (error) => failures.push(error),
    onInvalidResponse: (error) => {
      throw error;
    },
  });
  app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api });
  client = trailClient(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port));
  close = async () => {
    await app.close();
    await composed.close();
    rmSync(dataDir, { recursive: true });
  };
});
afterAll(async () => {
  await close();
  expect(failures).toEqual([]);
});

async function idsIn(stream: string, author = ada.id): Promise<readonly string[]> {
  const { records } = await client.read({ stream, author });
  return openLog(records).events.map(({ id }) => id);
}

describe('the trail over HTTP', () => {
  it('records what two clients append at once, every event once and without gaps', async () => {
    const stream = await client.createIndex('two-clients');
    const count = 40;
    const appendAll = async (author: typeof ada) => {
      for (let number = 1, after = 1; number <= count;) {
        const outcome = await client.append({ stream, after, events: [fieldEvent(author, number, stream)] });
        after = outcome.version;
        if (outcome.outcome === 'recorded') number += 1;
      }
    };
    await client.append({ stream, after: 0, events: [startEvent(ada, stream)] });
    await Promise.all([appendAll(ada), appendAll(ben)]);
    const ids = await idsIn(stream);
    expect(ids).toHaveLength(1 + 2 * count);
    for (const { id } of [ada, ben])
      expect(ids.filter((each) => each.startsWith(`${id}-`))).toEqual(
        Array.from({ length: count }, (_, index) => `${id}-${index + 1}`),
      );
  });

  it('answers what is sent twice, at once or later, as it was recorded', async () => {
    const stream = 'draft/twice';
    const start = startEvent(ada, stream);
    const input = { stream, after: 0, events: [start, fieldEvent(ada, 2)] };
    const [one, two] = await Promise.all([client.append(input), client.append(input)]);
    expect(one).toMatchObject({ outcome: 'recorded', version: 2, records: [{}, {}], names: [{ name: 'Ada' }] });
    expect(two).toEqual(one);
    expect(await client.append(input)).toEqual(one);
    expect(await idsIn(input.stream)).toEqual([start.id, 'ada-2']);
  });

  it('records an append whose caller has gone, and says so when it comes again', async () => {
    const stream = 'draft/lost';
    const start = startEvent(ada, stream);
    const input = { stream, after: 0, events: [start] };
    await client.appendAndLeave(input);
    const outcome = await client.append(input);
    expect(outcome).toMatchObject({ outcome: 'recorded', version: 1 });
    expect(await idsIn(input.stream)).toEqual([start.id]);
  });

  it('records which version was seen by who decided an event on less than what stands before it', async () => {
    const stream = await client.createIndex('base');
    await client.append({ stream, after: 0, events: [startEvent(ada, stream)] });
    await client.append({ stream, after: 1, events: [fieldEvent(ben, 1, stream)] });
    await client.append({ stream, after: 2, events: [{ ...fieldEvent(ada, 2, stream), base: 1 }] });
    const { records } = await client.read({ stream, author: ada.id });
    expect(openLog(records).events.map(({ base }) => base)).toEqual([undefined, undefined, 1]);
  });

  it('says which version a stream has where an append does not follow it', async () => {
    const stream = 'draft/conflict';
    await client.append({ stream, after: 0, events: [startEvent(ada, stream)] });
    expect(await client.append({ stream, after: 0, events: [fieldEvent(ada, 2)] })).toEqual({
      outcome: 'conflict',
      version: 1,
    });
    await expect(
      client.append({
        stream,
        after: 1,
        events: [fieldEvent(ada, 3), { ...fieldEvent(ada, 4), id: startEvent(ada, stream).id }],
      }),
    ).rejects.toMatchObject({
      status: 409,
    });
  });

  it('takes documents as deep as they may be, and hostile names', async () => {
    let deep: JsonValue = 1;
    for (let level = 0; level < 499; level++) deep = { a: deep };
    const body = Object.fromEntries([['__proto__', deep]]);
    const stamp = { id: 'deep', at: '2026-11-22T10:00:00.000Z', author: ada };
    const reduced = reduce(createState({ body: undefined }), { type: 'document.create', payload: { body } }, stamp);
    if (!('event' in reduced)) throw new Error('It came to nothing');
    await client.append({ stream: 'draft/deep', after: 0, events: [reduced.event as never] });
    const { records } = await client.read({ stream: 'draft/deep', author: 'ada' });
    expect(openLog(records).events[0]?.patch).toEqual(reduced.event.patch);
  });

  it('refuses what no command decided, with its place, and records nothing of the request', async () => {
    const stream = 'draft/forged';
    await client.append({ stream, after: 0, events: [startEvent(ada, stream)] });
    const forged = { ...fieldEvent(ada, 3), patch: [{ op: 'remove' as const, path: '/ada-9' }] };
    await expect(client.append({ stream, after: 1, events: [fieldEvent(ada, 2), forged] })).rejects.toMatchObject({
      status: 422,
      body: expect.stringMatching(/\/body\/events\/1: its patch is not the result of its command field\.add/),
    });
    expect(await client.read({ stream, author: 'ada' })).toMatchObject({ version: 1 });
  });

  it('leaves what other rules decided to its device, and says which rules it has', async () => {
    const stream = 'draft/other-rules';
    const { rules: _, ...first } = startEvent(ada, stream);
    await expect(client.append({ stream, after: 0, events: [first] })).rejects.toMatchObject({
      status: 409,
      body: expect.stringContaining(`"attributes":{"rules":${RULES},"format":2}`),
    });
    expect(await client.read({ stream, author: 'ada' })).toMatchObject({ version: 0 });
  });

  const event = fieldEvent(ada, 1);
  const bad: readonly (readonly [string, object, RegExp])[] = [
    ['no events', { events: [] }, /\/body\/events/],
    ['too many events', { events: Array.from({ length: MAX_EVENTS + 1 }, () => 1) }, /\/body\/events/],
    ['a version below 0', { after: -1 }, /\/body\/after/],
    ['half a version', { after: 0.5 }, /\/body\/after/],
    ['an empty stream', { stream: '' }, /\/body\/stream/],
    ['half a character in a stream', { stream: 'draft/\ud800' }, /well-formed/],
    ['a member that is not known', { force: true }, /\/body\/force is unknown/],
    ['an empty id', { events: [{ ...event, id: '' }] }, /\/body\/events\/0\/id/],
    ['an id of two lines', { events: [{ ...event, id: 'a\nb' }] }, /\/body\/events\/0\/id/],
    ['a time that is none', { events: [{ ...event, at: 'yesterday' }] }, /\/body\/events\/0\/at/],
    ['a day that is none', { events: [{ ...event, at: '2026-13-40T10:00:00.000Z' }] }, /\/body\/events\/0\/at/],
    ['no author', { events: [{ ...event, author: {} }] }, /\/body\/events\/0\/author/],
    ['a path that is no pointer', { events: [{ ...event, patch: [{ op: 'remove', path: 'a' }] }] }, /patch/],
    ['an operation that is not known', { events: [{ ...event, patch: [{ op: 'test', path: '' }] }] }, /patch/],
  ];
  it.each(bad)('refuses %s, and says where', async (_what, change, message) => {
    const input = { stream: 'draft/bad', after: 0, events: [event], ...change };
    await expect(client.append(input as Parameters<TrailClient['append']>[0])).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message) as string,
    });
    expect((await client.read({ stream: 'draft/bad', author: 'ada' })).version).toBe(0);
  });

  it('writes nothing that a client says of itself as true', async () => {
    const claimed = {
      ...startEvent({ ...ada, verified: true }, 'draft/claims'),
      recordedAt: '1999-01-01T00:00:00.000Z',
      version: 7,
    };
    await client.append({ stream: 'draft/claims', after: 0, events: [claimed] });
    const { records } = await client.read({ stream: 'draft/claims', author: 'ada' });
    const [read] = openLog(records).events;
    expect(read).toMatchObject({ format: 2, version: 1, stream: 'draft/claims', author: { verified: false } });
    expect(read?.recordedAt).toMatch(/^20[2-9]/);
  });
});

describe('rules of lint that are switched off', () => {
  const RULE = 'numeric-identifier';
  const draft = { name: 'Orders', kind: 'mappings', mappingsAt: '' };
  const target = { distribution: 'elasticsearch', version: '9.0.0' };
  const post = (id: 'trail.share' | 'trail.erase_stream', payload: object, secret = deviceSecret()) =>
    app.inject({
      method: 'POST',
      url: `${API_BASE}${ROUTES[id].path}`,
      headers: {
        ...{ host: app.listeningOrigin.replace('http://', ''), 'x-mapledger': '1', [DEVICE_HEADER]: secret },
      },
      payload,
    });

  /** A log of a person that begins by switching a rule off. */
  function switchedOff(author: typeof ada, id: string) {
    const stamp = (name: string) => ({ id: `${name}-${id}`, at: '2026-11-22T10:00:00.000Z', author });
    const begun = reduce(
      createState({ body: undefined }),
      { type: 'document.create', payload: { body: {} } },
      stamp('begin'),
    );
    if (!('event' in begun)) throw new Error('The log has no beginning');
    const command = { type: 'lintRule.switchOff', payload: { rule: RULE, reason: 'ids are searched by ranges' } };
    const off = reduce(begun.after, command, stamp('off'));
    if (!('event' in off)) throw new Error('Nothing was switched off');
    return [begun.event, off.event] as never;
  }

  it('are recorded beside a draft, for those alone who may open the draft', async () => {
    const stream = 'draft/linted';
    const rules = lintRulesStream(stream);
    const ben2 = trailClient(Number(new URL(app.listeningOrigin).port), deviceSecret('ben'));
    await client.append({ stream, after: 0, events: [startEvent(ada, stream)], author: ada.id });
    const other = { stream: rules, after: 0, events: switchedOff(ben, 'linted'), author: ben.id };
    await expect(ben2.append(other)).rejects.toMatchObject({ status: 403 });
    await client.append({ stream: rules, after: 0, events: switchedOff(ada, 'linted'), author: ada.id });
    await expect(ben2.read({ stream: rules, author: ben.id })).rejects.toMatchObject({ status: 403 });
    const share = { stream, isShared: true, draft: { ...draft, target }, author: ada.id };
    expect((await post('trail.share', share)).statusCode).toBe(200);
    expect((await post('trail.share', { ...share, stream: rules })).statusCode).toBe(400);
    const { records } = await ben2.read({ stream: rules, author: ben.id });
    const state = openState({ body: undefined }, openLog(records).events);
    expect(switchedOffRules(state)).toMatchObject([
      { rule: RULE, reason: 'ids are searched by ranges', since: { event: { author: { id: 'ada' } } } },
    ]);
    const erase = { stream: rules, version: 2, reason: 'OPS-1' };
    expect((await post('trail.erase_stream', erase, deviceSecret('ben'))).statusCode).toBe(403);
    expect((await post('trail.erase_stream', erase)).statusCode).toBe(200);
  });

  it('are recorded beside what is on a cluster, and beside nothing else', async () => {
    const index = await client.createIndex('linted');
    const rules = lintRulesStream(index);
    await client.append({ stream: rules, after: 0, events: switchedOff(ada, 'index') });
    expect(await idsIn(rules)).toEqual(['begin-index', 'off-index']);
    const none = ['plan/a', 'workspace/drafts/ada', 'draft/', 'lint_rules/draft/a', 'server/storage', 'index/nowhere'];
    for (const stream of none.map(lintRulesStream))
      await expect(client.append({ stream, after: 0, events: switchedOff(ada, 'none') })).rejects.toMatchObject({
        status: 400,
      });
    const tests = { stream: documentTestsStream(index), after: 0, events: switchedOff(ada, 'tests') };
    await expect(client.append(tests)).rejects.toMatchObject({ status: 400 });
    const elsewhere = { stream: lintRulesStream('index/elsewhere/logs/u'), after: 0, events: switchedOff(ada, 'else') };
    await expect(client.append(elsewhere)).rejects.toMatchObject({ status: 404 });
  });
});

describe('erasing a log', () => {
  const stream = 'draft/erased';
  const secret = () => readFileSync(join(dataDir, OPERATOR_SECRET_FILE), 'utf8').trim();
  const post = (payload: object, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: 'POST',
      url: `${API_BASE}${ROUTES['trail.erase_stream'].path}`,
      headers: {
        ...{ host: app.listeningOrigin.replace('http://', ''), 'x-mapledger': '1', [OPERATOR_HEADER]: secret() },
        ...headers,
      },
      payload,
    });
  const get = (id: 'trail.tombstones' | 'trail.streams', query: Readonly<Record<string, string>>) =>
    app.inject({
      url: `${API_BASE}${ROUTES[id].path}?${new URLSearchParams({ author: 'ada', ...query })}`,
      headers: { host: app.listeningOrigin.replace('http://', ''), [DEVICE_HEADER]: deviceSecret() },
    });

  it('says in words what became of it, to all who read it, add to it or list it', async () => {
    const events = [startEvent(ada, stream), fieldEvent(ada, 902)];
    await client.append({ stream, after: 0, events });
    const input = { stream, version: 2, reason: 'OPS-1' };
    expect((await post(input, { [OPERATOR_HEADER]: 'another' })).statusCode).toBe(403);
    expect((await post({ ...input, version: 1 })).statusCode).toBe(409);
    expect((await post({ ...input, stream: 'draft/none' })).statusCode).toBe(404);
    expect((await post({ ...input, stream: 'plan/a' })).statusCode).toBe(404);
    for (const wrong of ['server/storage', 'nothing'])
      expect([wrong, (await post({ ...input, stream: wrong })).statusCode]).toEqual([wrong, 400]);
    for (const reason of ['', '  ', 'a\nb', 'x'.repeat(501)])
      expect([reason, (await post({ ...input, reason })).statusCode]).toEqual([reason, 400]);
    expect((await get('trail.tombstones', { stream })).statusCode).toBe(404);

    const by = { id: 'server', name: 'Mapledger', verified: true };
    const erased = { at: expect.any(String) as string, reason: 'OPS-1', by };
    const said = await post(input);
    expect([said.statusCode, said.json()]).toEqual([200, { events: 2, erased }]);
    // Sent twice.
    expect((await post(input)).json()).toEqual(said.json());
    const words = expect.stringMatching(/This log was erased on 20\d\d-\d\d-\d\d \(2 events\): OPS-1\./) as string;
    await expect(client.read({ stream, author: 'ada' })).rejects.toMatchObject({ status: 410, message: words });
    await expect(client.append({ stream, after: 0, events })).rejects.toMatchObject({ status: 410 });
    expect((await get('trail.tombstones', { stream, after: '1' })).json()).toMatchObject({
      version: 2,
      erased,
      tombstones: [{ stream, version: 2, reason: 'OPS-1' }],
      hasMore: false,
    });
    const { streams } = (await get('trail.streams', {})).json<RouteAnswer<'trail.streams'>>();
    expect(streams.find((each) => each.stream === stream)).toMatchObject({ version: 2, erased });
  });
});

describe('changes that are followed', () => {
  const secret = deviceSecret();
  const [asAda, asBen] = [secret, deviceSecret()].map((own) => ({ 'x-mapledger': '1', [DEVICE_HEADER]: own }));

  /** Follows the changes of an author from a cursor on; the lines come as they are sent. */
  async function follow(author: string, cursor: string, headers: Readonly<Record<string, string>>) {
    const leaving = new AbortController();
    const query = new URLSearchParams({ author, cursor, wait: '0', records: 'true' });
    const response = await fetch(`${app.listeningOrigin}${API_BASE}${ROUTES['trail.changes'].path}?${query}`, {
      headers: { ...headers, accept: LINES_TYPE },
      signal: leaving.signal,
    });
    const lines = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    return {
      response,
      leave: () => leaving.abort(),
      /** The next line; null where it has ended. */
      async next() {
        const { value } = (await lines?.read()) ?? {};
        return value === undefined ? null : (JSON.parse(value) as RouteAnswer<'trail.changes'>);
      },
    };
  }

  const url = (path: string) => `${app.listeningOrigin}${API_BASE}${path}`;
  const present = (author: string, stream: string, headers: Readonly<Record<string, string>>) =>
    fetch(url(ROUTES['trail.present'].path), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ author, name: author, stream, field: null }),
    });

  it('come line by line, with the records of what is open, and nothing that others may not see', async () => {
    const client = trailClient(Number(new URL(app.listeningOrigin).port), secret);
    const stream = await client.createIndex('followed');
    await client.append({ stream, after: 0, events: [startEvent({ ...ada, id: 'eve' }, stream)] });
    for (const [author, headers] of [
      ['eve', asAda],
      ['fay', asBen],
    ] as const)
      expect((await present(author, stream, headers ?? {})).status).toBe(200);
    const { cursor } = (await (await fetch(url(ROUTES['trail.changes'].path))).json()) as RouteAnswer<'trail.changes'>;
    const eve = await follow('eve', cursor, asAda ?? {});
    const fay = await follow('fay', cursor, asBen ?? {});
    expect(eve.response.headers.get('content-type')).toContain(LINES_TYPE);
    expect([(await eve.next())?.streams, (await fay.next())?.streams]).toEqual([[], []]);

    const own = { stream: 'draft/of-eve', after: 0, events: [startEvent({ ...ada, id: 'eve' }, 'draft/of-eve')] };
    await client.append(own);
    expect((await eve.next())?.streams).toEqual([{ stream: own.stream, version: 1 }]);
    await client.append({ stream, after: 1, events: [fieldEvent({ ...ada, id: 'eve' }, 1, stream)] });
    const { records, names } = await client.read({ stream, after: 1, author: 'eve' });
    const tail = { stream, version: 2, tail: { after: 1, records, names } };
    expect([(await eve.next())?.streams, (await fay.next())?.streams]).toEqual([[tail], [tail]]);
    eve.leave();
    fay.leave();
  });

  it('are answered with an error where that comes first, and as ever where nobody reads lines', async () => {
    const wrong = await follow('eve', 'nonsense', asAda ?? {});
    expect([wrong.response.status, wrong.response.headers.get('content-type')]).toEqual([
      400,
      'application/json; charset=utf-8',
    ]);
    const once = await fetch(`${url(ROUTES['trail.changes'].path)}?cursor=0.0&wait=0`, { headers: asAda ?? {} });
    expect(once.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const other = await fetch(url(ROUTES['trail.streams'].path), { headers: { ...asAda, accept: LINES_TYPE } });
    expect(other.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

it('ends polls, and what is followed, when the server closes', async () => {
  const host = app.listeningOrigin.replace('http://', '');
  const poll = (query: string) =>
    app.inject({ url: `${API_BASE}${ROUTES['trail.changes'].path}${query}`, headers: { host } });
  const { cursor } = (await poll('')).json<RouteAnswer<'trail.changes'>>();
  const waiting = poll(`?cursor=${cursor}`);
  // Answered after the other has begun to wait.
  await poll('');
  const followed = await fetch(
    `${app.listeningOrigin}${API_BASE}${ROUTES['trail.changes'].path}?cursor=${cursor}&wait=0`,
    { headers: { accept: LINES_TYPE } },
  );
  const lines = followed.text();
  await app.close();
  expect((await waiting).json()).toMatchObject({ streams: [] });
  expect((await lines).split('\n').slice(1)).toEqual(['']);
});
