import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createState, indexStream, LIVE_MAPPINGS_AT, liveDocument, openState, templateStream } from '#domain/document';
import { SERVER_READER } from '#domain/events';
import { formatJson, type JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import { ROUTES, type RouteAnswer } from '#domain/wire';
import { addField, edited } from '../builders/saving-server.ts';
import { fieldEvent, startEvent, trailClient } from '../crash/trail-server/trail-client.ts';
import { basic, refusal, startBadCluster } from './bad-cluster.ts';
import { openPage, useConsole } from './harness.ts';
import { outsider, pathOf, type Outsider } from './outsiders/outsider.ts';
import { freshFolder, screenAddress, startServer, type RunningServer } from './servers.ts';
import { deviceIn, openNewDraft, recordedEvents, rename, row } from './steps.ts';

const MALLORY = { id: 'mallory', name: 'Mallory', verified: false };
const command = join(import.meta.dirname, '../../bin/mapledger.mjs');

function mapledger(args: readonly string[], input = ''): { readonly code: number | null; readonly out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { input, encoding: 'utf8' });
  return { code: status, out: stdout || stderr };
}

describe('somebody who sends events without the console', () => {
  it('has nothing recorded that no command decided, and leaves a trail that verifies and can be restored', async () => {
    const [folder, restored] = [await freshFolder(), await freshFolder()];
    const server = await startServer('--data-dir', folder);
    const client = trailClient(Number(new URL(server.origin).port));
    for (const stream of ['draft/mallory', await client.createIndex('outsider')]) {
      const start = startEvent(MALLORY, stream);
      const [first, second] = [fieldEvent(MALLORY, 1, stream), fieldEvent(MALLORY, 2, stream)];
      const append = (after: number, ...events: readonly object[]) =>
        client.append({ stream, after, events: events as (typeof first)[] });
      await expect(append(0, first)).rejects.toMatchObject({ status: 422 });
      await append(0, start);
      for (const [lie, status] of [
        [{ command: { type: 'field.split', payload: {} } }, 422],
        [{ command: fieldEvent(MALLORY, 9, stream).command }, 422],
        [{ patch: [{ op: 'replace', path: '', value: {} }] }, 422],
        [{ summary: 'Nothing to see here' }, 422],
        [{ type: 'field.removed' }, 422],
        [{ inverse: [] }, 422],
        [{ undoes: start.id }, 422],
        [{ rules: 99, command: { type: 'field.split', payload: {} } }, 409],
        [{ rules: 1 }, 409],
        [{ format: 9 }, 409],
      ] as const) {
        await expect(append(1, { ...first, ...lie }), JSON.stringify(lie)).rejects.toMatchObject({ status });
        await expect(append(1, first, { ...second, ...lie }), JSON.stringify(lie)).rejects.toMatchObject({ status });
      }
      expect((await client.read({ stream, author: MALLORY.id })).version).toBe(1);
      await append(1, first, second);
      const { records } = await client.read({ stream, author: MALLORY.id });
      expect(openLog(records).events.map(({ id }) => id)).toEqual([start.id, first.id, second.id]);
    }
    await server.stop();
    const exported = mapledger(['export', '--data-dir', folder]);
    expect(exported.code).toBe(0);
    expect(mapledger(['verify', '-', '--independent'], exported.out)).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing wrong') as string,
    });
    expect(mapledger(['import', '-', '--data-dir', restored], exported.out).code).toBe(0);
    const again = mapledger(['export', '--data-dir', restored]);
    const linesOf = (text: string) => text.split('\n').filter((line) => !line.startsWith('{"checkpoint"'));
    expect(linesOf(again.out)).toEqual(linesOf(exported.out));
  });
});

const keyword = { type: 'keyword' };
const has = { properties: { a: keyword } };
const DRAFT = {
  name: 'Shared',
  kind: 'mappings',
  mappingsAt: '',
  target: { distribution: 'elasticsearch', version: '9.0.0' },
};
/** The answer that names what can’t be recorded. */
const notRecorded = (message: string) => ({ status: 422, body: { message: `Not recorded: ${message}.` } });

/** The log of an index as somebody begins it: with what the cluster has, or is said to have, and changes. */
function begun({ author }: Outsider, body: JsonObject, ...fields: readonly string[]) {
  const empty = createState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT });
  const create = { type: 'document.create', payload: { body } };
  return edited(empty, [create, ...fields.map(addField)], author);
}

const free = await startBadCluster();
const secured = await startBadCluster();
secured.users = { ada: basic('ada', 'of ada'), carl: basic('carl', 'of carl') };

