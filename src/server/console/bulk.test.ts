import { describe, expect, it } from 'vitest';
import type { ClusterCall, ClusterError, IndexOutcome } from '../../domain/index.ts';
import { clusterError, consoleOver, recordedCluster, type Answering } from '../../../tests/builders/recording-gateway.ts';
import type { HandledRouteId } from './context.ts';

const NAMES = Array.from({ length: 40 }, (_, index) => `logs-${String(index).padStart(2, '0')}`);

function namesIn({ path }: ClusterCall): readonly string[] {
  return (path[0] ?? '').split(',');
}

async function act(answer: Answering, indices = NAMES, id: HandledRouteId = 'indices.close', signal = new AbortController().signal) {
  const cluster = recordedCluster(answer);
  const { dispatch } = consoleOver(cluster);
  const response = await dispatch({ id, body: { indices }, requestId: 'r1', openCluster: () => cluster, signal });
  const results = 'value' in response ? (response.value as { readonly results: readonly IndexOutcome[] }).results : [];
  return { response, results, calls: cluster.calls };
}

/** How many of each outcome, in the order of the names. */
function runs(results: readonly IndexOutcome[]): string {
  return results.reduce((text, { outcome }) => (text.endsWith(outcome) ? text : `${text} ${outcome}`), '').trim();
}

/** Fails the call that holds a name. */
const failingAt = (name: string, error: ClusterError): Answering => (call) => (namesIn(call).includes(name) ? error : '{"acknowledged":true}');

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
      { name: 'logs-20', outcome: 'failed', error: { statusCode: 404, message: 'no such index [logs-20]', attributes: { reason: 'no such index [logs-20]', cluster: 'recorded' } } },
    ]);
    expect(results.map(({ name }) => name)).toEqual(NAMES);
    expect(calls).toHaveLength(1 + 1 + 16 + 1);
  });

  it.each([clusterError('cut'), clusterError('failed', 500, 'boom'), clusterError('timeout'), clusterError('not_json', 200)])(
    'says what is not known after %s, and sends nothing more',
    async (error) => {
      const { results, calls } = await act(failingAt('logs-20', error));
      expect(runs(results)).toBe('done unknown not_sent');
      expect(results.filter(({ outcome }) => outcome === 'unknown').map(({ name }) => name)).toEqual(NAMES.slice(16, 32));
      expect(results[16]).toMatchObject({ error: { attributes: { cause: error.fault } } });
      expect(results[32]).toMatchObject({ outcome: 'not_sent', error: { statusCode: 424, message: expect.stringContaining(error.message) } });
      expect(calls).toHaveLength(2);
    },
  );

  it.each([clusterError('unreachable'), clusterError('overloaded', 503), clusterError('unauthorized', 401)])('stops half-way at %s, which did nothing', async (error) => {
    const { results } = await act(failingAt('logs-20', error));
    expect(runs(results)).toBe('done failed not_sent');
  });

  it.each([[clusterError('unreachable'), 502], [clusterError('unauthorized', 401), 401], [clusterError('overloaded', 429), 429]] as const)('fails as a whole where the first call meets %s', async (error, status) => {
    expect((await act(() => error)).response).toMatchObject({ status });
  });

  it('is cut at the first call: nobody knows of those, the others were not sent', async () => {
    expect(runs((await act(() => clusterError('cut'))).results)).toBe('unknown not_sent');
  });

  it('sends nothing more when the caller has gone', async () => {
    const controller = new AbortController();
    const { results, calls } = await act(
      () => {
        controller.abort();
        return '{"acknowledged":true}';
      },
      NAMES,
      'indices.close',
      controller.signal,
    );
    expect(runs(results)).toBe('done not_sent');
    expect(calls).toHaveLength(1);
  });

  it('tells shards that failed, and indices that did not close', async () => {
    const shards = { _shards: { total: 4, successful: 3, failed: 1, failures: [{ shard: 0, index: 'b', status: 'INTERNAL_SERVER_ERROR', reason: { type: 'flush_failed', reason: 'no space' } }] } };
    expect((await act(() => JSON.stringify(shards), ['a', 'b'], 'indices.flush')).results).toMatchObject([
      { name: 'a', outcome: 'done' },
      { name: 'b', outcome: 'failed', error: { message: 'It failed on shard 0: no space', attributes: { type: 'flush_failed', reason: 'no space' } } },
    ]);
    const closing = { acknowledged: false, indices: { a: { closed: true }, b: { closed: false, exception: { type: 'x', reason: 'restoring' } } } };
    expect((await act(() => JSON.stringify(closing), ['a', 'b'])).results).toMatchObject([{ outcome: 'unknown' }, { outcome: 'failed', error: { message: 'The index was not closed: restoring' } }]);
  });

  it('is refused with the reason where the engine lacks it', async () => {
    const cluster = recordedCluster(undefined, { lacks: ['freeze'] });
    const { dispatch } = consoleOver(cluster);
    const answer = await dispatch({ id: 'indices.freeze', body: { indices: ['a'] }, requestId: 'r1', openCluster: () => cluster, signal: new AbortController().signal });
    expect(answer).toMatchObject({ status: 400, error: { message: 'There is no freeze here.' } });
    expect(cluster.calls).toEqual([]);
  });
});
