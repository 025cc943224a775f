import { describe, expect, it } from 'vitest';
import type { IndexOutcome } from '#domain/console';
import { ClusterError, isReadingCall, verdictOn, type ClusterCall } from '#domain/ports';
import {
  clusterError,
  consoleOver,
  recordedCluster,
  type Answering,
} from '../../../tests/builders/recording-gateway.ts';
import type { HandledRouteId } from './context.ts';

const NAMES = Array.from({ length: 40 }, (_, index) => `logs-${String(index).padStart(2, '0')}`);

function namesIn({ path }: ClusterCall): readonly string[] {
  return (path[0] ?? '').split(',');
}

async function act(
  answer: Answering,
  indices = NAMES,
  id: HandledRouteId = 'indices.close',
  signal = new AbortController().signal,
) {
  const cluster = recordedCluster(answer);
  const { dispatch } = consoleOver(cluster);
  const response = await dispatch({ id, body: { indices }, requestId: 'r1', openCluster: () => cluster, signal });
  const results = 'value' in response ? (response.value as { readonly results: readonly IndexOutcome[] }).results : [];
  return { response, results, calls: cluster.changes(), looks: cluster.calls.length - cluster.changes().length };
}

/** How many of each outcome, in the order of the names. */
function runs(results: readonly IndexOutcome[]): string {
  return results.reduce((text, { outcome }) => (text.endsWith(outcome) ? text : `${text} ${outcome}`), '').trim();
}

/** Fails the call that holds a name. */
const failingAt =
  (name: string, error: ClusterError): Answering =>
  (call) =>
    !isReadingCall(call) && namesIn(call).includes(name) ? error : '{"acknowledged":true}';
const changing =
  (answer: Answering): Answering =>
  (call) =>
    isReadingCall(call) ? '{}' : answer(call);
/** Resolves the names first, and answers all other calls by `then`. */
const resolving =
  (answer: object, then: Answering = () => '{"acknowledged":true}'): Answering =>
  (call) =>
    call.path[0] === '_resolve' ? JSON.stringify(answer) : then(call);

describe('the names of an action', () => {
  const alias = { name: 'logs-20', indices: ['a', 'b', 'c', 'd'] };

  it.each([
    'indices.close',
    'indices.open',
    'indices.delete',
    'indices.refresh',
    'indices.flush',
    'indices.clear_cache',
    'indices.freeze',
    'indices.unfreeze',
    'indices.forcemerge',
  ] as const)('are those of indices: %s sends nothing for an alias or a data stream', async (id) => {
    const { results, calls, looks } = await act(
      resolving({ aliases: [alias], data_streams: [{ name: 'logs-21', backing_indices: '.ds-1' }] }),
      NAMES,
      id,
    );
    expect(calls.flatMap(namesIn)).toEqual(NAMES.filter((name) => name !== 'logs-20' && name !== 'logs-21'));
    expect([calls.length, looks]).toEqual([3, 3]);
    expect(results.map(({ name }) => name)).toEqual(NAMES);
    expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([
      {
        name: 'logs-20',
        outcome: 'failed',
        error: {
          statusCode: 400,
          error: 'Bad Request',
          message: '"logs-20" is an alias of a, b, c and 1 more. Nothing was sent: name the indices themselves.',
          attributes: { name: 'logs-20', kind: 'alias', indices: ['a', 'b', 'c', 'd'] },
        },
      },
      {
        name: 'logs-21',
        outcome: 'failed',
        error: expect.objectContaining({
          statusCode: 400,
          message: expect.stringContaining('"logs-21" is a data stream with .ds-1.'),
        }),
      },
    ]);
  });

  it('are looked at once, also where the cluster refuses a call for one of them', async () => {
    const { looks, calls } = await act(resolving({}, failingAt('logs-20', clusterError('refused', 404))));
    expect([looks, calls.length]).toEqual([3, 1 + 1 + 16 + 1]);
  });

  it('are told by the aliases where the engine can’t look names up', async () => {
    const answer = '{"a":{"aliases":{"logs-20":{}}},"logs-01":{"aliases":{"logs-20":{}}}}';
    const cluster = recordedCluster((call) => (call.path[1] === '_alias' ? answer : '{"acknowledged":true}'), {
      lacks: ['resolve_index'],
    });
    const { dispatch } = consoleOver(cluster);
    const response = await dispatch({
      id: 'indices.close',
      body: { indices: ['logs-01', 'logs-20', 'gone'] },
      requestId: 'r1',
      openCluster: () => cluster,
      signal: new AbortController().signal,
    });
    expect(cluster.changes().map(namesIn)).toEqual([['logs-01', 'gone']]);
    expect(response).toMatchObject({
      value: {
        results: [
          { outcome: 'done' },
          { outcome: 'failed', error: { message: expect.stringContaining('is an alias of a, logs-01.') } },
          { outcome: 'done' },
        ],
      },
    });
  });

  it.each([clusterError('cut'), clusterError('timeout'), clusterError('unreachable')])(
    'that nobody could look at for %s are not sent, and nobody has to wonder',
    async (error) => {
      const requested = new ClusterError(error.fault, error.message, { request: { method: 'GET', path: '/_resolve' } });
      let looks = 0;
      const second: Answering = (call) =>
        call.path[0] === '_resolve' && ++looks === 2 ? requested : '{"acknowledged":true}';
      const { results } = await act(second);
      expect(runs(results)).toBe('done not_sent');
      expect(results[16]?.error?.message).toBe(`Not sent: the lookup failed. ${error.message}`);
      expect(results[32]?.error?.message).toBe('Not sent: an earlier request failed.');
      const { response, calls } = await act((call) => (call.path[0] === '_resolve' ? requested : '{}'));
      expect(response).toMatchObject({ status: expect.any(Number), error: { attributes: { cause: error.fault } } });
      expect(calls).toEqual([]);
    },
  );

  it.each(['settings.update', 'mapping.update', 'aliases.update'] as const)('are exact in %s, too', async (id) => {
    const cluster = recordedCluster(resolving({ aliases: [{ name: 'current', indices: ['logs-1'] }] }));
    const { dispatch } = consoleOver(cluster);
    const body = id === 'aliases.update' ? { actions: [{ add: { alias: 'a' } }] } : {};
    const answer = await dispatch({
      id,
      params: { name: 'current' },
      body,
      requestId: 'r1',
      openCluster: () => cluster,
      signal: new AbortController().signal,
    });
    expect(answer).toMatchObject({
      status: 400,
      error: {
        message: expect.stringContaining('"current" is an alias of logs-1.'),
        attributes: { indices: ['logs-1'] },
      },
    });
    expect(cluster.changes()).toEqual([]);
  });
});