describe.each([
  ['nobody signs in', free],
  ['everybody signs in', secured],
])('where %s, somebody who writes the record by HTTP', (_, cluster) => {
  let folder: string;
  let server: RunningServer;
  let ada: Outsider;
  let carl: Outsider;

  beforeAll(async () => {
    folder = await freshFolder();
    server = await startServer('--cluster', cluster.url, '--cluster-name', 'prod', '--data-dir', folder);
    [ada, carl] = [outsider(server, 'ada'), outsider(server, 'carl')];
    if (cluster === secured) for (const each of [ada, carl]) await each.signIn(`of ${each.author.name}`);
  });
  afterAll(async () => {
    await server.stop();
    const exported = mapledger(['export', '--data-dir', folder]);
    expect(mapledger(['verify', '-', '--independent'], exported.out)).toMatchObject({ code: 0 });
  });

  /** An index with one field; resolves with its stream. */
  async function createIndex(name: string): Promise<string> {
    await cluster.ask('PUT', [name], { mappings: has });
    const { body } = await ada.ask('GET', '/indices');
    const rows = body['items'] as unknown as RouteAnswer<'indices.list'>;
    return indexStream({ cluster: 'prod', name, uuid: rows.find((row) => row.name === name)?.uuid ?? '' });
  }
  const eventsOf = async (stream: string) => openLog((await ada.read(stream)).records).events;
  const share = (stream: string) =>
    ada.ask('POST', '/trail/share', { stream, isShared: true, draft: DRAFT, author: 'ada' });

  it('has no change of others read as sent that its request does not hold (R2)', async () => {
    const stream = await createIndex('victim');
    const { events } = begun(ada, liveDocument(has), 'salary');
    expect((await ada.append(stream, 0, events)).status).toBe(200);
    const id = events.at(-1)?.id ?? '';
    for (const properties of [{ harmless: keyword }, {}, { salary: { type: 'long' } }]) {
      const { status, body } = await carl.put('/mapping/victim', { properties }, stream, [id]);
      expect([properties, status, body]).toEqual([properties, 200, { acknowledged: true }]);
      expect([properties, await carl.actionsOf(stream, id)]).toEqual([properties, []]);
    }
    expect(await eventsOf(stream)).toHaveLength(2);
  });

  it('begins no log with a wish, or of what the cluster does not have (R3)', async () => {
    const stream = await createIndex('launder');
    const wanted = { properties: { ...has.properties, backdoor: { type: 'ip' } } };
    const notFirst = notRecorded(
      '/body/events/0 is not what the cluster had, with which the log of something live begins',
    );
    const wish = begun(carl, { mappings: wanted, cluster: has }).events;
    expect(await carl.append(stream, 0, wish)).toMatchObject(notFirst);
    const reading = begun(carl, liveDocument(has)).events;
    expect(await carl.append(stream, 0, [{ ...reading[0], author: carl.author }])).toMatchObject(notFirst);
    const absent = notRecorded('/body/stream is of something that the cluster doesn’t have');
    for (const elsewhere of [`${stream}0`, indexStream({ cluster: 'prod', name: 'none', uuid: 'x' })])
      expect(await carl.append(elsewhere, 0, reading)).toMatchObject(absent);
    const template = templateStream({ kind: 'index_template', cluster: 'prod', name: 'none' });
    expect(await carl.append(template, 0, [startEvent(carl.author, template)])).toMatchObject(absent);
    expect(await eventsOf(stream)).toEqual([]);
  });

  it('records no save without the finished action that made it (R4)', async () => {
    const [stream, other] = [await createIndex('saved'), await createIndex('elsewhere')];
    const { state, events } = begun(carl, liveDocument(has), 'b', 'c');
    expect((await carl.append(stream, 0, events)).status).toBe(200);
    const { events: others } = begun(carl, liveDocument(has), 'b');
    expect((await carl.append(other, 0, others)).status).toBe(200);
    const made = await carl.put('/mapping/elsewhere', { properties: { b: keyword } }, other, [others[1]?.id ?? '']);
    const refused = { properties: { b: keyword, a: { type: 'long' } } };
    expect((await carl.put('/mapping/saved', refused, stream, [events[1]?.id ?? ''])).status).toBe(400);
    const [failed = ''] = await carl.actionsOf(stream, events[1]?.id ?? '');
    const now = { properties: { a: keyword, b: keyword } };
    const follow = (payload: JsonObject) => edited(state, [{ type: 'mapping.follow', payload }], carl.author).events;
    for (const action of ['01J00000000000000000000000', made.body['action'] as string, failed]) {
      const save = follow({ mappings: now, sent: now, action });
      expect(save[0]?.summary).toContain('Saved to cluster');
      expect([action, await carl.append(stream, 3, save)]).toMatchObject([
        action,
        notRecorded('/body/events/0/command/payload/action is no action that has saved this document'),
      ]);
    }
    const [reading] = follow({ mappings: now, sent: now });
    if (reading === undefined) throw new Error('There is no reading.');
    expect(reading.summary).toBe('Synced from cluster (1 change)');
    const payload = { ...(reading.command.payload as JsonObject), sent: true };
    for (const lie of [{ summary: 'Saved to cluster (1 change)' }, { command: { ...reading.command, payload } }])
      expect((await carl.append(stream, 3, [{ ...reading, ...lie }])).status).toBe(422);
    expect((await carl.append(stream, 3, [{ ...reading, author: carl.author }])).status).toBe(422);
    expect((await carl.append(stream, 3, [{ ...reading, author: SERVER_READER }])).status).toBe(403);
    expect((await carl.append(stream, 3, [reading])).status).toBe(200);
    // One that the server has noted made nothing else.
    const [id = ''] = events.slice(2).map((event) => event.id);
    const done = await carl.put('/mapping/saved', { properties: { c: keyword } }, stream, [id]);
    expect(done.body).toMatchObject({ savedVersion: 6 });
    const after = openState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }, await eventsOf(stream));
    const claimed = { properties: { ...has.properties, b: keyword, c: keyword, salary: keyword } };
    const again = { mappings: claimed, sent: claimed, action: done.body['action'] as string };
    const { events: noted } = edited(after, [{ type: 'mapping.follow', payload: again }], carl.author);
    expect(await carl.append(stream, 6, noted)).toMatchObject(
      notRecorded('/body/events/0/command/payload/action is an action whose save is recorded already'),
    );
    const summaries = (await eventsOf(stream)).map(({ summary }) => summary);
    expect(summaries.filter((summary) => summary.startsWith('Saved'))).toEqual(['Saved to cluster (1 change)']);
  });

  it('names nobody else (R5)', async () => {
    const stream = 'draft/of-ada';
    await ada.append(stream, 0, [startEvent(ada.author, stream)]);
    expect((await share(stream)).status).toBe(200);
    const nameShown = async () => {
      const { body } = await carl.ask('GET', pathOf('trail.streams', { prefix: stream }));
      return (body as unknown as RouteAnswer<'trail.streams'>).streams[0]?.owner?.name;
    };
    const own = 'draft/of-carl';
    const imported = [startEvent({ ...ada.author, name: 'Fired Ada' }, own), fieldEvent(carl.author, 1)];
    expect((await carl.append(own, 0, imported)).status).toBe(200);
    expect((await carl.read(own)).names.map(({ name }) => name).sort()).toEqual(['ada', 'carl']);
    expect(await nameShown()).toBe('ada');
    for (const [at, name] of ['Ada L.', 'ada', 'Ada L.'].entries()) {
      expect((await ada.append(stream, at + 1, [fieldEvent({ ...ada.author, name }, at)])).status).toBe(200);
      expect(await nameShown()).toBe(cluster === secured ? 'ada' : name);
    }
  });

  it('is nobody whose events others have imported (R6)', async () => {
    const stream = 'draft/imported';
    const zed = outsider(server, 'zed');
    const imported = [startEvent(zed.author, stream), fieldEvent(zed.author, 1), fieldEvent(ada.author, 9)];
    expect((await ada.append(stream, 0, imported)).status).toBe(200);
    expect((await share(stream)).status).toBe(200);
    const [record] = (await carl.read(stream)).records;
    const held = { stream, version: 1, hash: record?.hash ?? '' };
    for (const each of [carl, zed]) {
      for (const hold of [undefined, held]) {
        const claim = { author: 'zed', ...(hold !== undefined && { hold }) };
        expect(await each.ask('POST', '/trail/prove', claim)).toMatchObject({ body: { outcome: 'unclaimed' } });
      }
      const forged = { stream, after: 3, events: [fieldEvent(zed.author, 2)], author: 'zed' };
      expect((await each.ask('POST', '/trail/append', forged)).status).toBe(403);
    }
    expect(await eventsOf(stream)).toHaveLength(3);
  });

  it('records no time and no reason behind which verification is blind (R7)', async () => {
    const stream = 'draft/times';
    await carl.append(stream, 0, [startEvent(carl.author, stream)]);
    const [first, second] = [fieldEvent(carl.author, 1), fieldEvent(carl.author, 2)];
    for (const odd of [
      { at: '2026-02-30T00:00:00.000Z' },
      { at: '2026-11-22T24:00:00.000Z' },
      { at: '2026-11-22' },
      { reason: 'approved by \u202eada' },
      { reason: 'OPS-1\napproved' },
    ])
      for (const events of [[{ ...first, ...odd }], [first, { ...second, ...odd }]])
        expect([odd, (await carl.append(stream, 1, events)).status]).toEqual([odd, 400]);
    // The rest of the log is decided: see what is verified after all tests.
    expect((await carl.append(stream, 1, [first, { ...second, summary: 'Nothing' }])).status).toBe(422);
    expect((await carl.append(stream, 1, [first, second])).status).toBe(200);
  });

  it('begins no log with a past of others (R12)', async () => {
    const stream = await createIndex('past');
    const { state, events } = begun(ada, liveDocument(has), 'evil');
    const [reading = {}, evil = {}] = events;
    const saved = { properties: { ...has.properties, evil: keyword } };
    const follow = { type: 'mapping.follow', payload: { mappings: saved, sent: saved, action: 'A1' } };
    const [save] = edited(state, [follow], carl.author).events;
    const own = begun(carl, liveDocument(has)).events[0] ?? {};
    for (const past of [
      [reading, evil, { ...save, author: SERVER_READER }],
      [reading],
      [own, evil],
      [{ ...own, author: SERVER_READER }],
    ])
      expect([422, 403]).toContain((await carl.append(stream, 0, past)).status);
    expect(await eventsOf(stream)).toEqual([]);
  });

  it('has nothing marked as seen that the cluster had once (R13)', async () => {
    const stream = await createIndex('stale');
    const { state, events } = begun(carl, liveDocument(has));
    expect((await carl.append(stream, 0, events)).status).toBe(200);
    for (const dynamic of ['strict', 'false']) {
      await cluster.ask('PUT', ['stale', '_mapping'], { dynamic });
      await carl.ask('GET', '/mapping/stale');
    }
    let before = state;
    for (const [at, dynamic] of ['strict', 'false'].entries()) {
      const follow = { type: 'mapping.follow', payload: { mappings: { dynamic, ...has } } };
      const { state: after, events: follows } = edited(before, [follow], carl.author);
      expect((await carl.append(stream, at + 1, follows)).status).toBe(200);
      before = after;
    }
    expect((await eventsOf(stream)).map(({ seen }) => seen)).toEqual([undefined, undefined, true]);
  });
});

