import { describe, expect, it } from 'vitest';
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