describe('an action on many indices', () => {
  it('sends 16 names in one call, each once', async () => {
    const { results, calls } = await act(() => '{"acknowledged":true}', [...NAMES, 'logs-00']);
    expect(calls.map((call) => namesIn(call).length)).toEqual([16, 16, 8]);
    expect(calls.flatMap(namesIn)).toEqual(NAMES);
    expect(results).toEqual(NAMES.map((name) => ({ name, outcome: 'done' })));
  });

  it('finds the one that made the cluster refuse all of them', async () => {
    const { results, calls } = await act(failingAt('logs-20', clusterError('refused', 404, 'no such index [logs-20]')));
    expect(results.filter(({ outcome }) => outcome !== 'done')).toMatchObject([
      {
        name: 'logs-20',
        outcome: 'failed',
        error: {
          statusCode: 404,
          message: 'no such index [logs-20]',
          attributes: { reason: 'no such index [logs-20]', cluster: 'recorded' },
        },
      },
    ]);
    expect(results.map(({ name }) => name)).toEqual(NAMES);
    expect(calls).toHaveLength(1 + 1 + 16 + 1);
  });

  it.each([
    ['cluster_block_exception', 429, 'forbidden'],
    ['illegal_state_exception', 500, 'refused'],
    ['mapper_exception', 500, 'refused'],
    ['no_shard_available_action_exception', 503, 'overloaded'],
  ] as const)('goes on with the other names where one of them meets %s (%i)', async (type, status, fault) => {
    const reason = type === 'cluster_block_exception' ? 'index [logs-20] blocked by: [TOO_MANY_REQUESTS/12/x];' : 'no';
    const verdict = verdictOn({ status, type, reason }, { method: 'POST' });
    const error = new ClusterError(verdict.fault, reason, {
      ...verdict,
      status,
      type,
      reason,
      request: { method: 'POST', path: '/logs-20/_close' },
    });
    const { results, calls } = await act(failingAt('logs-20', error));
    expect(results.filter(({ outcome }) => outcome !== 'done')).toMatchObject([
      { name: 'logs-20', outcome: 'failed', error: { attributes: { cause: fault, status, type } } },
    ]);
    expect(results.map(({ name }) => name)).toEqual(NAMES);
    expect(calls).toHaveLength(1 + 1 + 16 + 1);
  });

  it.each([
    clusterError('cut'),
    clusterError('failed', 500, 'boom'),
    clusterError('timeout'),
    clusterError('not_json', 200),
  ])('says what is not known after %s, and sends nothing more', async (error) => {
    const { results, calls } = await act(failingAt('logs-20', error));
    expect(runs(results)).toBe('done unknown not_sent');
    expect(results.filter(({ outcome }) => outcome === 'unknown').map(({ name }) => name)).toEqual(NAMES.slice(16, 32));
    expect(results[16]).toMatchObject({ error: { attributes: { cause: error.fault } } });
    expect(results[32]).toMatchObject({
      outcome: 'not_sent',
      error: { statusCode: 424, message: 'Not sent: an earlier request failed.', attributes: { cause: error.fault } },
    });
    expect(calls).toHaveLength(2);
  });

  it.each([clusterError('unreachable'), clusterError('overloaded', 503), clusterError('unauthorized', 401)])(
    'stops half-way at %s, which did nothing',
    async (error) => {
      const { results } = await act(failingAt('logs-20', error));
      expect(runs(results)).toBe('done failed not_sent');
    },
  );

  it.each([
    [clusterError('unreachable'), 502],
    [clusterError('unauthorized', 401), 401],
    [clusterError('overloaded', 429), 429],
  ] as const)('fails as a whole where the first call meets %s', async (error, status) => {
    expect((await act(changing(() => error))).response).toMatchObject({ status });
  });

  it('is cut at the first call: nobody knows of those, the others were not sent', async () => {
    expect(runs((await act(changing(() => clusterError('cut')))).results)).toBe('unknown not_sent');
  });

  it('is not known where the answer breaks off', async () => {
    const { results } = await act(changing(() => '{"acknowledged":tr}'));
    expect(runs(results)).toBe('unknown not_sent');
    expect(results[0]).toMatchObject({
      error: {
        statusCode: 502,
        attributes: { cause: 'not_json' },
        message: expect.stringContaining('{"acknowledged":tr}'),
      },
    });
  });

  it('sends nothing more when the caller has gone', async () => {
    const controller = new AbortController();
    const { results, calls } = await act(
      changing(() => {
        controller.abort();
        return '{"acknowledged":true}';
      }),
      NAMES,
      'indices.close',
      controller.signal,
    );
    expect(runs(results)).toBe('done not_sent');
    expect(calls).toHaveLength(1);
  });

  it('tells shards that failed, and indices that did not close', async () => {
    const shards = {
      _shards: {
        total: 4,
        successful: 3,
        failed: 1,
        failures: [
          {
            shard: 0,
            index: 'b',
            status: 'INTERNAL_SERVER_ERROR',
            reason: { type: 'flush_failed', reason: 'no space' },
          },
        ],
      },
    };
    expect((await act(() => JSON.stringify(shards), ['a', 'b'], 'indices.flush')).results).toMatchObject([
      { name: 'a', outcome: 'done' },
      {
        name: 'b',
        outcome: 'failed',
        error: { message: 'Failed on shard 0: no space', attributes: { type: 'flush_failed', reason: 'no space' } },
      },
    ]);
    const unnumbered = {
      _shards: { failures: [{ index: 'b', reason: { type: 'flush_failed', reason: 'no space' } }] },
    };
    expect((await act(() => JSON.stringify(unnumbered), ['b'], 'indices.flush')).results).toMatchObject([
      { outcome: 'failed', error: { message: 'Failed on a shard: no space' } },
    ]);
    const closing = {
      acknowledged: false,
      indices: { a: { closed: true }, b: { closed: false, exception: { type: 'x', reason: 'restoring' } } },
    };
    expect((await act(() => JSON.stringify(closing), ['a', 'b'])).results).toMatchObject([
      { outcome: 'unknown' },
      { outcome: 'failed', error: { message: 'The index was not closed: restoring' } },
    ]);
  });

  it('is refused with the reason where the engine lacks it', async () => {
    const cluster = recordedCluster(undefined, { lacks: ['freeze'] });
    const { dispatch } = consoleOver(cluster);
    const answer = await dispatch({
      id: 'indices.freeze',
      body: { indices: ['a'] },
      requestId: 'r1',
      openCluster: () => cluster,
      signal: new AbortController().signal,
    });
    expect(answer).toMatchObject({ status: 400, error: { message: 'There is no freeze here.' } });
    expect(cluster.calls).toEqual([]);
  });
});
