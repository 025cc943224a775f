import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import {
  clusterError,
  consoleOver,
  recordedCluster,
  type Answering,
} from '../../../tests/builders/recording-gateway.ts';
import type { HandledRouteId } from './context.ts';

const ID = 'oTUltX4IQMOUUVeiohTt8A:124';
const SEEN = {
  action: 'indices:data/write/reindex',
  description: 'reindex from [a] to [b]',
  startedAt: '2018-08-24T22:31:39.665Z',
};
const TASK = {
  ...{ node: 'oTUltX4IQMOUUVeiohTt8A', id: 124, type: 'transport', action: SEEN.action },
  ...{ description: SEEN.description, start_time_in_millis: Date.parse(SEEN.startedAt) },
  ...{ running_time_in_nanos: 13_991_383, cancellable: true, cancelled: false, headers: {} },
};
const isCancel = ({ method }: ClusterCall) => method === 'POST';

function over(answer: (call: ClusterCall) => JsonObject | ReturnType<Answering>) {
  const cluster = recordedCluster((call) => {
    const given = answer(call);
    return typeof given === 'string' || given instanceof Error ? given : JSON.stringify(given);
  });
  const { dispatch } = consoleOver(cluster);
  return {
    cluster,
    ask: (id: HandledRouteId, params?: { readonly name: string }, body?: JsonObject) =>
      dispatch({
        id,
        ...(params && { params }),
        ...(body && { body }),
        ...{ requestId: 'r', openCluster: () => cluster, signal: new AbortController().signal },
      }),
  };
}

describe('the list of tasks', () => {
  it('names nodes, and says which did not answer', async () => {
    const { ask, cluster } = over(() => ({
      node_failures: [
        {
          ...{ type: 'failed_node_exception', reason: 'Failed node [x]', node_id: 'x' },
          caused_by: { type: 'node_not_connected_exception', reason: '[node-2][10.0.0.2:9300] Node not connected' },
        },
      ],
      nodes: { oTUltX4IQMOUUVeiohTt8A: { name: 'node-1', tasks: { [ID]: TASK, 'x:y': {}, z: null } }, odd: 5 },
    }));
    expect(await ask('tasks.list')).toMatchObject({
      status: 200,
      value: {
        tasks: [{ id: ID, node: 'node-1', isCancellable: true }],
        failures: ['[node-2][10.0.0.2:9300] Node not connected'],
      },
    });
    expect(cluster.calls).toMatchObject([{ method: 'GET', path: ['_tasks'], query: { detailed: true } }]);
  });

  it('takes 10,000 tasks', async () => {
    const tasks = Object.fromEntries(Array.from({ length: 10_000 }, (_, id) => [`n:${id}`, { ...TASK, id }]));
    const { ask } = over(() => ({ nodes: { n: { name: 'n', tasks } } }));
    const { value } = (await ask('tasks.list')) as unknown as {
      readonly value: { readonly tasks: readonly unknown[] };
    };
    expect(value.tasks).toHaveLength(10_000);
  });

  it('is refused to who may not see it', async () => {
    expect(await over(() => clusterError('forbidden', 403)).ask('tasks.list')).toMatchObject({ status: 403 });
  });
});

describe('one task', () => {
  it('is given with its description in full, its status and what it ended with', async () => {
    const description = 'x'.repeat(5_000);
    const { ask } = over(() => ({
      completed: true,
      task: { ...TASK, description, status: { total: 3, created: 3 } },
      response: { took: 1 },
    }));
    expect(await ask('tasks.get', { name: ID })).toMatchObject({
      value: { description, isCompleted: true, status: { total: 3 }, result: { took: 1 } },
    });
  });

  it('is said to be missing in a description that is none', async () => {
    expect(await over(() => ({})).ask('tasks.get', { name: ID })).toMatchObject({
      status: 502,
      error: { message: `The cluster did not describe task "${ID}".` },
    });
  });
});

describe('cancelling a task', () => {
  it('is sent for exactly the task that was seen', async () => {
    const { ask, cluster } = over((call) => (isCancel(call) ? { nodes: {} } : { completed: false, task: TASK }));
    expect(await ask('tasks.cancel', { name: ID }, SEEN)).toMatchObject({ status: 200, value: { acknowledged: true } });
    expect(cluster.changes()).toMatchObject([{ method: 'POST', path: ['_tasks', ID, '_cancel'] }]);
  });

  it.each([
    ['another task has its id', {}, { startedAt: '2020-01-01T00:00:00.000Z' }, 409, 'is the id of another task now'],
    ['the engine can’t', { task: { ...TASK, cancellable: false } }, {}, 409, 'can’t be cancelled'],
    ['it has ended', { completed: true }, {}, 404, 'has ended'],
  ])('is not sent where %s', async (_, change, other, status, words) => {
    const { ask, cluster } = over(() => ({ completed: false, task: TASK, ...change }));
    const answer = await ask('tasks.cancel', { name: ID }, { ...SEEN, ...other });
    expect(answer).toMatchObject({ status, error: { message: expect.stringContaining(words) } });
    expect(cluster.changes()).toEqual([]);
  });

  it('is not sent for a task that is gone', async () => {
    const { ask, cluster } = over(() => clusterError('refused', 404));
    expect(await ask('tasks.cancel', { name: ID }, SEEN)).toMatchObject({
      status: 404,
      error: { message: `Nothing was cancelled: task "${ID}" is not running. Reload to see the current tasks.` },
    });
    expect(cluster.changes()).toEqual([]);
  });

  it('says why where the node did not take it', async () => {
    const caused = { type: 'resource_not_found_exception', reason: `task [${ID}] is not found` };
    const { ask } = over((call) =>
      isCancel(call)
        ? { node_failures: [{ type: 'failed_node_exception', reason: 'Failed node', caused_by: caused }], nodes: {} }
        : { completed: false, task: TASK },
    );
    expect(await ask('tasks.cancel', { name: ID }, SEEN)).toMatchObject({
      status: 409,
      error: { message: `Nothing was cancelled: task [${ID}] is not found. Reload to see the current tasks.` },
    });
  });
});
