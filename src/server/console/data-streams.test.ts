import { describe, expect, it } from 'vitest';
import { formatJson, parseJson } from '#domain/json';
import type { Feature } from '#domain/console';
import {
  clusterError,
  consoleOver,
  recordedCluster,
  type Answering,
} from '../../../tests/builders/recording-gateway.ts';

const STREAMS =
  '{"data_streams":[{"name":"logs","generation":1,"status":"GREEN"},{"name":"__proto__","generation":1,"status":"GREEN"}]}';
const GRANTED =
  '{"index":{"logs":{"delete_index":true,"manage_data_stream_lifecycle":false},"__proto__":{"delete_index":false}}}';

function privilegesOver(security: Answering, lacks: readonly Feature[] = []) {
  const cluster = recordedCluster((call) => (call.path[0] === '_security' ? security(call) : STREAMS), { lacks });
  const { dispatch } = consoleOver(cluster);
  const signal = new AbortController().signal;
  const answer = dispatch({ id: 'data_streams.list', requestId: 'r', openCluster: () => cluster, signal });
  return { cluster, answer };
}

describe('what may be done to data streams', () => {
  it('is asked of a cluster with users, once for all of them', async () => {
    const { cluster, answer } = privilegesOver(() => GRANTED);
    expect(formatJson((await answer) as never)).toContain('"privileges":{"delete_index":false}');
    expect(await answer).toMatchObject({
      value: [
        { name: 'logs', privileges: { delete_index: true, manage_data_stream_lifecycle: false } },
        { name: '__proto__', privileges: { delete_index: false } },
      ],
    });
    const asked = cluster.calls.filter(({ path }) => path[0] === '_security');
    expect(asked).toMatchObject([{ method: 'POST', path: ['_security', 'user', '_has_privileges'], isReading: true }]);
    expect(parseJson(asked[0]?.body ?? '')).toEqual({
      index: [{ names: ['logs', '__proto__'], privileges: ['delete_index', 'manage_data_stream_lifecycle'] }],
    });
  });

  it('leaves out a privilege that the cluster does not know', async () => {
    const { cluster, answer } = privilegesOver(() => GRANTED, ['data_stream_lifecycle']);
    await answer;
    expect(cluster.calls.find(({ path }) => path[0] === '_security')?.body).not.toContain('lifecycle');
  });

  it.each([clusterError('refused', 400), clusterError('forbidden', 403), clusterError('failed', 500)])(
    'is not said where the cluster answers with %s',
    async (error) => {
      const answer = (await privilegesOver(() => error).answer) as { readonly value: readonly object[] };
      expect(answer.value).toHaveLength(2);
      for (const stream of answer.value) expect(stream).not.toHaveProperty('privileges');
    },
  );
});
