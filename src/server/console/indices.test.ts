import { describe, expect, it } from 'vitest';
import { resolveDateMath } from '#domain/console';
import {
  clusterError,
  consoleOver,
  recordedCluster,
  type Answering,
} from '../../../tests/builders/recording-gateway.ts';

const MADE = {
  'indices.create': { params: { name: 'new' }, body: {} },
  'resize.run': { params: { name: 'logs' }, body: { kind: 'clone', target: 'new' } },
} as const;

/** A cluster that answers a creation once it has waited for the shards. */
const making =
  (haveShardsStarted: boolean): Answering =>
  (call) => {
    if (call.method === 'HEAD') return clusterError('refused', 404);
    if (call.path[0] === '_cat') return '[]';
    if (call.path.includes('_settings')) return '{"logs":{"settings":{"index.blocks.write":"true"}}}';
    if (call.method !== 'PUT') return '{}';
    return `{"acknowledged":true,"shards_acknowledged":${haveShardsStarted},"index":"new"}`;
  };

describe.each(Object.entries(MADE))('an index made by %s', (id, input) => {
  const answer = async (haveShardsStarted: boolean) => {
    const cluster = recordedCluster(making(haveShardsStarted));
    const { dispatch } = consoleOver(cluster);
    return dispatch({
      id: id as keyof typeof MADE,
      ...input,
      requestId: 'r1',
      openCluster: () => cluster,
      signal: new AbortController().signal,
    });
  };

  it('says where its shards have not started', async () => {
    expect(await answer(false)).toMatchObject({ value: { acknowledged: true, shardsStarted: false } });
  });

  it('says nothing of shards that have started', async () => {
    expect(await answer(true)).toMatchObject({ value: { acknowledged: true } });
    expect(await answer(true)).not.toHaveProperty('value.shardsStarted');
  });
});

describe('an index that is created by date math', () => {
  const PROVIDED = '<logs-{now/y{yyyy}}-000001>';
  const resolved = () => {
    const found = resolveDateMath(PROVIDED, Date.now());
    return 'name' in found ? found.name : '';
  };
  const create = async (name: string, providedName: string, index = name) => {
    const cluster = recordedCluster((call) =>
      call.method === 'PUT' ? `{"acknowledged":true,"shards_acknowledged":true,"index":"${index}"}` : '{}',
    );
    const { dispatch } = consoleOver(cluster);
    const answer = await dispatch({
      ...{ id: 'indices.create', params: { name }, query: { providedName }, body: {}, requestId: 'r1' },
      openCluster: () => cluster,
      signal: new AbortController().signal,
    });
    return { answer, puts: cluster.calls.filter(({ method }) => method === 'PUT').map(({ path }) => path) };
  };

  it('is created by the expression, and answered and recorded by its name', async () => {
    const { answer, puts } = await create(resolved(), PROVIDED);
    expect(puts).toEqual([[PROVIDED]]);
    expect(answer).toMatchObject({ status: 200, value: { acknowledged: true } });
    expect(answer).not.toHaveProperty('value.index');
  });

  it('is followed where the clock of the cluster gives it another name', async () => {
    const { answer } = await create(resolved(), PROVIDED, 'logs-1999-000001');
    expect(answer).toMatchObject({
      value: {
        index: 'logs-1999-000001',
        storedOtherwise: ['The cluster named the index logs-1999-000001, by its own clock.'],
      },
    });
  });

  it.each([
    ['another name', 'logs-1999-000001', PROVIDED, 409],
    ['a name that is not the checked one', 'logs', '<.secret>', 409],
    ['a name that is none of an index', 'logs', '<_all>', 400],
    ['a list of names', 'logs', '<a,b>', 400],
    ['no date math', 'logs', '.secret', 400],
    ['date math that is broken', 'logs', '<logs-{now>', 400],
  ])('is refused where the expression stands for %s', async (_, name, providedName, status) => {
    const { answer, puts } = await create(name, providedName);
    expect(answer).toMatchObject({ status });
    expect(puts).toEqual([]);
  });
});

describe('a list of indices whose figures may not be read', () => {
  const SETTINGS = `{"closed":{"settings":{"index":{"uuid":"u1","number_of_shards":"2","number_of_replicas":"1",
    "verified_before_close":"true"}}},"a":{"settings":{"index":{"uuid":"u2","number_of_shards":"1","number_of_replicas":"0"}}}}`;
  const list = (settings: string | ReturnType<typeof clusterError>) => {
    const cluster = recordedCluster((call) => {
      if (call.path[0] === '_cat') return clusterError('forbidden', 403);
      return call.path[0] === '*' && call.query?.['filter_path'] !== undefined ? settings : '{}';
    });
    const { dispatch } = consoleOver(cluster);
    const { signal } = new AbortController();
    return dispatch({ id: 'indices.list', requestId: 'r1', openCluster: () => cluster, signal });
  };

  it('has what settings say, and names what is missing', async () => {
    const row = { missing: [{ part: 'health, documents and sizes' }] };
    expect(await list(SETTINGS)).toMatchObject({
      value: [
        { ...row, name: 'a', uuid: 'u2', status: 'open', primary: 1, replica: 0 },
        { ...row, name: 'closed', uuid: 'u1', status: 'close', primary: 2, replica: 1 },
      ],
    });
    expect(await list(SETTINGS)).toHaveProperty('value.0.health', undefined);
  });

  it('leaves out an index that is gone', async () => {
    const cluster = recordedCluster((call) => {
      if (call.path[0] === '_cat') return clusterError('forbidden', 403);
      if (call.query?.['filter_path'] === undefined) return '{}';
      return call.path[0]?.includes('gone') ? clusterError('refused', 404) : SETTINGS;
    });
    const { dispatch } = consoleOver(cluster);
    const { signal } = new AbortController();
    const reload = { id: 'indices.reload', requestId: 'r1', body: { indexNames: ['a', 'gone'] } } as const;
    expect(await dispatch({ ...reload, openCluster: () => cluster, signal })).toMatchObject({
      status: 200,
      value: [{ name: 'a' }],
    });
  });

  it('is refused as at first where these may not be read either', async () => {
    for (const none of [clusterError('forbidden', 403), '{}']) expect(await list(none)).toMatchObject({ status: 403 });
  });
});
