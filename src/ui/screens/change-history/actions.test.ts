import { describe, expect, it } from 'vitest';
import { encodeTime } from 'ulid';
import { ADA } from '../../../fuzz/generate/stamps.ts';
import type { ConsoleApi } from '../../platform/console-api.ts';
import { actionFeed, changeOfAction, nameOnCluster } from './actions.ts';
import { changeReader, type ListedAction } from './change-reader.ts';
import type { ChangedDocument } from './documents.ts';

const ONE: ListedAction = {
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  version: 2,
  author: ADA,
  state: 'done',
  at: '2026-01-01T00:00:00.000Z',
  cluster: 'my cluster',
  route: 'indices.close',
  title: 'Close indices',
  names: ['a', 'b', 'c', 'd'],
  nameCount: 7,
};

/** A cluster with actions a second apart; counts the pages that are requested. */
function clusterWith(count: number, limit = 100) {
  const start = Date.UTC(2026, 0, 1);
  const actions = Array.from({ length: count }, (_, at): ListedAction => {
    const time = start + at * 1_000;
    return { ...ONE, id: `${encodeTime(time)}0000000000000000`, at: new Date(time).toISOString() };
  }).reverse();
  const calls: string[] = [];
  const pageAfter = (before?: string) => {
    const from = before === undefined ? 0 : actions.findIndex(({ id }) => id === before) + 1;
    const page = actions.slice(from, from + limit);
    return { actions: page, hidden: 0, ...(from + limit < count && { next: page.at(-1)?.id ?? '' }) };
  };
  const api = {
    call: (id: string, { query }: { query: { before?: string } }) => {
      calls.push(id);
      return Promise.resolve(pageAfter(query.before));
    },
  } as unknown as ConsoleApi;
  const feed = () => actionFeed({ label: 'My cluster', api, query: {}, first: pageAfter() });
  return { feed, calls };
}

const NO_LOGS = { names: new Map<string, string>(), read: () => Promise.resolve([]) };

describe('actions on clusters', () => {
  it('are changes, named by what they act on', () => {
    expect(changeOfAction(ONE)).toMatchObject({
      stream: 'action/my%20cluster/01ARZ3NDEKTSV4RRFFQ69G5FAV',
      version: 2,
      type: 'indices.close',
      summary: 'Close indices: a, b, c and 4 more',
      patch: [],
    });
  });

  it('are read page by page, as far as they are asked for', async () => {
    const { feed, calls } = clusterWith(10_000);
    const reader = changeReader(NO_LOGS, [], [feed()]);
    await reader.extend(100);
    expect(reader.changes).toHaveLength(100);
    expect(calls.length).toBeLessThanOrEqual(1);
    await reader.extend(1_900);
    expect(reader.changes.map(({ at }) => at)).toEqual(
      reader.changes
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(reader.changes).toHaveLength(2_000);
    expect(calls.length).toBeLessThanOrEqual(20);
    expect(new Set(calls)).toEqual(new Set(['actions.list']));
    await reader.extend(10_000);
    expect(reader.changes).toHaveLength(10_000);
    expect(reader.isDone).toBe(true);
  });

  it('are merged with logs, and pages without any are passed over', async () => {
    const { feed } = clusterWith(3, 1);
    const logs = {
      names: new Map<string, string>(),
      read: () =>
        Promise.resolve([
          { text: JSON.stringify({ id: 'x', at: '2026-01-01T00:00:01.500Z', author: ADA, type: 't' }), hash: '' },
        ]),
    };
    const reader = changeReader(logs, [{ stream: 's', version: 1 }], [feed()]);
    await reader.extend(9);
    expect(reader.changes.map(({ stream }) => stream === 's')).toEqual([false, true, false, false]);
    let asked = 0;
    const api = {
      call: () =>
        Promise.resolve(asked++ < 2 ? { actions: [], hidden: 9, next: 'older' } : { actions: [ONE], hidden: 0 }),
    } as unknown as ConsoleApi;
    const sparse = actionFeed({ label: 'Mine', api, query: {}, first: { actions: [], hidden: 9, next: 'older' } });
    const hidden = changeReader(NO_LOGS, [], [sparse]);
    await hidden.extend(9);
    expect(hidden.changes).toHaveLength(1);
  });

  it('say of which cluster they can’t be read, and the rest goes on', async () => {
    const api = { call: () => Promise.reject(new Error('gone')) } as unknown as ConsoleApi;
    const first = { actions: [ONE], hidden: 0, next: ONE.id };
    const reader = changeReader(NO_LOGS, [], [actionFeed({ label: 'Mine', api, query: {}, first })]);
    await reader.extend(9);
    expect(reader.changes).toHaveLength(1);
    expect([...reader.unread]).toEqual(['Actions on Mine']);
  });

  it('are asked for by the name of an index or a template, and of nothing else', () => {
    const index: ChangedDocument = { stream: 'index/c/logs/u', version: 1, kind: 'index', name: 'logs', id: 'u' };
    expect(nameOnCluster(index)).toBe('logs');
    expect(nameOnCluster({ ...index, kind: 'draft' })).toBeUndefined();
    expect(nameOnCluster(undefined)).toBeUndefined();
  });
});