describe('somebody whom the cluster lets read only some of its indices', () => {
  it('reads of no action on the others, by whatever route (R15)', async () => {
    const server = await startServer('--cluster', secured.url, '--cluster-name', 'prod');
    const [ada, carl] = [outsider(server, 'ada'), outsider(server, 'carl')];
    for (const each of [ada, carl]) await each.signIn(`of ${each.author.name}`);
    secured.faultOf = ({ user, line }) =>
      user === 'carl' && line.includes('secret')
        ? refusal(403, 'security_exception', 'action is unauthorized for user [carl]')
        : undefined;
    const body = { mappings: { properties: { 'salary-of-ben': keyword } } };
    expect((await ada.ask('PUT', '/indices/secret', body)).status).toBe(200);
    expect((await carl.ask('PUT', '/indices/public', body)).status).toBe(200);
    const listed = async (each: Outsider) => {
      const { body: list } = await each.ask('GET', pathOf('actions.list', {}));
      return list as unknown as RouteAnswer<'actions.list'>;
    };
    const all = (await listed(ada)).actions;
    expect(all.map(({ names }) => names)).toEqual([['public'], ['secret']]);
    const stream = `action/prod/${all[1]?.id ?? ''}`;
    const seen = await listed(carl);
    expect([seen.actions.map(({ names }) => names), seen.hidden]).toEqual([[['public']], 1]);
    const query = new URLSearchParams({ stream, author: 'carl' }).toString();
    const inclusion = `${query}&version=1&size=1`;
    for (const [path, status] of [
      [`/actions/${all[1]?.id ?? ''}`, 404],
      [`${ROUTES['trail.read'].path}?${query}`, 403],
      [`${ROUTES['trail.tombstones'].path}?${query}`, 403],
      [`${ROUTES['proof.verify'].path}?${query}`, 403],
      [`${ROUTES['proof.inclusion'].path}?${inclusion}`, 403],
    ] as const)
      expect([path, (await carl.ask('GET', path)).status]).toEqual([path, status]);
    for (const path of [
      pathOf('trail.streams', { prefix: 'action/' }),
      `${ROUTES['trail.changes'].path}?cursor=0.0&wait=0&author=carl`,
    ]) {
      const { status, body: streams } = await carl.ask('GET', path);
      expect([path, status, formatJson(streams).includes(stream)]).toEqual([path, 200, false]);
      expect(formatJson((await ada.ask('GET', path.replace('carl', 'ada'))).body)).toContain(stream);
    }
    secured.faultOf = () => undefined;
    await server.stop();
  });
});

