import { beforeEach, describe, expect, it } from 'vitest';
import { codeStream, type Applied } from '#domain/apply';
import { openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { ulidSource } from '../../infra/platform.ts';
import type { Caller } from '../console/caller.ts';
import type { HandlersIn, ServerContext } from '../console/context.ts';
import { codeHandlers, LEASE_SECONDS } from './code-service.ts';

const ADA: Caller = { address: '192.0.2.1', signedIn: new Map(), claimed: { id: 'ada', name: 'Ada' } };
const BEN: Caller = { address: '192.0.2.2', signedIn: new Map(), claimed: { id: 'ben', name: 'Ben' } };
const NOBODY: Caller = { address: '192.0.2.3', signedIn: new Map() };
const FIRST = 'first-apply-00000001';
const SECOND = 'second-apply-0000001';
const DIGEST = 'a'.repeat(64);

let store: EventStore;
let seconds: number;
let code: HandlersIn<'code'>;
beforeEach(() => {
  store = memoryEventStore();
  seconds = 0;
  code = serverOver(store);
});

function serverOver(events: EventStore): HandlersIn<'code'> {
  const now = () => new Date(Date.UTC(2026, 10, 28, 10, 0, seconds)).toISOString();
  return codeHandlers({ store: events, clock: { now }, ids: ulidSource(), maySee: async () => true });
}

const contextOf = (caller: Caller): ServerContext => ({
  ...{ isReadOnly: false, caller, signal: new AbortController().signal },
  openCluster: () => {
    throw new Error('no cluster is asked');
  },
});
const claim = (object: string) => ({ object, file: `${object}.json`, digest: DIGEST });

interface Begun {
  readonly caller?: Caller;
  readonly name?: string;
  readonly objects?: readonly string[];
  readonly on?: HandlersIn<'code'>;
  readonly cluster?: string;
}
const begin = (id: string, { caller = ADA, name = 'search', objects = [], on = code, cluster = 'uuid' }: Begun = {}) =>
  on['code.begin'](
    {
      params: { name },
      body: { id, cluster, environment: 'staging', commit: null, isDirty: false, objects: objects.map(claim) },
    },
    contextOf(caller),
  );
const params = (name = 'search') => ({ params: { name } });
const end = (id: string, caller = ADA, name = 'search') =>
  code['code.end']({ ...params(name), body: { id, outcome: 'done', sent: 1, requests: 1 } }, contextOf(caller));
const renew = (id: string, caller = ADA) => code['code.renew']({ ...params(), body: { id } }, contextOf(caller));
const note = (id: string, object: string, did: Applied) =>
  code['code.note']({ ...params(), body: { id, object, did } }, contextOf(ADA));
const get = (caller = ADA, name = 'search') =>
  code['code.get']({ ...params(name), query: { on: 'uuid' } }, contextOf(caller));
const summaries = async () =>
  openLog(await store.read(codeStream('search'))).events.map(({ author, summary }) => `${author.id}: ${summary}`);

describe('the lock of a project', () => {
  it('is refused to a second apply with who holds it since when, and taken after the end', async () => {
    expect(await begin(FIRST)).toEqual({ until: '2026-11-28T10:01:00.000Z', leaseSeconds: LEASE_SECONDS });
    seconds = 5;
    await expect(begin(SECOND, { caller: BEN })).rejects.toMatchObject({
      statusCode: 409,
      message:
        'Project search is being applied to staging by Ada since 2026-11-28T10:00:00.000Z. Its lock is free when that apply ends, or at 2026-11-28T10:01:00.000Z if it was interrupted.',
    });
    expect((await get()).lock).toMatchObject({ author: 'Ada', at: '2026-11-28T10:00:00.000Z' });
    await end(FIRST);
    expect((await get()).lock).toBeNull();
    await begin(SECOND, { caller: BEN });
    expect(await summaries()).toEqual([
      'ada: Begin apply to staging',
      'ada: Applied to staging: 1 request',
      'ben: Begin apply to staging',
    ]);
  });

  it('is held as long as it is renewed, and taken over after its lease', async () => {
    await begin(FIRST);
    seconds = 50;
    await renew(FIRST);
    seconds = 100;
    await note(FIRST, 'index_templates/logs', 'updated');
    seconds = 159;
    await expect(begin(SECOND, { caller: BEN })).rejects.toMatchObject({ statusCode: 409 });
    seconds = 160;
    expect((await get()).lock).toBeNull();
    await begin(SECOND, { caller: BEN });
    await expect(note(FIRST, 'index_templates/logs', 'updated')).rejects.toMatchObject({ statusCode: 403 });
    await expect(end(FIRST)).rejects.toMatchObject({ statusCode: 403 });
  });

  it('is lost to another apply of the same author, with since when', async () => {
    await begin(FIRST);
    seconds = 60;
    await begin(SECOND);
    await expect(renew(FIRST)).rejects.toMatchObject({
      statusCode: 409,
      message: 'This apply has no lock on project search any more. Ada has it since 2026-11-28T10:01:00.000Z.',
    });
    await expect(end(FIRST)).rejects.toMatchObject({ statusCode: 409 });
  });

  it('is one for two servers over one store, and for applies at once', async () => {
    const other = serverOver(store);
    for (let round = 0; round < 20; round++) {
      const ids = [`round-${round}-first-apply`, `round-${round}-second-apply`] as const;
      const said = await Promise.allSettled([begin(ids[0]), begin(ids[1], { caller: BEN, on: other })]);
      expect(said.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await (said[0].status === 'fulfilled' ? end(ids[0]) : end(ids[1], BEN));
    }
  });

  it('takes the same requests again, as after lost answers', async () => {
    await begin(FIRST);
    seconds = 1;
    expect(await begin(FIRST)).toMatchObject({ until: '2026-11-28T10:01:01.000Z' });
    await end(FIRST);
    expect(await end(FIRST)).toEqual({});
    expect(await summaries()).toHaveLength(3);
  });

  it('is kept apart for each project', async () => {
    await begin(FIRST);
    await begin(SECOND, { name: 'shop' });
    expect((await get(ADA, 'shop')).lock).toMatchObject({ id: SECOND });
  });
});

describe('who is nobody', () => {
  it('neither takes a lock nor reads a record', async () => {
    for (const asked of [() => begin(FIRST, { caller: NOBODY }), () => get(NOBODY)])
      await expect(asked()).rejects.toMatchObject({ statusCode: 401 });
    await begin(FIRST);
    await expect(renew(FIRST, NOBODY)).rejects.toMatchObject({ statusCode: 401 });
    await expect(renew(FIRST, BEN)).rejects.toMatchObject({
      statusCode: 403,
      message: 'The newest apply of project search was begun by Ada, not by you.',
    });
  });
});

describe('the objects of a project', () => {
  it('are what was claimed, with what was made', async () => {
    await begin(FIRST, { objects: ['index_templates/logs', 'component_templates/base'] });
    await note(FIRST, 'index_templates/logs', 'created');
    await end(FIRST);
    await begin(SECOND, { objects: [] });
    expect((await get()).objects).toEqual([{ ...claim('index_templates/logs'), isMade: true, isLeft: true }]);
  });

  it('are refused to a second project, naming both', async () => {
    await begin(FIRST, { objects: ['index_templates/logs'] });
    await end(FIRST);
    expect((await get(ADA, 'shop')).others).toEqual([{ project: 'search', object: 'index_templates/logs' }]);
    await expect(begin(SECOND, { name: 'shop', objects: ['index_templates/logs'] })).rejects.toMatchObject({
      statusCode: 409,
      message:
        'Project shop claims what another project claims on this cluster: index_templates/logs (project search). Remove the files from one of them, and apply that one first.',
    });
    await begin(SECOND, { name: 'shop', objects: ['index_templates/logs'], cluster: 'another' });
    await end(SECOND, ADA, 'shop');
    // The first one gives it up.
    await begin('third-apply-00000001');
    await end('third-apply-00000001');
    await begin('fourth-apply-0000001', { name: 'shop', objects: ['index_templates/logs'] });
  });

  it('are refused while an apply of the other project goes on, which may delete what it has no file of', async () => {
    const object = 'index_templates/logs';
    await begin(FIRST, { objects: [object] });
    await note(FIRST, object, 'created');
    await end(FIRST);
    await begin(SECOND);
    const take = () => begin('third-apply-00000001', { name: 'shop', objects: [object] });
    await expect(take()).rejects.toMatchObject({ statusCode: 409 });
    await note(SECOND, object, 'deleted');
    await end(SECOND);
    await take();
  });

  it('are no longer known as made once they are found deleted', async () => {
    const object = 'index_templates/logs';
    await begin(FIRST, { objects: [object] });
    await note(FIRST, object, 'created');
    await end(FIRST);
    await begin(SECOND);
    await note(SECOND, object, 'gone');
    expect((await get()).objects).toEqual([]);
    expect((await summaries()).at(-1)).toBe('ada: Found deleted index_templates/logs');
  });

  it('are claimed by one of two projects that begin at once', async () => {
    const objects = ['index_templates/logs'];
    const said = await Promise.allSettled([begin(FIRST, { objects }), begin(SECOND, { name: 'shop', objects })]);
    expect(said.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});
