import { beforeEach, describe, expect, it } from 'vitest';
import { encodeTime } from 'ulid';
import type { RouteAnswer, RouteInput } from '#domain/wire';
import {
  clusterError,
  recordedCluster,
  type Answering,
  type RecordedCluster,
} from '../../../tests/builders/recording-gateway.ts';
import { memoryActionLog } from '../../ui/testing/memory-actions.ts';
import type { HandlersIn } from '../console/context.ts';
import type { NewAction } from '../console/action-log.ts';
import { localCaller } from '../console/caller.ts';
import type { ConsoleContext } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import { actionRights } from './action-rights.ts';
import { actionHandlers } from './action-service.ts';
import type { EventActionLog } from './event-action-log.ts';

const START = Date.UTC(2026, 10, 22, 10);
const MINUTE = 60_000;

let log: EventActionLog;
let actions: HandlersIn<'actions'>;
let now: number;
beforeEach(() => {
  let count = 0;
  now = START;
  // One action a minute.
  log = memoryActionLog({
    clock: { now: () => new Date(now).toISOString() },
    ids: { next: () => `${encodeTime(now)}${String((count += 1)).padStart(16, '0')}` },
  });
  actions = actionHandlers(
    log,
    actionRights(() => now),
  );
});

async function act(given: Partial<NewAction> = {}): Promise<string> {
  now += MINUTE;
  const open = await log.begin({
    ...{ cluster: 'recorded', route: 'indices.delete', names: ['logs'], requestId: 'r' },
    author: { id: 'user:1', name: 'Ada', verified: true },
    ...given,
  });
  await open.complete({ kind: 'done' });
  return open.id;
}

function contextOver(cluster: RecordedCluster): ConsoleContext {
  return {
    cluster,
    openCluster: () => cluster,
    caller: localCaller(cluster),
    isReadOnly: false,
    signal: new AbortController().signal,
  };
}

function list(
  query: RouteInput<'actions.list'>['query'] = {},
  answer?: Answering,
): Promise<RouteAnswer<'actions.list'>> {
  return actions['actions.list']({ query }, contextOver(recordedCluster(answer)));
}

