import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceSecret } from '../../tests/builders/device-secret.ts';
import { outsideServer } from '../../tests/builders/outside-server.ts';
import { quickFolder } from '../../tests/builders/quick-folder.ts';
import { fieldEvent, startEvent } from '../../tests/crash/trail-server/trail-client.ts';
import { reduce, type Command } from '#domain/commands';
import { createState, indexStream } from '#domain/document';
import { clusterAuthor, SERVER_READER, type Author } from '#domain/events';
import type { JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import { parseRecoveryCode, type RouteAnswer, type RouteId } from '#domain/wire';
import { stampSource } from '../fuzz/generate/stamps.ts';
import { runCli } from '../cli/test-terminal.ts';

const ZOE = { id: 'zoe', name: 'Zoe', verified: false };
const MALLORY = { id: 'mallory', name: 'Mallory', verified: false };
const TARGET = { distribution: 'elasticsearch', version: '9.0.0' };
const stamp = stampSource(901);
const DRAFT = { name: 'Shared', kind: 'mappings', mappingsAt: '', target: TARGET };

let dataDir: string;
let server: Awaited<ReturnType<typeof outsideServer>>;
beforeEach(async () => {
  dataDir = quickFolder();
  server = await outsideServer(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('whoever reaches the server', () => {
  it('records nothing that its verification refuses, or that reads as something else than it is', async () => {
    const mallory = server.outsider(deviceSecret('mallory'));
    const stream = 'draft/m';
    expect((await mallory.append(stream, 0, MALLORY.id, [startEvent(MALLORY, stream)])).statusCode).toBe(200);
    const event = fieldEvent(MALLORY, 1);
    const own = fieldEvent(MALLORY, 2);
    const reasons = ['approved by \u202eada', 'OPS-1\napproved', 'OPS-1\u2028approved', '\u0007', '\u2067a', '\ud800'];
    for (const odd of [
      { at: '2026-02-30T00:00:00.000Z' },
      { at: '2026-11-22T24:00:00.000Z' },
      { at: '2025-02-29T10:00:00.000Z' },
      ...reasons.map((reason) => ({ reason })),
    ]) {
      const answer = await mallory.append(stream, 1, MALLORY.id, [own, { ...event, ...odd }]);
      const [member] = Object.keys(odd);
      expect([odd, answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        odd,
        400,
        expect.stringContaining(`/body/events/1/${member}`),
      ]);
    }
    const said = { ...event, at: '2024-02-29T10:00:00.000Z', reason: 'OPS-1: größer 👩\u200d💻' };
    expect((await mallory.append(stream, 1, MALLORY.id, [said])).statusCode).toBe(200);
    await server.close();
    const exported = await runCli(['export', '--data-dir', dataDir]);
    expect(await runCli(['verify', '-'], { stdin: exported.out })).toMatchObject({ code: 0 });
  });

  it('names nobody but itself, and an author has the name that it used last', async () => {
    const [zoe, mallory] = [server.outsider(deviceSecret('zoe')), server.outsider(deviceSecret('mallory'))];
    const stream = 'draft/of-zoe';
    const namesOfZoe = async () => {
      const { streams } = (await mallory.ask('trail.streams', { query: { prefix: stream } })).json<
        RouteAnswer<'trail.streams'>
      >();
      const { authors } = (await zoe.ask('trail.authors', {})).json<RouteAnswer<'trail.authors'>>();
      const proved = await zoe.ask('trail.prove', { body: { author: ZOE.id } });
      return [
        streams[0]?.owner?.name,
        authors.find(({ id }) => id === ZOE.id)?.name,
        proved.json<RouteAnswer<'trail.prove'>>().person?.name,
      ];
    };
    await zoe.append(stream, 0, ZOE.id, [startEvent(ZOE, stream)]);
    await zoe.ask('trail.share', { body: { stream, isShared: true, draft: DRAFT, author: ZOE.id } });
    const forged = { ...ZOE, name: 'Fired Zoe' };
    const own = 'draft/m';
    const imported = [startEvent(forged, own), fieldEvent(MALLORY, 1)];
    expect((await mallory.append(own, 0, MALLORY.id, imported)).statusCode).toBe(200);
    expect(await namesOfZoe()).toEqual(['Zoe', 'Zoe', 'Zoe']);
    // What is imported has the name that the author has.
    expect((await mallory.read(own, MALLORY.id)).names.map(({ name }) => name).sort()).toEqual(['Mallory', 'Zoe']);
    for (const [at, name] of ['Zoe L.', 'Zoe', 'Zoe L.'].entries()) {
      const event = fieldEvent({ ...ZOE, name }, at);
      expect((await zoe.append(stream, at + 1, ZOE.id, [event])).statusCode).toBe(200);
      expect(await namesOfZoe()).toEqual([name, name, name]);
    }
    // Somebody who has only been there has no name that others can give.
    const [ben, benFirst] = [{ ...ZOE, id: 'ben', name: 'Ben' }, 'draft/of-ben'];
    const device = server.outsider(deviceSecret('ben'));
    await device.ask('trail.prove', { body: { author: ben.id } });
    const other = 'draft/m2';
    await mallory.append(other, 0, MALLORY.id, [
      startEvent({ ...ben, name: 'Fired Ben' }, other),
      fieldEvent(MALLORY, 2),
    ]);
    await device.append(benFirst, 0, ben.id, [startEvent(ben, benFirst)]);
    const { authors } = (await device.ask('trail.authors', {})).json<RouteAnswer<'trail.authors'>>();
    expect(authors.map(({ name }) => name)).toEqual(['Ben']);
    await server.close();
  });

  it('is nobody whose events somebody has imported', async () => {
    const [ana, mallory, zed] = ['ana', 'mallory', 'zed'].map((name) => server.outsider(deviceSecret(name)));
    const [ANA, ZED] = ['ana', 'zed'].map((id) => ({ id, name: id, verified: false })) as [typeof ZOE, typeof ZOE];
    const stream = 'draft/ana';
    await ana?.append(stream, 0, ANA.id, [startEvent(ZED, stream), fieldEvent(ZED, 1), fieldEvent(ANA, 1)]);
    await ana?.ask('trail.share', { body: { stream, isShared: true, draft: DRAFT, author: ANA.id } });
    const { records = [] } = (await mallory?.read(stream, MALLORY.id)) ?? {};
    expect(records).toHaveLength(3);
    for (const other of [mallory, zed]) {
      for (const hold of [undefined, { stream, version: 1, hash: records[0]?.hash ?? '' }]) {
        const proof = await other?.ask('trail.prove', { body: { author: ZED.id, ...(hold && { hold }) } });
        expect(proof?.json()).toEqual({ outcome: 'unclaimed', person: null });
      }
      expect((await other?.append(stream, 3, ZED.id, [fieldEvent(ZED, 2)]))?.statusCode).toBe(403);
      const present = { author: ZED.id, name: 'zed', stream: null, field: null };
      expect((await other?.ask('trail.present', { body: present }))?.statusCode).toBe(403);
    }
    await server.close();
    // Whoever runs the server checks who asks, and makes a code.
    const { code, out } = await runCli(['authors', 'rebind', ZED.id, '--data-dir', dataDir]);
    expect(code).toBe(0);
    server = await outsideServer(dataDir);
    const again = server.outsider(deviceSecret('zed'));
    const proof = await again.ask('trail.prove', {
      body: { author: ZED.id, code: parseRecoveryCode(out)?.secret ?? '' },
    });
    expect(proof.json()).toMatchObject({ outcome: 'proved' });
    expect((await again.append(stream, 3, ZED.id, [fieldEvent(ZED, 2)])).statusCode).toBe(200);
    await server.close();
  });

  it('is nobody of a restored backup by a record that others could read', async () => {
    const BOB = { id: 'bob', name: 'Bob', verified: false };
    const bob = server.outsider(deviceSecret('bob'));
    const [own, shared, list] = ['draft/own', 'draft/shared', 'workspace/drafts/bob'] as const;
    for (const stream of [own, shared, list]) await bob.append(stream, 0, BOB.id, [startEvent(BOB, stream)]);
    await bob.ask('trail.share', { body: { stream: shared, isShared: true, draft: DRAFT, author: BOB.id } });
    const holdOf = async (stream: string, reader = bob) => {
      const { records } = await reader.read(stream, BOB.id);
      return { stream, version: 1, hash: records[0]?.hash ?? '' };
    };
    const held = await holdOf(shared, server.outsider(deviceSecret('mallory')));
    const [ofDraft, ofList] = [await holdOf(own), await holdOf(list)];
    await server.close();
    const { out } = await runCli(['export', '--data-dir', dataDir]);
    const folder = quickFolder();
    expect((await runCli(['import', '-', '--data-dir', folder], { stdin: out })).code).toBe(0);
    server = await outsideServer(folder);
    const claim = async (name: string, hold: typeof held) => {
      const answer = await server.outsider(deviceSecret(name)).ask('trail.prove', { body: { author: BOB.id, hold } });
      return answer.json<RouteAnswer<'trail.prove'>>().outcome;
    };
    expect(await claim('mallory', held)).toBe('unclaimed');
    // In a backup no draft says whether it was shared, and nobody but Bob could ever read the list of his drafts.
    expect(await claim('bob', ofDraft)).toBe('unclaimed');
    expect(await claim('bob', ofList)).toBe('proved');
    expect(await claim('mallory', ofList)).toBe('taken');
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('says of no cluster what nobody can have read there', async () => {
    const mallory = server.outsider(deviceSecret('mallory'));
    const reader = clusterAuthor(MALLORY);
    const ask = (id: RouteId, input = {}) => mallory.ask(id, input);
    const rows = (await ask('indices.list')).json<RouteAnswer<'indices.list'>>();
    const name = 'sandbox-products';
    const uuid = rows.find((row) => row.name === name)?.uuid ?? '';
    const template = 'index_template/sandbox/sandbox-logs';
    const streams = [indexStream({ cluster: 'sandbox', name, uuid }), template] as const;
    const bodyOf = (stream: string, wanted: JsonObject, cluster: JsonObject) =>
      stream === template ? { body: wanted, cluster } : { mappings: wanted, cluster };
    const stateOf = (stream: string) =>
      createState({ body: undefined, mappingsAt: stream === template ? '/body/template/mappings' : '/mappings' });
    const eventBy = (author: Author, stream: string, command: Command, state = stateOf(stream), rules?: number) => {
      const reduced = reduce(state, command, stamp(author), rules);
      if (!('event' in reduced)) throw new Error(`${command.type} came to nothing.`);
      return { event: reduced.event, state: reduced.after };
    };
    const begun = (author: Author, stream: string, wanted: JsonObject, cluster = wanted) =>
      eventBy(author, stream, { type: 'document.create', payload: { body: bodyOf(stream, wanted, cluster) } });
    const refusalOf = async (stream: string, after: number, ...events: readonly object[]) => {
      const answer = await mallory.append(stream, after, MALLORY.id, events);
      return [answer.statusCode, answer.json<{ message?: string }>().message ?? ''];
    };
    const has = { properties: { a: { type: 'keyword' } } };
    for (const stream of streams) {
      const forged = { properties: { ...has.properties, backdoor: { type: 'ip' } } };
      const notFirst =
        'Not recorded: /body/events/0 is not what the cluster had, with which the log of something live begins.';
      expect(await refusalOf(stream, 0, begun(reader, stream, forged, has).event)).toEqual([422, notFirst]);
      expect(await refusalOf(stream, 0, begun(MALLORY, stream, has).event)).toEqual([422, notFirst]);
      const { event, state } = begun(reader, stream, has);
      // A past that others are said to have had.
      for (const other of [clusterAuthor({ ...ZOE, id: 'alexandra' }), SERVER_READER])
        expect((await refusalOf(stream, 0, begun(other, stream, has).event))[0]).toBe(403);
      const theirs = { ...fieldEvent({ ...ZOE, id: 'alexandra' }, 1, stream) };
      expect((await refusalOf(stream, 0, event, theirs))[0]).toBe(403);
      const elsewhere =
        stream === template ? `${template}-none` : indexStream({ cluster: 'sandbox', name, uuid: 'none' });
      expect(await refusalOf(elsewhere, 0, event)).toEqual([
        422,
        'Not recorded: /body/stream is of something that the cluster doesn’t have.',
      ]);
      expect((await refusalOf(stream, 0, event))[0]).toBe(200);
      const type = stream === template ? 'template.follow' : 'mapping.follow';
      const now = { [stream === template ? 'body' : 'mappings']: { dynamic: 'strict' } };
      const read = eventBy(reader, stream, { type, payload: now }, state).event;
      const byPerson = { ...read, author: MALLORY };
      expect(await refusalOf(stream, 1, byPerson)).toEqual([
        422,
        expect.stringContaining('Only a cluster can be the author of data that was read from it.'),
      ]);
      // A save that nothing made: without its action it is a reading, with one that is none it is refused.
      const unnamed = { ...read, command: { type, payload: { ...(read.command.payload as object), sent: true } } };
      expect((await refusalOf(stream, 1, unnamed))[0]).toBe(422);
      const named = eventBy(reader, stream, { type, payload: { ...now, sent: {}, action: 'A1' } }, state).event;
      expect(named.summary).toContain('Saved to cluster');
      expect(await refusalOf(stream, 1, named)).toEqual([
        422,
        'Not recorded: /body/events/0/command/payload/action is no action that has saved this document.',
      ]);
      expect((await refusalOf(stream, 1, { ...read, author: SERVER_READER }))[0]).toBe(403);
      expect((await refusalOf(stream, 1, read))[0]).toBe(200);
    }
    // A draft has what others have read, as imported; a list of drafts has none of it.
    const draft = 'draft/copied';
    expect((await refusalOf(draft, 0, startEvent(reader, draft), fieldEvent(MALLORY, 1)))[0]).toBe(200);
    const { records } = await mallory.read(draft, MALLORY.id);
    expect(openLog(records).events.map(({ importedBy }) => importedBy)).toEqual([MALLORY.id, undefined]);
    const list = `workspace/drafts/${MALLORY.id}`;
    expect(await refusalOf(list, 0, begun(reader, list, {}).event)).toEqual([
      422,
      'Not recorded: /body/events/0/author is a cluster, and no cluster has this document.',
    ]);
    await server.close();
  });
});
