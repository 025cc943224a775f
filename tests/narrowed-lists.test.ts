import { describe, expect, it } from 'vitest';
import { ROUTES, type RouteContract } from '#domain/wire';
import { NARROWED_ROUTES } from '../src/ui/platform/listed-names.ts';
import { clusterError, consoleOver, recordedCluster, type Answering } from './builders/recording-gateway.ts';
import { HANDLED } from './builders/route-samples.ts';

const contractOf = (id: (typeof HANDLED)[number]): RouteContract => ROUTES[id];
const NARROWED = HANDLED.filter((id) => contractOf(id).isNarrowed === true);
/** What makes a route read all that it can. */
const WHOLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'indices.facts': { created: 'true', tier: 'true', lifecycle: 'true' },
  'data_streams.list': { includeStats: 'true' },
};

const answerNothing: Answering = ({ path }) => (path[0] === '_cat' ? '[]' : '{}');

async function list(id: (typeof HANDLED)[number], only: string, answer = answerNothing) {
  const cluster = recordedCluster(answer);
  const { dispatch } = consoleOver(cluster);
  const { signal } = new AbortController();
  const query = { ...WHOLE[id], only };
  const response = await dispatch({ id, query, requestId: 'r', openCluster: () => cluster, signal });
  return { response, paths: cluster.calls.map(({ path }) => path.join('/')) };
}

describe('a list of some names', () => {
  it('is asked for by browsers wherever the server can be asked for one', () => {
    expect([...NARROWED_ROUTES].sort()).toEqual([...NARROWED].sort());
    expect(NARROWED.length).toBeGreaterThan(3);
  });

  it.each(NARROWED)('asks the cluster for no others: %s', async (id) => {
    const { response, paths } = await list(id, 'logs-*, shop-1');
    expect(response.status).toBe(200);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !path.includes('logs-*,shop-1'))).toEqual([]);
  });

  it.each(NARROWED)('is refused where a name may stand for others: %s', async (id) => {
    for (const only of ['_all', 'logs-*,-logs-1', 'other:logs', '<logs-{now}>', 'a/b', '..', 'x'.repeat(1_001)])
      expect(await list(id, only), only).toMatchObject({ response: { status: 400 }, paths: [] });
    const many = (length: number) => Array.from({ length }, (_, at) => `n${at}`).join(',');
    expect((await list(id, many(51))).response).toMatchObject({ status: 400 });
    expect((await list(id, many(50))).response).toMatchObject({ status: 200 });
  });

  it('is no choice of routes that list nothing of that kind', async () => {
    const others = HANDLED.filter((id) => contractOf(id).method === 'GET' && contractOf(id).params === undefined);
    for (const id of others.filter((each) => !NARROWED.includes(each)))
      expect((await list(id, 'logs')).response, id).toMatchObject({ status: 400 });
  });

  it('leaves out a name that is gone, and has what several patterns stand for once', async () => {
    const row = (index: string) => ({ index, health: 'green', status: 'open' });
    const answer: Answering = ({ path }) => {
      const names = path.find((part) => part.includes('logs') || part.includes('gone')) ?? '';
      if (names.includes('gone')) return clusterError('refused', 404);
      if (path[0] === '_cat') return JSON.stringify([row('logs-2'), row('logs-1')]);
      return path.includes('_alias') ? '{"logs-1":{"aliases":{"all":{}}}}' : '{}';
    };
    const { response } = await list('indices.list', 'logs-*,logs-1*,gone', answer);
    expect(response).toMatchObject({ value: [{ name: 'logs-1' }, { name: 'logs-2' }] });
    expect(response).toHaveProperty('value.length', 2);
    const aliases = await list('all_aliases.list', 'logs-*,logs-1*,gone', answer);
    expect(aliases.response).toMatchObject({ value: [{ alias: 'all', index: 'logs-1' }] });
    expect(aliases.response).toHaveProperty('value.length', 1);
  });

  it('is not answered with another one that is read at the same time', async () => {
    const cluster = recordedCluster(({ path }) =>
      path[0] === '_cat' ? JSON.stringify([{ index: path[2] ?? 'all' }]) : '{}',
    );
    const { dispatch } = consoleOver(cluster);
    const { signal } = new AbortController();
    const read = (query: Readonly<Record<string, string>>) =>
      dispatch({ id: 'indices.list', query, requestId: 'r', openCluster: () => cluster, signal });
    const answers = await Promise.all([read({}), read({ only: 'logs' }), read({ only: 'shop' })]);
    expect(answers.map((answer) => JSON.stringify(answer).match(/"name":"(\w+)"/)?.[1])).toEqual([
      'all',
      'logs',
      'shop',
    ]);
  });
});
