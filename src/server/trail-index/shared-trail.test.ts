import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentEvent } from '#domain/events';
import { namesByCommitment, openLog } from '#domain/log';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { ada, ben, sampleHistory } from '../../../tests/contracts/sample-history.ts';
import {
  NOON,
  openTrailHome,
  removeHomes,
  trailEngine,
  wayTo,
  type TrailHome,
} from '../../../tests/contracts/shared-trail-homes.ts';
import type { EmbeddedEngine } from '../embedded/embedded-engine.ts';
import { openDatabase } from '../sqlite/database.ts';
import { sqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import { sqliteTrailRegister } from '../sqlite/sqlite-trail-register.ts';
import { NotRecordedError } from '../trail/store-errors.ts';
import { TrailIndexError } from './trail-index.ts';

const eventually = <T>(look: () => T) => expect.poll(look, { interval: 5 });
const { events } = sampleHistory();
const [first, second, third] = events as [DocumentEvent, DocumentEvent, DocumentEvent];
const INDEX = 'trail';
const ACTION = 'action/prod/01J00000000000000000000001';

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

function open(gateway: ClusterGateway = engine, folder?: string): TrailHome {
  const home = openTrailHome(gateway, { index: INDEX, ...(folder !== undefined && { folder }) });
  homes.push(home);
  return home;
}

async function started(gateway?: ClusterGateway, folder?: string): Promise<TrailHome> {
  const home = open(gateway, folder);
  await home.trail.start();
  return home;
}

async function idsIn({ trail }: TrailHome, stream: string): Promise<readonly string[]> {
  return openLog(await trail.store.read(stream)).events.map(({ id }) => id);
}

const isCreation = ({ path }: ClusterCall) => path[1] === '_create' && path[2]?.startsWith('log-') === true;
const eventOf = (event: DocumentEvent, id: string): DocumentEvent => ({ ...event, id });

describe('servers that share a trail', () => {
  it('record to one stream in turn, each event once, and read the same', async () => {
    const [one, two] = [await started(), await started()];
    const outcomes = await Promise.all(
      [one, two].map(({ trail }, server) => trail.store.record('draft/a', 0, [eventOf(first, `of-${server}`)])),
    );
    expect(outcomes.map(({ conflict }) => conflict).sort()).toEqual([false, true]);
    const loser = outcomes[0]?.conflict === true ? 0 : 1;
    expect(outcomes[loser]).toEqual({ conflict: true, actualVersion: 1 });
    const again = await (loser === 0 ? one : two).trail.store.record('draft/a', 1, [eventOf(first, `of-${loser}`)]);
    expect(again).toMatchObject({ conflict: false, version: 2 });
    const pages = await Promise.all([one, two].map(({ trail }) => trail.store.readPage('draft/a', 0, 10)));
    expect(pages[0]?.records).toEqual(pages[1]?.records);
    expect(await idsIn(one, 'draft/a')).toEqual([`of-${1 - loser}`, `of-${loser}`]);
    expect(await one.trail.store.position()).toBe(2);
    expect(await two.trail.store.position()).toBe(2);
  });

  it('acknowledge an append only once it is in the index, also where another server took its place there', async () => {
    const one = await started();
    let isFirst = true;
    const two = await started({
      async send(call) {
        if (isCreation(call) && isFirst) {
          isFirst = false;
          await one.trail.store.record('draft/a', 0, [eventOf(first, 'of-one')]);
        }
        return engine.send(call);
      },
    });
    expect(await two.trail.store.record('draft/b', 0, [eventOf(first, 'of-two')])).toMatchObject({ version: 1 });
    expect(isFirst).toBe(false);
    expect(await idsIn(one, 'draft/a')).toEqual(['of-one']);
    expect(await idsIn(one, 'draft/b')).toEqual(['of-two']);
  });

  it('know the names that others have made commitments to', async () => {
    const [one, two] = [await started(), await started()];
    await one.trail.store.record('draft/a', 0, [first]);
    await two.trail.store.record('draft/a', 1, [{ ...second, author: ben }]);
    for (const { trail } of [one, two]) {
      const { records, names } = await trail.store.readPage('draft/a', 0, 10);
      const opened = openLog(records, { names: namesByCommitment(names) });
      expect(opened.events.map(({ author }) => author.name)).toEqual([ada.name, ben.name]);
    }
    expect(JSON.stringify(await engine.send({ method: 'GET', path: [INDEX, '_doc', 'log-2'] }))).not.toContain(
      `\\"${ada.name}\\"`,
    );
  });

  it('know the name that an author used last, on whichever of them, and what others imported names nobody', async () => {
    const [one, two] = [await started(), await started()];
    const namesOf = async (id: string) => {
      for (const { trail } of [one, two]) await trail.store.read('draft/a');
      return [one, two].map(({ trail }) => trail.store.names.nameOf(id));
    };
    const as = (id: string, name: string): DocumentEvent => ({ ...eventOf(second, id), author: { ...ada, name } });
    await one.trail.store.record('draft/a', 0, [{ ...first, author: { ...ada, name: 'Ada' } }]);
    await two.trail.store.record('draft/a', 1, [as('b', 'Ada L.')]);
    expect(await namesOf(ada.id)).toEqual(['Ada L.', 'Ada L.']);
    await one.trail.store.record('draft/a', 2, [as('c', 'Ada')]);
    expect(await namesOf(ada.id)).toEqual(['Ada', 'Ada']);
    const forged = [
      { ...as('d', 'Fired Ada'), importedBy: ben.id },
      { ...eventOf(third, 'e'), author: { ...ada, id: 'zed', name: 'Zed' }, importedBy: ben.id },
    ];
    await two.trail.store.record('draft/a', 3, forged);
    expect([await namesOf(ada.id), await namesOf('zed')]).toEqual([
      ['Ada', 'Ada'],
      [null, null],
    ]);
    for (const { trail } of [one, two])
      expect(['zed', 'nobody'].map((id) => trail.store.names.isRecorded(id))).toEqual([true, false]);
  });

  it('erase a name on all of them and in the index', async () => {
    const [one, two] = [await started(), await started()];
    await one.trail.store.record('draft/a', 0, [first]);
    await two.trail.store.read('draft/a');
    expect(two.trail.store.names.erase(ada.id)).toBe(1);
    await two.trail.store.record('draft/b', 0, [{ ...second, author: ben }]);
    for (const { trail } of [one, two]) {
      const { records, names } = await trail.store.readPage('draft/a', 0, 10);
      expect(openLog(records, { names: namesByCommitment(names) }).events[0]?.author.isErased).toBe(true);
    }
    const found = await engine.send({ method: 'POST', path: [INDEX, '_search'], body: '{"size":100}' });
    expect(found.body).toContain(ben.name);
    expect(found.body).not.toMatch(/\\"ada\\"/);
  });

  it('know whose drafts are whose, and who was first', async () => {
    const [one, two] = [await started(), await started()];
    one.copy.register.begin('draft/a', { author: 'ada', user: 'u1' });
    two.copy.register.begin('draft/a', { author: 'mallory', user: 'u2' });
    await one.trail.store.record('draft/a', 0, [first]);
    expect(await two.trail.store.record('draft/a', 0, [second])).toEqual({ conflict: true, actualVersion: 1 });
    await two.trail.store.record('draft/b', 0, [second]);
    await one.trail.store.read('draft/b');
    for (const { copy } of [one, two])
      expect(copy.register.streamEntry('draft/a')).toMatchObject({ author: 'ada', user: 'u1', isShared: false });
    const draft = {
      name: 'A',
      kind: 'mapping',
      mappingsAt: '',
      target: { distribution: 'opensearch', version: '3.4.0' },
    } as const;
    one.copy.register.share('draft/a', true, draft);
    await one.trail.store.record('draft/a', 1, [second]);
    await two.trail.store.read('draft/a');
    expect(two.copy.register.streamEntry('draft/a')).toMatchObject({ author: 'ada', isShared: true, draft });
  });

  it('know by which devices an author is proved, and which of two was the first', async () => {
    const [one, two] = [await started(), await started()];
    one.copy.register.addDevice('ada', 'of ada', 'device', NOON);
    await one.trail.store.record('draft/a', 0, [first]);
    // The other server has not heard of it, and can't write before it has.
    two.copy.register.addDevice('ada', 'of mallory', 'device', NOON);
    two.copy.register.addDevice('ada', 'a code of mallory', 'recovery', NOON);
    const isStillBound = () => {
      const known = two.copy.register.deviceDigests('ada').some(({ digest }) => digest === 'of mallory');
      if (!known) throw new Error('Ada was first');
    };
    await expect(two.trail.store.record('draft/b', 0, [second], isStillBound)).rejects.toThrow('Ada was first');
    await two.trail.store.record('draft/b', 0, [second]);
    await one.trail.store.read('draft/b');
    for (const { copy } of [one, two])
      expect(copy.register.deviceDigests('ada')).toEqual([{ digest: 'of ada', kind: 'device' }]);
  });

  it('use up a recovery code on all of them, and bring none back', async () => {
    const [one, two] = [await started(), await started()];
    one.copy.register.addDevice('ada', 'of ada', 'device', NOON);
    one.copy.register.addDevice('ada', 'code', 'recovery', NOON);
    // Used before the index has heard of it.
    one.copy.register.removeDevice('ada', 'code');
    expect(one.copy.register.deviceDigests('ada')).toHaveLength(1);
    await one.trail.store.record('draft/a', 0, [first]);
    await two.trail.store.read('draft/a');
    for (const { copy } of [one, two])
      expect(copy.register.deviceDigests('ada')).toEqual([{ digest: 'of ada', kind: 'device' }]);
  });

  it('do not bring back a code that was used while the index heard of it', async () => {
    const gateway = way();
    const { trail, copy } = await started(gateway);
    const counts: number[] = [];
    gateway.fateOf = (call) => {
      if (!isCreation(call)) return 'sent';
      counts.push(copy.register.deviceDigests('ada').length);
      copy.register.removeDevice('ada', 'code');
      return 'sent';
    };
    copy.register.addDevice('ada', 'of ada', 'device', NOON);
    copy.register.addDevice('ada', 'code', 'recovery', NOON);
    await trail.store.record('draft/a', 0, [first]);
    await eventually(() => counts.length).toBeGreaterThan(1);
    expect(counts.slice(0, 2)).toEqual([2, 1]);
  });

  it('take appends to one stream one after another, also where they come at once', async () => {
    const { trail } = await started();
    const outcomes = await Promise.all([
      trail.store.record('draft/a', 0, [first]),
      trail.store.record('draft/b', 0, [eventOf(first, 'elsewhere')]),
      trail.store.record('draft/a', 0, [eventOf(first, 'too late')]),
      trail.store.record('draft/a', 1, [second]),
    ]);
    expect(outcomes).toMatchObject([
      { conflict: false, version: 1 },
      { conflict: false, version: 1 },
      { conflict: true, actualVersion: 1 },
      { conflict: false, version: 2 },
    ]);
    expect(openLog(await trail.store.read('draft/a')).events.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it('wait for a document that they can’t see yet, and read nothing behind it', async () => {
    const one = await started();
    for (const [version, event] of [first, second, third].entries())
      await one.trail.store.record('draft/a', version, [event]);
    let isHidden = true;
    const two = await started({
      ...engine,
      async send(call) {
        const answer = await engine.send(call);
        if (!isHidden || call.path[1] !== '_mget') return answer;
        const { docs } = JSON.parse(answer.body) as { readonly docs: readonly { readonly _id: string }[] };
        const seen = docs.map((doc) => (doc._id === 'log-3' ? { _id: doc._id, found: false } : doc));
        return { ...answer, body: JSON.stringify({ docs: seen }) };
      },
    });
    expect(await idsIn(two, 'draft/a')).toEqual([first.id]);
    isHidden = false;
    expect(await idsIn(two, 'draft/a')).toEqual([first.id, second.id, third.id]);
    expect(two.troubles).toEqual([]);
  });

  it('tell of what others have recorded', async () => {
    const [one, two] = [await started(), await started()];
    const heard = new Promise((resolve) => two.trail.store.subscribe(resolve));
    await one.trail.store.record('draft/a', 0, [first, second]);
    expect(await heard).toEqual({ stream: 'draft/a', version: 2 });
    expect(await two.trail.store.changedSince(0)).toMatchObject({ position: 2 });
  });
});

describe('where answers get lost', () => {
  it('an append whose answer was lost is recorded once, and answered as recorded', async () => {
    const gateway = way();
    const home = await started(gateway);
    let lost = 0;
    gateway.fateOf = (call) => (isCreation(call) && lost++ === 0 ? 'lost' : 'sent');
    expect(await home.trail.store.record('draft/a', 0, [first])).toMatchObject({ conflict: false, version: 1 });
    expect(await home.trail.store.append('draft/a', 1, [second])).toEqual({ conflict: false, version: 2 });
    expect(lost).toBe(2);
    expect(await idsIn(home, 'draft/a')).toEqual([first.id, second.id]);
    expect(home.troubles).toEqual([]);
  });

  it('a server that ends between the write and its answer finds what it wrote when it starts again', async () => {
    const gateway = way();
    const home = await started(gateway);
    let hasWritten = false;
    gateway.fateOf = (call) => {
      if (hasWritten) return 'away';
      hasWritten = isCreation(call);
      return hasWritten ? 'lost' : 'sent';
    };
    await expect(home.trail.store.record('draft/a', 0, [first, second])).rejects.toBeInstanceOf(NotRecordedError);
    await home.stop();
    const again = await started(engine, home.folder);
    expect(await idsIn(again, 'draft/a')).toEqual([first.id, second.id]);
    expect(await again.trail.store.record('draft/a', 0, [first, second])).toMatchObject({
      version: 2,
      isRepeated: true,
    });
    expect(again.copy.spoolSize()).toBe(0);
  });
});

describe('while the cluster is away', () => {
  it('what browsers send is refused, what the server does itself is spooled, and written when the cluster is back', async () => {
    const [gateway, two] = [way(), await started()];
    const one = await started(gateway);
    await one.trail.store.record('draft/a', 0, [first]);
    await two.trail.store.read('draft/a');
    gateway.fateOf = () => 'away';
    await expect(one.trail.store.record('draft/a', 1, [second])).rejects.toThrow(
      'The index of the trail can’t be used: The cluster is away.',
    );
    expect(await one.trail.store.append(ACTION, 0, [first])).toEqual({ conflict: false, version: 1 });
    expect(one.copy.spoolSize()).toBeGreaterThan(0);
    expect(one.trail.isReachable()).toBe(false);
    expect(await idsIn(one, 'draft/a')).toEqual([first.id]);
    const heard = new Promise((resolve) => two.trail.store.subscribe(resolve));
    gateway.fateOf = () => 'sent';
    expect(await heard).toEqual({ stream: ACTION, version: 1 });
    expect(await two.trail.store.read(ACTION)).toEqual(await one.trail.store.read(ACTION));
    expect([one.copy.isOthers(ACTION), two.copy.isOthers(ACTION)]).toEqual([false, true]);
    await eventually(() => one.copy.spoolSize()).toBe(0);
    expect(one.troubles).toEqual(['The cluster is away.', null]);
  });

  it('the spool is kept over a restart', async () => {
    const gateway = way();
    gateway.fateOf = () => 'away';
    const home = await started(gateway);
    await home.trail.store.append(ACTION, 0, [first, second]);
    await home.stop();
    const again = await started(engine, home.folder);
    const two = await started();
    await eventually(() => again.copy.spoolSize()).toBe(0);
    expect(await two.trail.store.readPage('draft/none', 0, 1)).toMatchObject({ version: 0 });
    expect(await two.trail.store.read(ACTION)).toHaveLength(2);
  });

  it('a server that is behind does not say that the trail is shorter than it is', async () => {
    const gateway = way();
    const [one, two] = [await started(), await started(gateway)];
    await one.trail.store.record('draft/a', 0, [first]);
    expect(await two.trail.store.readPage('draft/a', 0, 10)).toMatchObject({ version: 1 });
    gateway.fateOf = () => 'away';
    await one.trail.store.record('draft/a', 1, [second]);
    expect(await two.trail.store.readPage('draft/a', 1, 10)).toMatchObject({ version: 1, records: [] });
    await expect(two.trail.store.readPage('draft/a', 2, 10)).rejects.toBeInstanceOf(NotRecordedError);
  });
});

describe('an index', () => {
  it('that was deleted is not made again by a write, and what was recorded stays readable', async () => {
    const home = await started();
    await home.trail.store.record('draft/a', 0, [first]);
    await engine.send({ method: 'DELETE', path: [INDEX] });
    await eventually(() => home.troubles.at(-1)).toMatch(/does not exist|lacks document/);
    await expect(home.trail.store.record('draft/a', 1, [second])).rejects.toBeInstanceOf(NotRecordedError);
    await expect(engine.send({ method: 'GET', path: [INDEX, '_mapping'] })).rejects.toMatchObject({ status: 404 });
    expect(await idsIn(home, 'draft/a')).toEqual([first.id]);
  });

  it('that lacks the newest document is no continuation, and nothing is written to it', async () => {
    const home = await started();
    await home.trail.store.record('draft/a', 0, [first]);
    const { position } = home.copy.state();
    await engine.send({ method: 'DELETE', path: [INDEX, '_doc', `log-${position}`] });
    await eventually(() => home.troubles.at(-1)).toMatch(`It lacks document ${position}`);
    await expect(home.trail.store.record('draft/a', 1, [second])).rejects.toBeInstanceOf(NotRecordedError);
    await expect(engine.send({ method: 'GET', path: [INDEX, '_doc', `log-${position + 1}`] })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('whose document was changed is refused, and nothing of it is taken in', async () => {
    const gateway = way();
    const [one, two] = [await started(), await started(gateway)];
    await one.trail.store.record('draft/a', 0, [first]);
    await two.trail.store.read('draft/a');
    gateway.fateOf = () => 'away';
    await one.trail.store.record('draft/a', 1, [second]);
    const path = [INDEX, '_doc', `log-${one.copy.state().position}`];
    const { body } = await engine.send({ method: 'GET', path });
    const source = JSON.stringify((JSON.parse(body) as { readonly _source: object })._source);
    await engine.send({ method: 'PUT', path, body: source.replace('keyword', 'text') });
    gateway.fateOf = () => 'sent';
    await eventually(() => two.troubles.at(-1)).toMatch('the hash does not match');
    expect(await idsIn(two, 'draft/a')).toEqual([first.id]);
  });

  it('that was deleted while the server was away is not made anew', async () => {
    const home = await started();
    await home.trail.store.record('draft/a', 0, [first]);
    await home.stop();
    await engine.send({ method: 'DELETE', path: [INDEX] });
    await expect(open(engine, home.folder).trail.start()).rejects.toThrow(/The index "trail" is gone/);
    await expect(engine.send({ method: 'GET', path: [INDEX, '_mapping'] })).rejects.toMatchObject({ status: 404 });
  });

  it('is not read before its primary shard is there', async () => {
    let isStarted = false;
    const home = open({
      async send(call) {
        if (call.path[1] === 'health') {
          isStarted = true;
          expect(call).toMatchObject({ path: ['_cluster', 'health', INDEX], query: { wait_for_status: 'yellow' } });
        }
        if (call.path[1] !== '_mget' || isStarted) return engine.send(call);
        const error = { type: 'no_shard_available_action_exception', reason: 'No shard available' };
        return { status: 200, body: JSON.stringify({ docs: [{ _index: INDEX, _id: 'log-1', error }] }) };
      },
    });
    await home.trail.start();
    expect(home.troubles).toEqual([]);
    expect(await home.trail.store.record('draft/a', 0, [first])).toMatchObject({ version: 1 });
  });

  it.each([
    ['is not there in time', { fault: 'refused', status: 408 }],
    ['may not be asked for', { fault: 'forbidden', status: 403 }],
    ['is not answered', { fault: 'timeout' }],
  ] as const)('whose health %s is read all the same', async (_, { fault, ...status }) => {
    const home = open({
      async send(call) {
        if (call.path[1] !== 'health') return engine.send(call);
        throw new ClusterError(fault, 'No health.', { request: requestOf(call), ...status });
      },
    });
    await home.trail.start();
    expect(home.troubles).toEqual([]);
    expect(await home.trail.store.record('draft/a', 0, [first])).toMatchObject({ version: 1 });
  });

  it('whose shard is not there yet is waited for', async () => {
    let isMissing = true;
    const home = open({
      async send(call) {
        if (call.path[1] !== '_mget' || !isMissing) return engine.send(call);
        isMissing = false;
        const error = { type: 'no_shard_available_action_exception', reason: 'No shard available' };
        return { status: 200, body: JSON.stringify({ docs: [{ _index: INDEX, _id: 'log-1', error }] }) };
      },
    });
    await home.trail.start();
    expect(home.troubles).toEqual(['The index can’t be read: "No shard available".']);
    await eventually(() => home.trail.isReachable()).toBe(true);
    expect(await home.trail.store.record('draft/a', 0, [first])).toMatchObject({ version: 1 });
  });

  it('that is something else is refused', async () => {
    await engine.send({ method: 'PUT', path: [INDEX], body: '{}' });
    await expect(open().trail.start()).rejects.toThrow(
      new TrailIndexError(
        '"trail" is not the index of a trail. Choose another name: the server creates the index itself.',
      ),
    );
  });
});

describe('a trail that was there before', () => {
  /** A data folder as a server without an index leaves it. */
  async function folderOfItsOwn(): Promise<string> {
    const folder = quickFolder();
    const database = openDatabase(join(folder, 'server.db'));
    const store = sqliteEventStore(database, { now: () => NOON, newSalt: () => '0'.repeat(32) });
    const register = sqliteTrailRegister(database);
    register.begin('draft/a', { author: ada.id, user: null });
    register.begin('draft/restored', { author: ada.id, user: null, isRestored: true });
    register.addDevice(ada.id, 'of ada', 'device', NOON);
    await store.record('draft/a', 0, [first, second]);
    await store.append(ACTION, 0, [third]);
    database.close();
    return folder;
  }

  it('goes into the index with names and owners, and only then others may write', async () => {
    const folder = await folderOfItsOwn();
    const one = await started(engine, folder);
    const two = await started();
    await eventually(() => two.copy.state().isOpen).toBe(true);
    expect(await two.trail.store.read('draft/a')).toEqual(await one.trail.store.read('draft/a'));
    expect(two.copy.register.streamEntry('draft/a')).toMatchObject({ author: ada.id });
    expect(two.copy.register.streamEntry('draft/a')).not.toHaveProperty('isRestored');
    // Nobody knows whether it was shared, on no server.
    expect(two.copy.register.streamEntry('draft/restored')).toMatchObject({ author: ada.id, isRestored: true });
    expect(two.copy.register.deviceDigests(ada.id)).toEqual([{ digest: 'of ada', kind: 'device' }]);
    expect((await two.trail.store.readPage('draft/a', 0, 10)).names).toMatchObject([{ name: 'ada' }]);
    expect(two.copy.isOthers(ACTION)).toBe(true);
    expect(await two.trail.store.record('draft/a', 2, [third])).toMatchObject({ version: 3 });
    expect(await idsIn(one, 'draft/a')).toEqual([first.id, second.id, third.id]);
  });

  it('does not mix with the trail of others', async () => {
    await started();
    await expect(open(engine, await folderOfItsOwn()).trail.start()).rejects.toThrow(/its own trail/);
  });
});
