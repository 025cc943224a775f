import { describe, expect, it } from 'vitest';
import { ClusterError, requestOf } from '#domain/ports';
import { consoleOver, recordedCluster, type Answering } from '../../../tests/builders/recording-gateway.ts';

const SETTINGS = {
  logs: {
    settings: {
      'index.creation_date': '1700000000000',
      'index.routing.allocation.include._tier_preference': 'data_warm,data_hot',
    },
  },
  plain: { settings: { 'index.creation_date': '1600000000000' } },
};

async function facts(
  query: Readonly<Record<string, string>>,
  answer: Answering,
  lacks: readonly ('ilm' | 'ism')[] = ['ism'],
) {
  const cluster = recordedCluster(answer, { lacks });
  const { dispatch } = consoleOver(cluster);
  const signal = new AbortController().signal;
  const response = await dispatch({ id: 'indices.facts', query, requestId: 'r', openCluster: () => cluster, signal });
  return { response, paths: cluster.calls.map(({ path }) => path.join('/')) };
}

describe('the facts of indices', () => {
  it('are asked of the cluster only as far as they are asked for', async () => {
    expect(await facts({}, () => '{}')).toEqual({ response: { status: 200, value: { indices: [] } }, paths: [] });
    expect((await facts({ created: 'true' }, () => '{}')).paths).toEqual(['*/_settings/index.creation_date']);
    expect((await facts({ lifecycle: 'true' }, () => '{}')).paths).toEqual(['*/_ilm/explain']);
  });

  it('are the creation date and the preferred tier', async () => {
    const { response } = await facts({ created: 'true', tier: 'true' }, () => JSON.stringify(SETTINGS));
    expect(response).toEqual({
      status: 200,
      value: {
        indices: [
          { name: 'logs', created: 1_700_000_000_000, tier: 'warm' },
          { name: 'plain', created: 1_600_000_000_000 },
        ],
      },
    });
  });

  it('are phases of ILM, and which of them failed', async () => {
    const indices = { a: { policy: 'p', phase: 'hot' }, b: { policy: 'p', phase: 'warm', step: 'ERROR' } };
    const { response } = await facts({ lifecycle: 'true' }, () => JSON.stringify({ indices }));
    expect(response).toEqual({
      status: 200,
      value: {
        indices: [
          { name: 'a', policy: 'p', phase: 'hot' },
          { name: 'b', policy: 'p', phase: 'warm', hasFailed: true },
        ],
      },
    });
  });

  it('are states of ISM', async () => {
    const explained = {
      a: { policy_id: 'p', state: { name: 'warm' }, action: { failed: true } },
      b: { policy_id: null },
      total_managed_indices: 1,
    };
    const { response, paths } = await facts({ lifecycle: 'true' }, () => JSON.stringify(explained), ['ilm']);
    expect(paths).toEqual(['_plugins/_ism/explain/*']);
    expect(response).toEqual({
      status: 200,
      value: { indices: [{ name: 'a', policy: 'p', phase: 'warm', hasFailed: true }] },
    });
  });

  it('leave out what the cluster refuses, with the reason', async () => {
    const { response } = await facts({ created: 'true', lifecycle: 'true' }, (call) =>
      call.path.includes('_ilm')
        ? new ClusterError('forbidden', 'No.', { status: 403, request: requestOf(call) })
        : JSON.stringify(SETTINGS),
    );
    expect(response).toMatchObject({
      status: 200,
      value: { indices: [{ name: 'logs' }, { name: 'plain' }], missing: [{ part: 'lifecycles', reason: 'No.' }] },
    });
  });
});

describe('the fields of indices', () => {
  async function counts(indexNames: readonly string[], answer: Answering) {
    const cluster = recordedCluster(answer, { lacks: [] });
    const { dispatch } = consoleOver(cluster);
    const { signal } = new AbortController();
    const response = await dispatch({
      id: 'indices.field_counts',
      body: { indexNames: [...indexNames] },
      requestId: 'r',
      openCluster: () => cluster,
      signal,
    });
    return { response, paths: cluster.calls.map(({ path }) => path.join('/')) };
  }
  const MAPPINGS = {
    logs: {
      mappings: {
        properties: {
          host: { properties: { ip: { type: 'ip' } } },
          name: { type: 'text', fields: { raw: { type: 'keyword' } } },
          also: { type: 'alias', path: 'host.ip' },
        },
        runtime: { day: { type: 'keyword' } },
      },
    },
    '.ds-logs-2026.11': { mappings: {} },
  };
  const LIMITS = { logs: { settings: { 'index.mapping.total_fields.limit': '2000' } } };
  const answering: Answering = ({ path }) => JSON.stringify(path[1] === '_mapping' ? MAPPINGS : LIMITS);

  it('are counted with objects, multi-fields, aliases and runtime fields, against the limit or its default', async () => {
    const { response, paths } = await counts(['logs', '.ds-logs-2026.11', 'gone'], answering);
    expect(response).toEqual({
      status: 200,
      value: {
        indices: [
          { name: 'logs', fields: 6, limit: 2_000 },
          { name: '.ds-logs-2026.11', fields: 0, limit: 1_000 },
        ],
      },
    });
    expect(paths).toEqual([
      'logs,.ds-logs-2026.11,gone/_mapping',
      'logs,.ds-logs-2026.11,gone/_settings/index.mapping.total_fields.limit',
    ]);
  });

  it('are read in calls of sixteen names, of a hundred at most', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `logs-${at}`);
    expect((await counts(names, () => '{}')).paths).toHaveLength(14);
    expect((await counts([...names, 'more'], () => '{}')).response).toMatchObject({ status: 400 });
    expect((await counts([], () => '{}')).response).toMatchObject({ status: 400 });
  });

  it('have no limit where the settings are not told, and no count where the mapping is not', async () => {
    const without = (part: string): Answering => {
      return (call) =>
        call.path[1] === part
          ? new ClusterError('forbidden', 'No.', { status: 403, request: requestOf(call) })
          : answering(call);
    };
    expect((await counts(['logs'], without('_settings'))).response).toEqual({
      status: 200,
      value: { indices: [{ name: 'logs', fields: 6 }], missing: [{ part: 'limits of fields', reason: 'No.' }] },
    });
    expect((await counts(['logs'], without('_mapping'))).response).toEqual({
      status: 200,
      value: { indices: [{ name: 'logs', limit: 2_000 }], missing: [{ part: 'fields', reason: 'No.' }] },
    });
  });
});
