import { describe, expect, it } from 'vitest';
import type { Feature } from '#domain/console';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { clusterWithLogs, consoleOver, type Answering } from '../../../tests/builders/recording-gateway.ts';

const shard = (start: number, fields: object) => ({ tracking_started_at_millis: start, stats: { fields } });

async function usage(answer: Answering, { lacks = [] as readonly Feature[], query = {} } = {}) {
  const cluster = clusterWithLogs(answer, { lacks });
  const { dispatch } = consoleOver(cluster);
  const signal = new AbortController().signal;
  return dispatch({
    id: 'field_usage.get',
    params: { name: 'logs' },
    query,
    requestId: 'r',
    openCluster: () => cluster,
    signal,
  });
}

describe('the use of fields', () => {
  it('is the sum over all copies, since the last of them was started', async () => {
    const none = {
      inverted_index: { terms: 0 },
      points: 0,
      norms: 0,
      stored_fields: 0,
      term_vectors: 0,
      knn_vectors: 0,
    };
    const sorted = (any: number) => ({ any, ...none, doc_values: any });
    const shards = [shard(1_000, { a: sorted(2), b: { any: 0 } }), shard(3_000, { a: sorted(5) })];
    const response = await usage(() => JSON.stringify({ _shards: { failed: 0 }, logs: { shards } }));
    expect(response).toEqual({
      status: 200,
      value: { fields: [{ path: 'a', uses: 7, structures: ['doc_values'] }], since: 3_000 },
    });
  });

  it('has no beginning where a copy does not say when it was started', async () => {
    const shards = [shard(1_000, {}), { stats: { fields: {} } }];
    const response = await usage(() => JSON.stringify({ logs: { shards } }));
    expect(response).toEqual({ status: 200, value: { fields: [] } });
  });

  it('is of the index that was meant, and of no other that has its name now', async () => {
    const ask = (uuid: string) =>
      usage(
        ({ path }) =>
          path[0] === '_cat' ? '[{"index":"logs","uuid":"new"}]' : JSON.stringify({ logs: { shards: [] } }),
        { query: { uuid } },
      );
    expect(await ask('new')).toMatchObject({ status: 200 });
    expect(await ask('old')).toMatchObject({
      status: 409,
      error: { message: '"logs" is another index now: the one that was meant has been deleted.' },
    });
  });

  it('is not told where a copy did not answer', async () => {
    const response = await usage(() => JSON.stringify({ _shards: { failed: 1 }, logs: { shards: [] } }));
    expect(response).toMatchObject({
      status: 424,
      error: { message: 'The use of the fields of "logs" can’t be told: the usage of shards is missing: 1.' },
    });
  });

  it('is absent where the engine does not count, and what is refused is an error', async () => {
    const failing = (status: number, fault: 'refused' | 'forbidden') => (call: ClusterCall) => {
      throw new ClusterError(fault, 'no handler found', { status, request: requestOf(call) });
    };
    expect(await usage(failing(400, 'refused'), { lacks: ['field_stats'] })).toEqual({ status: 200, value: {} });
    expect(await usage(failing(400, 'refused'))).toMatchObject({ status: 400 });
    expect(await usage(failing(403, 'forbidden'))).toMatchObject({ status: 403 });
  });
});
