import { describe, expect, it } from 'vitest';
import { formatJson, parseJson, type JsonObject } from '#domain/json';
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

describe('data streams that are deleted by somebody who may not see all of them', () => {
  it('are asked for by their names, and those that are gone are said to be', async () => {
    const cluster = recordedCluster(({ method, path }) => {
      if (method === 'DELETE') return '{"acknowledged":true}';
      if (path[1] === undefined) return clusterError('forbidden', 403);
      return path[1].includes('gone') ? clusterError('refused', 404) : STREAMS;
    });
    const { dispatch } = consoleOver(cluster);
    const { signal } = new AbortController();
    const body = { dataStreams: ['logs', 'gone'] };
    const request = { id: 'data_streams.delete', body, requestId: 'r', signal } as const;
    expect(await dispatch({ ...request, openCluster: () => cluster })).toMatchObject({
      value: { dataStreamsDeleted: ['logs'], errors: [{ name: 'gone' }] },
    });
    expect(cluster.changes().map(({ path }) => path.join('/'))).toEqual(['_data_stream/logs']);
  });
});

describe('the lifecycle of a data stream', () => {
  const ANSWERED =
    '{"enabled":true,"data_retention":"30d","effective_retention":"20d","retention_determined_by":"max_global_retention",' +
    '"downsampling":[{"after":"1d","fixed_interval":"1h"},{"after":"7d","fixed_interval":"1d"}],"frozen_after":"60d",' +
    '"rollover":{"conditions":{}},"serial":9007199254740993,"__proto__":{"a":1.50}}';
  const REST =
    '"downsampling":[{"after":"1d","fixed_interval":"1h"},{"after":"7d","fixed_interval":"1d"}],"frozen_after":"60d",' +
    '"serial":9007199254740993,"__proto__":{"a":1.50}}';

  async function setLifecycle(body: JsonObject, streams: string) {
    const cluster = recordedCluster(({ method }) =>
      method === 'GET' ? `{"data_streams":${streams}}` : '{"acknowledged":true}',
    );
    const { dispatch } = consoleOver(cluster);
    const result = await dispatch({
      ...{ id: 'data_streams.set_lifecycle', requestId: 'r', params: { name: 'logs' }, body },
      ...{ openCluster: () => cluster, signal: new AbortController().signal },
    });
    return { result, sent: cluster.changes().map((call) => call.body) };
  }

  it.each([
    ['another retention', { enabled: true, dataRetention: '31d' }, '{"enabled":true,"data_retention":"31d",'],
    ['no retention', { enabled: true }, '{"enabled":true,'],
    ['being off', { enabled: false, dataRetention: '500ms' }, '{"enabled":false,"data_retention":"500ms",'],
  ])('is sent whole with %s, without what the engine computes', async (_, body, start) => {
    const { sent } = await setLifecycle(body, `[{"name":"logs","lifecycle":${ANSWERED}}]`);
    expect(sent).toEqual([`${start}${REST}`]);
  });

  it('begins where a stream has none', async () => {
    const { sent } = await setLifecycle({ enabled: true, dataRetention: '7d' }, '[{"name":"logs"}]');
    expect(sent).toEqual(['{"enabled":true,"data_retention":"7d"}']);
  });

  it('is not sent where the stream does not exist', async () => {
    const { result, sent } = await setLifecycle({ enabled: true }, '[{"name":"logs-2"}]');
    expect(result).toMatchObject({ error: { statusCode: 404, message: 'Data stream "logs" does not exist.' } });
    expect(sent).toEqual([]);
  });
});
