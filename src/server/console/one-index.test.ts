import { describe, expect, it } from 'vitest';
import { ClusterError } from '#domain/ports';
import { consoleOver, recordedCluster, type Answering } from '../../../tests/builders/recording-gateway.ts';
import type { HandledRouteId } from './context.ts';

function ask(id: HandledRouteId, answer: Answering, name = 'current') {
  const cluster = recordedCluster(answer);
  const { dispatch } = consoleOver(cluster);
  const signal = new AbortController().signal;
  return dispatch({ id, params: { name }, requestId: 'r', openCluster: () => cluster, signal });
}

describe('a route for one index', () => {
  const indices = ['logs-1', 'logs-2', 'logs-3', 'logs-4'];
  const answer = JSON.stringify(Object.fromEntries(indices.map((index) => [index, { mappings: {}, aliases: {} }])));

  it.each(['mapping.get', 'settings.get', 'aliases.get'] as const)(
    '%s tells an alias, and which indices it has',
    async (id) => {
      const resolve = JSON.stringify({ aliases: [{ name: 'current', indices }] });
      expect(await ask(id, ({ path }) => (path[0] === '_resolve' ? resolve : answer))).toMatchObject({
        status: 404,
        error: {
          statusCode: 404,
          message: '"current" is an alias of logs-1, logs-2, logs-3 and 1 more, not an index.',
          attributes: { name: 'current', kind: 'alias', indices },
        },
      });
    },
  );

  it('tells a data stream, and what is not there at all', async () => {
    const resolve = JSON.stringify({ data_streams: [{ name: 'current', backing_indices: ['.ds-1'] }] });
    expect(await ask('mapping.get', ({ path }) => (path[0] === '_resolve' ? resolve : answer))).toMatchObject({
      error: {
        message: '"current" is a data stream with .ds-1, not an index.',
        attributes: { kind: 'data_stream', indices: ['.ds-1'] },
      },
    });
    expect(await ask('mapping.get', () => '{}')).toMatchObject({
      status: 404,
      error: { message: 'Index "current" does not exist.', attributes: { name: 'current', indices: [] } },
    });
  });

  it('says that a closed index has no statistics', async () => {
    const closed = new ClusterError('refused', 'refused', {
      status: 400,
      type: 'index_closed_exception',
      reason: 'closed',
      request: { method: 'GET', path: '/current/_stats' },
    });
    expect(await ask('stats.get', () => closed)).toEqual({
      status: 409,
      error: {
        statusCode: 409,
        error: 'Conflict',
        message: 'Index "current" is closed. Open it to see its statistics.',
        attributes: { name: 'current', status: 'close' },
      },
    });
  });
});

it.each(['indices.close', 'data_streams.delete', 'index_templates.delete', 'index_templates.create'] as const)(
  '%s does not take half of a character',
  async (id) => {
    const name = 'logs\ud800';
    const bodies = {
      'indices.close': { indices: [name] },
      'data_streams.delete': { dataStreams: [name] },
      'index_templates.delete': { templates: [{ name }] },
      'index_templates.create': { name, index_patterns: ['a'] },
    };
    const cluster = recordedCluster();
    const { dispatch, failures } = consoleOver(cluster);
    const signal = new AbortController().signal;
    const answer = await dispatch({ id, body: bodies[id], requestId: 'r', openCluster: () => cluster, signal });
    expect(answer).toMatchObject({ status: 400, error: { message: expect.stringContaining('half a character') } });
    expect([cluster.calls, failures]).toEqual([[], []]);
  },
);