describe('the list of actions', () => {
  it('has the newest first, in pages', async () => {
    const ids = [await act(), await act(), await act()];
    await act({ cluster: 'other' });
    const first = await list({ limit: '2' });
    expect(first.actions.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.actions[0]).toMatchObject({ author: { name: 'Ada' }, state: 'done', nameCount: 1, names: ['logs'] });
    const second = await list({ limit: '2', before: first.next ?? '' });
    expect(second).toMatchObject({ actions: [{ id: ids[0] }], hidden: 0 });
    expect(second.next).toBeUndefined();
  });

  it('is filtered by who, name, route, state and time', async () => {
    const ada = await act();
    const bob = await act({ author: { id: 'device-2', name: 'Bob', verified: false }, names: ['a', 'b'] });
    const refresh = await act({ route: 'indices.refresh' });
    now += MINUTE;
    const open = await log.begin({
      ...{ cluster: 'recorded', route: 'indices.delete', names: [], requestId: 'r' },
      author: { id: 'user:1', name: 'Ada', verified: true },
    });
    const idsOf = async (query: RouteInput<'actions.list'>['query']) => (await list(query)).actions.map(({ id }) => id);
    expect(await idsOf({ who: 'device-2' })).toEqual([bob]);
    expect(await idsOf({ who: 'aD' })).toEqual([open.id, refresh, ada]);
    expect(await idsOf({ name: 'b' })).toEqual([bob]);
    expect(await idsOf({ route: 'indices.refresh' })).toEqual([refresh]);
    expect(await idsOf({ state: 'open' })).toEqual([open.id]);
    const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
    expect(await idsOf({ from: at(2), to: at(3) })).toEqual([bob]);
    expect(await idsOf({ from: '2026-11-23' })).toEqual([]);
    await expect(list({ from: '2026-99-99' })).rejects.toThrow('no date');
  });

  it('names the changes of each action of a stream, the first thousand of them', async () => {
    const events = Array.from({ length: 1_001 }, (_, at) => `E${at}`);
    await act({ changes: { stream: 'index/logs/u', events } });
    await act();
    const { actions: found } = await list({ stream: 'index/logs/u' });
    expect(found.map(({ sent }) => [sent?.events, sent?.ids])).toEqual([[1_001, events.slice(0, 1_000)]]);
    // Any other list has what it takes to know of which save an event is part.
    const all = (await list()).actions.flatMap(({ sent }) => sent ?? []);
    expect(all).toMatchObject([{ stream: 'index/logs/u', events: 1_001, ids: events.slice(0, 100) }]);
  });

  it('goes on behind what does not fit', async () => {
    const bob = await act({ author: { id: 'device-2', name: 'Bob', verified: false } });
    for (let count = 0; count < 5; count++) await act();
    expect((await list({ who: 'Bob', limit: '2' })).actions.map(({ id }) => id)).toEqual([bob]);
  });

  it('leaves out what the caller may not read on the cluster, and says how many', async () => {
    await act({ names: ['secret'] });
    await act({ names: ['gone'] });
    await act({ names: ['logs', 'secret'] });
    const template = await act({ route: 'index_templates.create', names: ['secret'] });
    const asked: string[] = [];
    const context = contextOver(
      recordedCluster(({ path }) => {
        asked.push(path.join('/'));
        if (path[1] === '_alias' && path[0]?.includes('secret')) return clusterError('forbidden', 403);
        return path[0] === 'gone' ? clusterError('refused', 404) : '{}';
      }),
    );
    const { actions: seen, hidden } = await actions['actions.list']({ query: {} }, context);
    expect([seen.map(({ names }) => names), hidden]).toEqual([[['secret'], ['gone']], 2]);
    expect(seen[0]?.id).toBe(template);
    // What a cluster has said counts for a minute.
    const calls = asked.length;
    await actions['actions.list']({ query: {} }, context);
    expect(asked).toHaveLength(calls);
    now += MINUTE;
    await actions['actions.list']({ query: {} }, context);
    expect(asked).toHaveLength(2 * calls);
  });

  it('is for who may reach the cluster', async () => {
    await act();
    const cluster = recordedCluster();
    const closed = { ...cluster, capabilities: () => Promise.reject(clusterError('unauthorized', 401)) };
    await expect(actions['actions.list']({ query: {} }, contextOver(closed))).rejects.toMatchObject({
      fault: 'unauthorized',
    });
    await expect(list({}, () => clusterError('unauthorized', 401))).rejects.toMatchObject({ fault: 'unauthorized' });
  });
});

describe('one action', () => {
  it('is all that its events have', async () => {
    const id = await act({ reason: 'OPS-1', body: '{"indices":["logs"]}', address: '192.0.2.7' });
    expect(await actions['actions.get']({ params: { name: id } }, contextOver(recordedCluster()))).toMatchObject({
      ...{ id, version: 2, state: 'done', reason: 'OPS-1', address: '192.0.2.7' },
      body: { text: '{"indices":["logs"]}' },
      outcome: { kind: 'done' },
    });
  });

  it('is not found where it is of another cluster, no action, or not to be seen', async () => {
    const other = await act({ cluster: 'other' });
    const hidden = await act({ names: ['secret'] });
    const forbidden = contextOver(recordedCluster(() => clusterError('forbidden', 403)));
    for (const [id, context, statusCode] of [
      [other, contextOver(recordedCluster()), 404],
      ['../../plan/x', contextOver(recordedCluster()), 400],
      [hidden, forbidden, 404],
    ] as const) {
      const error: unknown = await actions['actions.get']({ params: { name: id } }, context).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(RequestError);
      expect(error).toMatchObject({ statusCode });
    }
  });
});
