import { describe, expect, it } from 'vitest';
import { formatJson, parseJson, type JsonValue } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { API_BASE } from '#domain/wire';
import { clusterError, consoleOver, recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import { localHttpService } from './local-http.ts';

const shard = (active: number, unassigned: number, initializing = 0) => ({
  primary_active: active > 0,
  active_shards: active,
  initializing_shards: initializing,
  unassigned_shards: unassigned,
});
const healthOf = (...shards: readonly JsonValue[]) => ({
  indices: { logs: { shards: Object.fromEntries(shards.map((each, number) => [String(number), each])) } },
});
const rule = (decider: string, node: string) => ({ decider, decision: 'NO', explanation: `${decider} of ${node}` });

function clusterWith(health: JsonValue, explanation: JsonValue | ReturnType<typeof clusterError> = {}) {
  const answer = (call: ClusterCall) => {
    if (call.path.includes('health')) return formatJson(health);
    return explanation instanceof Error ? explanation : formatJson(explanation);
  };
  const cluster = recordedCluster(answer);
  const http = localHttpService(consoleOver(cluster).dispatch, () => cluster);
  const get = async (path: string) => {
    const { status, body } = await http.send({ method: 'GET', path: `${API_BASE}${path}` });
    return { status, value: parseJson(body) };
  };
  return { cluster, get };
}

describe('why a shard is not assigned', () => {
  it('asks about an unassigned primary first, and names each rule once', async () => {
    const { cluster, get } = clusterWith(healthOf(shard(1, 1), shard(0, 2)), {
      current_state: 'unassigned',
      unassigned_info: { reason: 'NODE_LEFT', at: '2026-11-20T10:00:00.000Z', details: 'node_left [a]' },
      allocate_explanation: 'No node can take it.',
      node_allocation_decisions: [
        { node_name: 'a', deciders: [rule('filter', 'a'), rule('disk_threshold', 'a')] },
        { node_name: 'b', deciders: [rule('filter', 'b')] },
      ],
    });
    expect(await get('/allocation/logs')).toEqual({
      status: 200,
      value: {
        allocation: {
          shard: 1,
          isPrimary: true,
          reason: 'NODE_LEFT',
          since: '2026-11-20T10:00:00.000Z',
          details: 'node_left [a]',
          explanation: 'No node can take it.',
          causes: [
            { decider: 'filter', explanation: 'filter of a', nodes: 2 },
            { decider: 'disk_threshold', explanation: 'disk_threshold of a', nodes: 1 },
          ],
        },
      },
    });
    expect(cluster.calls.at(-1)).toMatchObject({
      path: ['_cluster', 'allocation', 'explain'],
      body: '{"index":"logs","shard":1,"primary":true}',
    });
  });

  it('asks nothing where every copy is assigned', async () => {
    const { cluster, get } = clusterWith(healthOf(shard(2, 0)));
    expect(await get('/allocation/logs')).toEqual({ status: 200, value: {} });
    expect(cluster.calls).toHaveLength(1);
  });

  it('passes on that the user may not ask', async () => {
    const { get } = clusterWith(healthOf(shard(1, 1)), clusterError('forbidden', 403, 'action is unauthorized'));
    expect(await get('/allocation/logs')).toMatchObject({
      status: 403,
      value: { attributes: { cause: 'forbidden', reason: 'action is unauthorized' } },
    });
  });
});

it('lists shards by number, and says of an index that the cluster waited for that it does not exist', async () => {
  const shards = Array.from({ length: 11 }, () => shard(1, 0));
  const { get } = clusterWith(healthOf(...shards));
  const { value } = await get('/shards/logs');
  expect((value as { shards: { shard: number }[] }).shards.map((each) => each.shard)).toEqual(
    shards.map((_, at) => at),
  );
  expect((await clusterWith({ timed_out: true, indices: {} }).get('/shards/logs')).status).toBe(404);
});
