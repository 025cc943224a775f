import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import { actionStream } from '#domain/action';
import type { DocumentEvent } from '#domain/events';
import { openLog } from '#domain/log';
import type { ClusterGateway } from '#domain/ports';
import { STORAGE_STREAM } from '#domain/storage';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { eraseOrder, filesWith, SECRET, secretEvents } from '../../../tests/contracts/erasure.contract.ts';
import { ada, sampleHistory } from '../../../tests/contracts/sample-history.ts';
import {
  NOON,
  openTrailHome,
  removeHomes,
  trailEngine,
  wayTo,
  type TrailHome,
} from '../../../tests/contracts/shared-trail-homes.ts';
import type { EmbeddedEngine } from '../embedded/embedded-engine.ts';
import { retention } from '../keeping/retention.ts';
import { openSigningKey } from '../proof/signing-key.ts';
import { openDatabase } from '../sqlite/database.ts';
import { sqliteActionIndex } from '../sqlite/sqlite-action-index.ts';
import { sqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import { ErasedStreamError } from '../trail/erasure-store.ts';
import { NotRecordedError } from '../trail/store-errors.ts';

const eventually = <T>(look: () => T) => expect.poll(look, { interval: 5 });
const DAY_MS = 86_400_000;
const INDEX = 'trail';
const STREAM = 'draft/a';
const ACTION = 'action/prod/01J00000000000000000000001';
const [first] = sampleHistory().events as [DocumentEvent];
const DRAFT = {
  name: SECRET,
  kind: 'mapping',
  mappingsAt: '',
  target: { distribution: 'opensearch', version: '3.4.0' },
} as const;

let engine: EmbeddedEngine;
let homes: TrailHome[];

beforeEach(() => {
  homes = [];
  engine = trailEngine();
});
afterEach(async () => {
  await removeHomes(homes);
  engine.close();
});

const way = () => wayTo(engine);

async function started(gateway: ClusterGateway = engine, folder?: string): Promise<TrailHome> {
  const home = openTrailHome(gateway, { index: INDEX, ...(folder !== undefined && { folder }) });
  homes.push(home);
  await home.trail.start();
  return home;
}

async function indexText(): Promise<string> {
  return (await engine.send({ method: 'POST', path: [INDEX, '_search'], body: '{"size":1000}' })).body;
}

async function hashesOf({ keeper, database }: TrailHome, stream: string): Promise<readonly unknown[]> {
  await keeper.resume();
  return database
    .prepare('SELECT version, hash FROM tombstone WHERE stream = ? ORDER BY version')
    .all(JSON.stringify(stream));
}

describe('an erased log of a trail that servers share', () => {
  it('is erased on all of them and in the index, with its draft’s name; the log of the index goes on', async () => {
    const [one, two] = [await started(), await started()];
    one.copy.register.begin(STREAM, { author: ada.id, user: null });
    await one.store.record(STREAM, 0, secretEvents(3));
    one.copy.register.share(STREAM, true, DRAFT);
    await two.store.record(STREAM, 3, secretEvents(2, 4));
    const before = await two.store.read(STREAM);
    expect(await indexText()).toContain(SECRET);
    await two.keeper.eraseStream(eraseOrder(STREAM, 5), ada);
    await eventually(indexText).not.toContain(SECRET);
    for (const home of [one, two]) {
      await expect(home.store.read(STREAM)).rejects.toBeInstanceOf(ErasedStreamError);
      await expect(home.store.record(STREAM, 5, [first])).rejects.toBeInstanceOf(ErasedStreamError);
      expect(home.keeper.find(STREAM)).toMatchObject({ version: 5, reason: 'OPS-1: asked for', author: ada.id });
      await eventually(() => filesWith(home.folder, SECRET)).toEqual([]);
      expect(await hashesOf(home, STREAM)).toEqual(before.map(({ hash }, index) => ({ version: index + 1, hash })));
      expect(home.copy.register.streamEntry(STREAM)).toMatchObject({ author: ada.id, isShared: false, draft: null });
    }
    expect(await one.store.record('draft/b', 0, [first])).toMatchObject({ version: 1 });
    expect(await two.store.read('draft/b')).toHaveLength(1);
    expect(await two.store.versionOf(STORAGE_STREAM)).toBe(1);
    expect(await one.store.versionOf(STORAGE_STREAM)).toBe(0);
  });

  it('is learned by a server that was away, by one that was stopped, and by one that comes later', async () => {
    const gateway = way();
    const [one, away, stopped] = [await started(), await started(gateway), await started()];
    await one.store.record(STREAM, 0, secretEvents(3));
    for (const home of [away, stopped]) expect(await home.store.read(STREAM)).toHaveLength(3);
    gateway.fateOf = () => 'away';
    await stopped.stop();
    await one.keeper.eraseStream(eraseOrder(STREAM, 3), ada);
    await eventually(indexText).not.toContain(SECRET);
    expect(await away.store.read(STREAM)).toHaveLength(3);
    gateway.fateOf = () => 'sent';
    const [again, late] = [await started(engine, stopped.folder), await started()];
    const hashes = await hashesOf(one, STREAM);
    expect(hashes).toHaveLength(3);
    for (const home of [away, again, late]) {
      await eventually(() => home.keeper.find(STREAM)).toMatchObject({ version: 3, author: ada.id });
      await expect(home.store.readPage(STREAM, 0, 10)).rejects.toBeInstanceOf(ErasedStreamError);
      expect(await hashesOf(home, STREAM)).toEqual(hashes);
      expect(await home.store.versionOf(STREAM)).toBe(3);
      await eventually(() => filesWith(home.folder, SECRET)).toEqual([]);
    }
    expect(late.troubles).toEqual([]);
  });

  it('is not erased where another server has added to it, or while the index is away', async () => {
    const gateway = way();
    const [one, two] = [await started(gateway), await started()];
    await one.store.record(STREAM, 0, secretEvents(2));
    const erasing = one.keeper.eraseStream(eraseOrder(STREAM, 2), ada);
    gateway.fateOf = () => 'away';
    await expect(erasing).rejects.toBeInstanceOf(NotRecordedError);
    expect(one.keeper.find(STREAM)).toBeUndefined();
    expect(await two.store.record(STREAM, 2, secretEvents(1, 3))).toMatchObject({ version: 3 });
    gateway.fateOf = () => 'sent';
    await eventually(() => one.trail.isReachable()).toBe(true);
    await expect(one.keeper.eraseStream(eraseOrder(STREAM, 2), ada)).rejects.toMatchObject({ statusCode: 409 });
    expect(await one.store.read(STREAM)).toHaveLength(3);
    expect(await one.store.versionOf(STORAGE_STREAM)).toBe(0);
  });

  it('is erased once, with one event, where the server ends before the answer', async () => {
    const gateway = way();
    const one = await started(gateway);
    await one.store.record(STREAM, 0, secretEvents(2));
    let hasWritten = false;
    gateway.fateOf = ({ path }) => {
      if (hasWritten) return 'away';
      hasWritten = path[1] === '_create';
      return hasWritten ? 'lost' : 'sent';
    };
    await expect(one.keeper.eraseStream(eraseOrder(STREAM, 2), ada)).rejects.toBeInstanceOf(NotRecordedError);
    await one.stop();
    const again = await started(engine, one.folder);
    await again.keeper.resume();
    await again.keeper.resume();
    expect(again.keeper.find(STREAM)).toMatchObject({ version: 2, author: ada.id });
    const { events } = openLog(await again.store.read(STORAGE_STREAM), { names: new Map() });
    expect(events).toMatchObject([{ type: 'stream.erased', reason: 'OPS-1: asked for', author: { id: ada.id } }]);
    await eventually(indexText).not.toContain(SECRET);
    expect(filesWith(again.folder, SECRET)).toEqual([]);
  });

  it('takes along what the server that began an action adds before it hears of it', async () => {
    const gateway = way();
    const [one, two] = [await started(gateway), await started()];
    await one.store.append(ACTION, 0, secretEvents(1));
    await eventually(() => two.store.versionOf(ACTION)).toBe(1);
    gateway.fateOf = () => 'away';
    await one.store.append(ACTION, 1, secretEvents(1, 2));
    await two.keeper.eraseStream(eraseOrder(ACTION, 1), ada);
    gateway.fateOf = () => 'sent';
    for (const home of [one, two]) {
      await eventually(() => home.keeper.find(ACTION)).toMatchObject({ version: 2 });
      await eventually(() => filesWith(home.folder, SECRET)).toEqual([]);
    }
    await eventually(indexText).not.toContain(SECRET);
    expect(await hashesOf(one, ACTION)).toEqual(await hashesOf(two, ACTION));
    expect(one.copy.spoolSize()).toBe(0);
  });

  it('leaves another one that stands in the same document, also where two servers erase both', async () => {
    const [one, two] = [await started(), await started()];
    await Promise.all(['draft/a', 'draft/b', 'draft/c'].map((stream) => one.store.record(stream, 0, secretEvents(2))));
    await two.store.read('draft/c');
    await Promise.all([
      one.keeper.eraseStream(eraseOrder('draft/a', 2), ada),
      two.keeper.eraseStream(eraseOrder('draft/b', 2), ada),
    ]);
    for (const home of [one, two]) {
      const erased = (): readonly string[] => home.keeper.all().map(({ stream }) => stream);
      await eventually(() => erased().toSorted()).toEqual(['draft/a', 'draft/b']);
      await eventually(() => home.copy.documentsToErase(9)).toEqual([]);
      expect(await home.store.read('draft/c')).toHaveLength(2);
    }
    const late = await started();
    expect(await late.store.read('draft/c')).toHaveLength(2);
    expect((await indexText()).match(new RegExp(SECRET, 'g'))).toHaveLength(2);
  });

  it('stays erased where a folder with a trail of its own brings it into an index', async () => {
    const folder = quickFolder();
    const database = openDatabase(join(folder, 'server.db'));
    const own = sqliteEventStore(database, { now: () => NOON, newSalt: () => '0'.repeat(32) });
    await own.append(STREAM, 0, secretEvents(3));
    await own.append('draft/b', 0, [first]);
    own.erasures.mark([{ stream: STREAM, version: 3, at: NOON, reason: 'x', author: 'ada' }]);
    // The process ends before the texts are gone.
    database.close();
    const one = await started(engine, folder);
    const two = await started();
    await eventually(() => two.copy.state().isOpen).toBe(true);
    expect(await two.store.read('draft/b')).toHaveLength(1);
    await expect(two.store.record(STREAM, 0, [first])).rejects.toBeInstanceOf(ErasedStreamError);
    expect(await hashesOf(two, STREAM)).toEqual(await hashesOf(one, STREAM));
    expect(await indexText()).not.toContain(SECRET);
    expect(openSigningKey(join(folder, 'signing-key.pem')).publicKey).toBe(
      two.keeper.tombstones(STREAM, 0, 1)[0]?.publicKey,
    );
  });
});

it('actions of all servers are erased by the one that keeps them for so many days', async () => {
  const [one, two] = [await started(), await started()];
  const index = sqliteActionIndex(two.database);
  const ended = { cluster: 'prod', id: ulid(Date.parse(NOON) - 31 * DAY_MS) };
  const stream = actionStream(ended);
  await one.store.append(stream, 0, secretEvents(2));
  await eventually(() => two.store.versionOf(stream)).toBe(2);
  await index.put({ ...ended, version: 2, route: 'r', state: 'done', names: [SECRET] });
  const kept = retention({
    ...{ days: 30, index, store: two.store, eraser: two.keeper, clock: { now: () => NOON } },
    later: () => undefined,
    onFailure: (error) => expect.fail(String(error)),
  });
  expect(await kept.run()).toMatchObject({ actions: 1 });
  expect(await kept.run()).toMatchObject({ actions: 0 });
  // What notes it late does not bring it back.
  await index.put({ ...ended, version: 2, route: 'r', state: 'done', names: [SECRET] });
  expect(await index.count()).toBe(0);
  await eventually(indexText).not.toContain(SECRET);
  await eventually(() => filesWith(one.folder, SECRET)).toEqual([]);
  expect(one.keeper.find(stream)).toMatchObject({ author: 'server', reason: 'Actions are kept for 30 days' });
  const { events } = openLog(await two.store.read(STORAGE_STREAM), { names: new Map() });
  expect(events.map(({ summary }) => summary)).toEqual(['Erase 1 action older than 30 days']);
});

describe('a document of the log', () => {
  it('of which something else than an erased log was taken out is refused', async () => {
    const [one, gateway] = [await started(), way()];
    const two = await started(gateway);
    gateway.fateOf = () => 'away';
    await one.store.record(STREAM, 0, secretEvents(1));
    const path = [INDEX, '_doc', `log-${one.copy.state().position}`];
    const source = JSON.parse((await engine.send({ method: 'GET', path })).body) as {
      readonly _source: { readonly entries: readonly string[] };
    };
    const entries = source._source.entries.map((entry) => ({ digest: 'a'.repeat(64), entry }));
    await engine.send({ method: 'PUT', path, body: JSON.stringify({ ...source._source, entries }) });
    gateway.fateOf = () => 'sent';
    await eventually(() => two.troubles.at(-1)).toMatch('the hash does not match');
  });
});
