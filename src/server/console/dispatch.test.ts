import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#domain/json';
import { ClusterError } from '#domain/ports';
import {
  clusterError,
  consoleOver,
  recordedCluster,
  type Answering,
  type RecordedCluster,
} from '../../../tests/builders/recording-gateway.ts';
import { memoryActionLog } from '../../ui/testing/memory-actions.ts';
import type { NewAction } from './action-log.ts';
import type { HandledRouteId } from './context.ts';
import type { RawInput } from './check-input.ts';
import type { Dispatch } from './dispatch.ts';

const signal = new AbortController().signal;

function caller(dispatch: Dispatch, cluster: RecordedCluster) {
  return (id: HandledRouteId, input: RawInput = {}) =>
    dispatch({ id, ...input, requestId: 'r1', openCluster: () => cluster, signal });
}

function over(response?: Answering, options?: Parameters<typeof consoleOver>[1]) {
  const cluster = recordedCluster(response, { user: 'ada' });
  const { dispatch, actionLog, failures } = consoleOver(cluster, options);
  return { cluster, actionLog, failures, call: caller(dispatch, cluster) };
}

/** A report of usage with one amount that is another. */
function usageOf(amount: JsonObject): JsonObject {
  const { total = 1, minutesOnScreen = 1, numberOfClicks = 1 } = amount;
  return {
    reportVersion: 3,
    uiCounter: { a: { key: 'a', appName: 'x', eventName: 'y', type: 'click', total } },
    application_usage: { a: { appId: 'x', viewId: 'main', minutesOnScreen, numberOfClicks } },
  };
}

describe('the input of a route', () => {
  it.each<[HandledRouteId, RawInput, string]>([
    ['indices.close', {}, '/body'],
    ['indices.close', { body: {} }, '/body/indices'],
    ['indices.close', { body: { indices: [] } }, '/body/indices'],
    ['indices.close', { body: { indices: ['a', 7] } }, '/body/indices/1'],
    ['indices.close', { body: { indices: ['a'], 'b/c': 1 } }, '/body/b~1c'],
    ['indices.forcemerge', { body: { indices: ['a'], maxNumSegments: 1.5 } }, '/body/maxNumSegments'],
    ['settings.get', { params: { name: 'x'.repeat(10_000) } }, '/params/name'],
    ['settings.update', { params: { name: 'a' }, body: [] }, '/body'],
    ['data_streams.list', { query: { includeStats: 'maybe' } }, '/query/includeStats'],
    ['data_streams.list', { query: { includeStats: ['true', 'false'] } }, '/query/includeStats'],
    ['indices.list', { query: { other: '1' } }, '/query/other'],
    ['usage.report', { body: { report: usageOf({ total: -1 }) } }, '/body/report/uiCounter/a/total'],
    [
      'usage.report',
      { body: { report: usageOf({ minutesOnScreen: -0.5 }) } },
      '/body/report/application_usage/a/minutesOnScreen',
    ],
    [
      'usage.report',
      { body: { report: usageOf({ numberOfClicks: -1 }) } },
      '/body/report/application_usage/a/numberOfClicks',
    ],
    ['usage.get', { query: { cluster: 'a' } }, '/query/cluster'],
    [
      'aliases.update',
      { params: { name: 'a' }, body: { actions: [{ add: { alias: 'b', filter: 7 } }] } },
      '/body/actions/0/add/filter',
    ],
  ])('of %s is refused at the place that is wrong', async (id, input, at) => {
    const { call, cluster } = over();
    const response = await call(id, input);
    expect(response).toMatchObject({
      status: 400,
      error: {
        statusCode: 400,
        error: 'Bad Request',
        attributes: { issues: expect.arrayContaining([{ at, reason: expect.any(String) }]) },
      },
    });
    expect(cluster.calls).toEqual([]);
  });

  it('of which nearly everything is wrong is refused for the first places, without a look at all', async () => {
    const { call } = over();
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at]));
    const message = expect.stringMatching(/^Invalid request: \/body\/\S+ .+ \(and others\)\.$/);
    for (const [id, body] of [
      ['indices.close', unknown],
      ['indices.close', { indices: Object.values(unknown).slice(0, 10_000) }],
      ['index_templates.delete', { templates: [{ name: 'a', ...unknown }] }],
    ] as const) {
      const response = await call(id, { body });
      expect(response).toMatchObject({ status: 400, error: { message } });
      expect('error' in response && response.error.attributes?.['issues']).toHaveLength(10);
    }
    expect(await call('usage.report', { body: { report: { reportVersion: 3, uiCounter: unknown } } })).toMatchObject({
      error: { message: 'Invalid request: /body/report/uiCounter must not have more than 1,000 members.' },
    });
  });

  it('reaches the cluster with every key and digit that it came with', async () => {
    const { call, cluster } = over();
    const body = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as JsonValue;
    expect(await call('settings.update', { params: { name: 'logs' }, body })).toEqual({
      status: 200,
      value: { acknowledged: true },
    });
    await call('mapping.update', {
      params: { name: 'logs' },
      body: { _meta: { largest: 9_223_372_036_854_775_807n } },
    });
    expect(cluster.changes()).toMatchObject([
      { method: 'PUT', path: ['logs', '_settings'], body: '{"__proto__":{"polluted":true},"constructor":1}' },
      { method: 'PUT', path: ['logs', '_mapping'], body: '{"_meta":{"largest":9223372036854775807}}' },
    ]);
  });
});

