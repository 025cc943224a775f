import { describe, expect, it } from 'vitest';
import type { Feature } from '#domain/console';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { clusterWithLogs, consoleOver, type Answering } from '../../../tests/builders/recording-gateway.ts';

const COSTS = {
  _shards: { failed: 0 },
  logs: { store_size_in_bytes: 90, fields: { title: { total_in_bytes: 60, doc_values_in_bytes: 60 } } },
};

/** A console over a cluster that has the index `logs`, and answers other requests so, once `isReleased`. */
function asking(answer: Answering, { isReleased = Promise.resolve(), lacks = [] as readonly Feature[] } = {}) {
  const cluster = clusterWithLogs(answer, { lacks });
  const { dispatch } = consoleOver(cluster);
  const opened: typeof cluster = {
    ...cluster,
    gateway: {
      async send(call) {
        const sent = cluster.gateway.send(call);
        if (call.path[1] === '_disk_usage') await isReleased;
        return sent;
      },
    },
  };
  const ask = (query = {}) =>
    dispatch({
      id: 'field_costs.analyze',
      params: { name: 'logs' },
      query,
      requestId: 'r',
      openCluster: () => opened,
      signal: new AbortController().signal,
    });
  return { cluster, ask };
}

const refuse = (call: ClusterCall, status: number, fault: 'refused' | 'forbidden') => {
  throw new ClusterError(fault, 'no handler found', { status, request: requestOf(call) });
};

describe('what the fields of an index take up', () => {
  it('is what the cluster analyzed, by field', async () => {
    const { ask } = asking(() => JSON.stringify(COSTS));
    expect(await ask()).toEqual({
      status: 200,
      value: {
        analysis: {
          storeBytes: 90,
          fields: [{ path: 'title', bytes: 60, structures: [{ structure: 'doc_values', bytes: 60 }] }],
        },
      },
    });
  });

  it('is told by kind of file where the engine does not analyze fields', async () => {
    const files = { dvd: { size_in_bytes: 3, description: 'DocValues' } };
    const { ask, cluster } = asking(
      () => JSON.stringify({ _all: { primaries: { segments: { file_sizes: files } } } }),
      { lacks: ['field_stats'] },
    );
    expect(await ask()).toMatchObject({
      status: 200,
      value: { files: [{ kind: 'dvd', description: 'DocValues', bytes: 3 }] },
    });
    expect(cluster.calls.map(({ path }) => path[1])).not.toContain('_disk_usage');
  });

  it('is of the index that was meant, and of no other that has its name now', async () => {
    const { ask, cluster } = asking(({ path }) =>
      path[0] === '_cat' ? '[{"index":"logs","uuid":"new"}]' : JSON.stringify(COSTS),
    );
    expect(await ask({ uuid: 'old' })).toMatchObject({
      status: 409,
      error: { message: '"logs" is another index now: the one that was meant has been deleted.' },
    });
    expect(cluster.calls.map(({ path }) => path[1])).not.toContain('_disk_usage');
    expect(await ask({ uuid: 'new' })).toMatchObject({ status: 200 });
    const hidden = asking(({ path }) => (path[0] === '_cat' ? '[]' : JSON.stringify(COSTS)));
    expect(await hidden.ask({ uuid: 'old' })).toMatchObject({ status: 200 });
  });

  it('is not told without a shard, and a refusal of rights is one', async () => {
    const partial = asking(() => JSON.stringify({ ...COSTS, _shards: { failed: 2 } }));
    expect(await partial.ask()).toMatchObject({
      status: 424,
      error: {
        message: 'What the fields of "logs" take up can’t be told: shards that could not be analyzed: 2.',
      },
    });
    const refused = asking((call) => refuse(call, 403, 'forbidden'));
    expect(await refused.ask()).toMatchObject({ status: 403 });
    const other = asking((call) => refuse(call, 400, 'refused'));
    expect(await other.ask()).toMatchObject({ status: 400 });
  });

  it('is analyzed for one index of a cluster at a time, also after one that failed', async () => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFailing = false;
    const { ask, cluster } = asking((call) => (isFailing ? refuse(call, 403, 'forbidden') : JSON.stringify(COSTS)), {
      isReleased,
    });
    const first = ask();
    await expect.poll(() => cluster.calls.map(({ path }) => path[1])).toContain('_disk_usage');
    expect(await ask()).toMatchObject({
      status: 409,
      error: { message: expect.stringMatching(/^"logs" is being analyzed\. One index of a cluster/) as string },
    });
    release();
    expect(await first).toMatchObject({ status: 200 });
    isFailing = true;
    expect(await ask()).toMatchObject({ status: 403 });
    isFailing = false;
    expect(await ask()).toMatchObject({ status: 200 });
  });
});