describe('somebody who asks a server with a restored backup', () => {
  it('is nobody by a record that others could read (R6)', async () => {
    const [folder, restored] = [await freshFolder(), await freshFolder()];
    const server = await startServer('--data-dir', folder, '--sandbox');
    const bob = outsider(server, 'bob');
    const [own, shared, list] = ['draft/own', 'draft/shared', 'workspace/drafts/bob'] as const;
    for (const stream of [own, shared, list])
      expect((await bob.append(stream, 0, [startEvent(bob.author, stream)])).status).toBe(200);
    const sharing = { stream: shared, isShared: true, draft: DRAFT, author: 'bob' };
    expect((await bob.ask('POST', '/trail/share', sharing)).status).toBe(200);
    const holdOf = async (each: Outsider, stream: string) => {
      const [record] = (await each.read(stream)).records;
      return { stream, version: 1, hash: record?.hash ?? '' };
    };
    const held = await holdOf(outsider(server, 'mallory'), shared);
    const [ofDraft, ofList] = [await holdOf(bob, own), await holdOf(bob, list)];
    await server.stop();
    const exported = mapledger(['export', '--data-dir', folder]);
    expect(mapledger(['import', '-', '--data-dir', restored], exported.out).code).toBe(0);
    const again = await startServer('--data-dir', restored, '--sandbox');
    for (const [name, hold, outcome] of [
      ['mallory', held, 'unclaimed'],
      ['bob', ofDraft, 'unclaimed'],
      ['bob', ofList, 'proved'],
      ['mallory', ofList, 'taken'],
    ] as const) {
      const answer = await outsider(again, name).ask('POST', '/trail/prove', { author: 'bob', hold });
      expect([name, hold.stream, answer.body['outcome']]).toEqual([name, hold.stream, outcome]);
    }
    await again.stop();
  });
});