describe('a response', () => {
  it('that breaks its contract is not sent', async () => {
    const { call, failures } = over(() => '[{"component":7}]');
    expect(await call('plugins.list')).toMatchObject({ status: 500 });
    expect(failures.map(String)).toEqual(['Error: Invalid response of plugins.list: /0 must be string.']);
  });
});

describe('an error of the cluster', () => {
  it.each([
    [clusterError('refused', 404, 'no such index'), 404],
    [clusterError('refused', 409), 409],
    [clusterError('unauthorized', 401), 401],
    [clusterError('forbidden', 403), 403],
    [clusterError('unreachable'), 502],
    [clusterError('tls'), 502],
    [clusterError('cut'), 502],
    [clusterError('redirected', 302), 502],
    [clusterError('not_json', 200), 502],
    [clusterError('too_large', 200), 502],
    [clusterError('failed', 500), 502],
    [clusterError('timeout'), 504],
    [clusterError('overloaded', 503), 503],
    [clusterError('overloaded', 429), 429],
    [clusterError('cancelled'), 499],
  ])('%s is answered with its own status and reason', async (error, status) => {
    const { call } = over(() => error);
    const response = await call('settings.get', { params: { name: 'logs' } });
    expect(response).toMatchObject({
      status,
      error: {
        statusCode: status,
        message: error.message,
        attributes: { cause: error.fault, cluster: 'recorded', request: error.request },
      },
    });
    if (error.reason !== undefined)
      expect(response).toMatchObject({
        error: { attributes: { reason: error.reason, type: 'test_exception', status: 404 } },
      });
  });

  it.each([
    ['settings.get', { params: { name: 'logs' } }],
    ['settings.update', { params: { name: 'logs' }, body: {} }],
    ['stats.get', { params: { name: 'logs' } }],
    ['indices.list', {}],
    ['indices.create', { params: { name: 'logs' }, body: {} }],
    ['index_templates.list', {}],
    ['index_templates.simulate', { body: { index_patterns: ['logs'] } }],
    ['component_templates.list', {}],
    ['data_streams.list', {}],
    ['plugins.list', {}],
  ] as const)('is what %s answers where the text of the cluster breaks off in its middle', async (id, input) => {
    const { call, failures } = over(() => '{"logs":{"a":1}, oops }');
    expect(await call(id, input)).toMatchObject({
      status: 502,
      error: {
        message: expect.stringMatching(/JSON.* oops/),
        attributes: { cause: 'not_json', request: { path: expect.stringMatching(/^\//) } },
      },
    });
    expect(failures).toEqual([]);
  });

  it('of our own keeps its text for the log', async () => {
    const { call, failures } = over(() => {
      throw new TypeError('a secret');
    });
    const response = await call('settings.get', { params: { name: 'logs' } });
    expect(response).toMatchObject({ status: 500, error: { attributes: { requestId: 'r1' } } });
    expect(JSON.stringify(response)).not.toContain('a secret');
    expect(failures).toHaveLength(1);
  });
});

describe('the log of actions', () => {
  it('has an action before it is sent, and what came of it after', async () => {
    const seen: unknown[] = [];
    const { call, actionLog } = over(() => '{"acknowledged":true}');
    const watched = recordedCluster(() => {
      seen.push(actionLog.recent(1));
      return '{"acknowledged":true}';
    });
    const { dispatch } = consoleOver(watched, { actionLog });
    await dispatch({
      id: 'indices.delete',
      body: { indices: ['a', 'b'] },
      requestId: 'r2',
      openCluster: () => watched,
      signal,
    });
    const [before] = (await Promise.all(seen)) as { names: string[] }[][];
    expect(before).toMatchObject([
      {
        route: 'indices.delete',
        names: ['a', 'b'],
        author: { name: 'anonymous', verified: false },
        cluster: 'recorded',
        requestId: 'r2',
        body: { text: '{"indices":["a","b"]}' },
      },
    ]);
    await call('indices.create', { params: { name: 'c' }, body: { settings: {} } });
    expect(await actionLog.recent(2)).toMatchObject([
      { route: 'indices.create', names: ['c'], author: { name: 'ada', verified: true }, outcome: { kind: 'done' } },
      {
        route: 'indices.delete',
        outcome: {
          kind: 'done',
          results: [
            { name: 'a', outcome: 'done' },
            { name: 'b', outcome: 'done' },
          ],
        },
      },
    ]);
  });

  it('keeps the error, and says where nobody knows', async () => {
    const refused = over(() => clusterError('refused', 400, 'no'));
    await refused.call('settings.update', { params: { name: 'a' }, body: {} });
    expect(await refused.actionLog.recent(1)).toMatchObject([
      { outcome: { kind: 'failed', error: { statusCode: 400, attributes: { reason: 'no' } } } },
    ]);
    const cut = over(() => clusterError('cut'));
    await cut.call('settings.update', { params: { name: 'a' }, body: {} });
    expect(await cut.actionLog.recent(1)).toMatchObject([{ outcome: { kind: 'unknown' } }]);
  });

  it('has nothing of what only reads, and of what the contract refuses', async () => {
    const { call, actionLog } = over(() => '[]');
    await call('plugins.list');
    await call('indices.delete', { body: {} });
    expect(await actionLog.recent(10)).toEqual([]);
  });

  it('stops an action that it can not take', async () => {
    const actionLog = {
      begin: () => Promise.reject(new Error('the disk is full')),
      recent: () => Promise.resolve([]),
    };
    const { call, cluster, failures } = over(undefined, { actionLog });
    expect(await call('indices.delete', { body: { indices: ['a'] } })).toMatchObject({
      status: 500,
      error: { message: expect.stringContaining('Nothing was sent') },
    });
    expect(cluster.calls).toEqual([]);
    expect(failures).toEqual([new Error('the disk is full')]);
  });

  it('says that an outcome is unknown which the log refuses, and the server hears why', async () => {
    const log = memoryActionLog();
    const actionLog = {
      ...log,
      async begin(action: NewAction) {
        const open = await log.begin(action);
        return { ...open, complete: () => open.complete({ kind: 'done', results: [{ name: 7 }] as never }) };
      },
    };
    const { call, failures } = over(undefined, { actionLog });
    expect(await call('indices.delete', { body: { indices: ['a'] } })).toMatchObject({ status: 200 });
    expect(failures.map(String)).toEqual([expect.stringMatching(/^Error: The outcome of action \w+ was refused: /)]);
    expect(await actionLog.recent(1)).toMatchObject([{ outcome: { kind: 'unknown' }, calls: [{ path: '/a' }] }]);
  });

  it('takes a scratch test for done whatever the cluster says of the updates, and for unknown where the index is left', async () => {
    const updates = [{ properties: { a: { type: 'ip' } } }, { properties: { b: { type: 'long' } } }];
    const outcomeWhere = async (answer: Answering) => {
      const { call, actionLog } = over(answer);
      await call('mapping.try', { params: { name: 'logs' }, body: { updates } });
      const [action] = await actionLog.recent(1);
      return { ...action?.outcome, calls: action?.calls?.map(({ method, status }) => `${method} ${status}`) };
    };
    const refusedTwice: Answering = ({ method, path }) =>
      method === 'PUT' && path[1] === '_mapping'
        ? clusterError('refused', 400, 'no')
        : '{"logs":{},"acknowledged":true}';
    expect(await outcomeWhere(refusedTwice)).toMatchObject({
      kind: 'done',
      calls: ['PUT 200', 'PUT 400', 'PUT 400', 'DELETE 200'],
    });
    const isLeft: Answering = ({ method }) =>
      method === 'DELETE' ? clusterError('forbidden', 403) : '{"logs":{},"acknowledged":true}';
    expect(await outcomeWhere(isLeft)).toMatchObject({
      kind: 'unknown',
      error: {
        message: expect.stringMatching(/^The scratch index "mapledger-scratch-\w+" may not have been removed\.$/),
      },
      calls: ['PUT 200', 'PUT 200', 'PUT 200', 'DELETE 403', 'DELETE 403'],
    });
  });

  it('takes a rollover of which no condition is met for one that was not done', async () => {
    const response = {
      old_index: 'logs-1',
      new_index: 'logs-2',
      rolled_over: false,
      conditions: { '[max_docs: 9]': false },
    };
    const { call, actionLog } = over(() => JSON.stringify(response));
    const body = { oldIndex: 'logs-1', conditions: { max_docs: 9 } };
    expect(await call('rollover.run', { params: { name: 'logs' }, body })).toMatchObject({
      value: { rolledOver: false },
    });
    expect(await actionLog.recent(1)).toMatchObject([
      { outcome: { kind: 'failed', error: { message: 'Nothing was changed: no condition of the rollover is met.' } } },
    ]);
  });

  it('keeps no body of a request that was refused beside that of its action', async () => {
    const request = { method: 'PUT', path: '/a/_mapping', body: '{"_meta":{}}' } as const;
    const { call, actionLog } = over(() => new ClusterError('refused', 'The cluster refused this.', { request }));
    const answer = await call('mapping.update', { params: { name: 'a' }, body: { _meta: {} } });
    expect(answer).toMatchObject({ error: { attributes: { request } } });
    const [action] = await actionLog.recent(1);
    expect(action?.body).toEqual({ text: '{"_meta":{}}' });
    expect(action?.outcome?.error?.attributes).toEqual(
      expect.objectContaining({ request: { method: 'PUT', path: '/a/_mapping' } }),
    );
  });

  it('keeps a long body in part, with its length', async () => {
    const { call, actionLog } = over();
    await call('mapping.update', { params: { name: 'a' }, body: { _meta: { long: 'x'.repeat(100_000) } } });
    const [action] = await actionLog.recent(1);
    expect(action?.body?.text).toHaveLength(64 * 1024);
    expect(action?.body?.length).toBe(100_021);
  });
});

describe('a change of aliases', () => {
  const remove = (...names: readonly string[]) => ({
    params: { name: 'logs' },
    body: { actions: names.map((alias) => ({ remove: { alias } })) },
  });
  const having =
    (after: string): Answering =>
    ({ path }) =>
      path[1] === '_alias' ? '{"logs":{"aliases":{"a":{}}}}' : path[0] === '_aliases' ? after : '{}';

  it('is not sent where one to remove is missing', async () => {
    const { call, cluster } = over(having('{"acknowledged":true}'));
    expect(await call('aliases.update', remove('a', 'b', 'constructor'))).toMatchObject({
      status: 404,
      error: {
        message: 'Nothing was changed: "logs" has no aliases "b", "constructor". Reload to see the current aliases.',
        attributes: { missing: ['b', 'constructor'] },
      },
    });
    expect(cluster.changes()).toEqual([]);
    expect(await call('aliases.update', remove('a'))).toEqual({ status: 200, value: { acknowledged: true } });
  });

  it('is an action on the index and on the aliases', async () => {
    const { call, actionLog } = over(having('{"acknowledged":true}'));
    await call('aliases.update', remove('a'));
    await call('all_aliases.update', {
      body: {
        actions: [
          { index: 'logs', remove: { alias: 'a' } },
          { index: 'logs-2', add: { alias: 'a' } },
        ],
      },
    });
    expect((await actionLog.recent(2)).map(({ names }) => names)).toEqual([
      ['logs', 'logs-2', 'a'],
      ['logs', 'a'],
    ]);
  });

  it('of which the cluster did a part is an error that says what was not done', async () => {
    const notDone = { type: 'remove', indices: ['logs'], aliases: ['a'] };
    const response = {
      acknowledged: true,
      errors: true,
      action_results: [
        { action: { type: 'add' }, status: 200 },
        { action: notDone, status: 404, error: { type: 'aliases_not_found_exception', reason: 'aliases [a] missing' } },
      ],
    };
    const { call } = over(having(JSON.stringify(response)));
    expect(await call('aliases.update', remove('a'))).toMatchObject({
      status: 409,
      error: {
        message: 'Some alias actions failed: aliases [a] missing. Reload to see the current aliases.',
        attributes: { notDone: [notDone] },
      },
    });
  });
});