describe('somebody who knows the id of an author', () => {
  const at = useConsole();

  it('can’t write, read or be present as that author', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'private', {
      properties: { host: { type: 'keyword' } },
    });
    await page.getByText('Recorded', { exact: true }).waitFor();
    const { author, secret } = await deviceIn(page);
    const stream = `draft/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}`;
    expect((await recordedEvents(page, stream)).length).toBeGreaterThan(0);
    const port = Number(new URL(at.server.origin).port);
    const forged = {
      stream: 'draft/forged',
      after: 0,
      events: [startEvent({ ...MALLORY, id: author }, 'draft/forged')],
    };
    for (const client of [trailClient(port), trailClient(port, null)]) {
      await expect(client.read({ stream, author })).rejects.toMatchObject({ status: 403 });
      await expect(client.append(forged)).rejects.toMatchObject({ status: 403 });
    }
    expect((await trailClient(port, secret).read({ stream, author })).version).toBeGreaterThan(0);
    await close();
  });
});

describe('a page of another version than the server', () => {
  const at = useConsole();

  it('keeps its changes in order, says what to do, and records them after a reload', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', {
      properties: { host: { type: 'keyword' }, ip: { type: 'ip' } },
    });
    await page.getByText('Recorded', { exact: true }).waitFor();
    await page.route('**/trail/append', (route) =>
      route.fulfill({
        status: 409,
        json: { statusCode: 409, error: 'Conflict', message: 'Other rules.', attributes: { rules: 99, format: 2 } },
      }),
    );
    await rename(page, 'ip', 'address');
    await page.getByText('Reload to record 1 change', { exact: true }).waitFor();
    await rename(page, 'host', 'server');
    await page.getByRole('button', { name: 'Reload to record 2 changes' }).click();
    await page.getByText('The server has another version of Mapledger than this page.').waitFor();
    await page.unroute('**/trail/append');
    await page.getByRole('dialog').getByRole('button', { name: 'Reload' }).click();
    await page.getByText('Recorded', { exact: true }).waitFor();
    await row(page, 'address').waitFor();
    await row(page, 'server').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
    await page.getByRole('link', { name: 'Rename host to server' }).waitFor();
    await page.getByRole('link', { name: 'Rename ip to address' }).waitFor();
    await close();
  });
});
