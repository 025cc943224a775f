import { describe, expect, it } from 'vitest';
import { parseJson, type JsonObject } from '#domain/json';
import { consoleOver, recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import type { HandledRouteId } from './context.ts';

const STORED =
  '{"filter":{"term":{"serial":9007199254740993}},"index_routing":"1","is_write_index":false,"priority":9007199254740995}';
const READ = parseJson(STORED) as JsonObject;
const KNOWN = { filter: READ['filter'] ?? null, index_routing: '1', is_write_index: false };
const OTHERS = { priority: 9007199254740995n };

async function dispatched(id: HandledRouteId, aliases: string, body?: JsonObject) {
  const cluster = recordedCluster(({ method, path }) =>
    method !== 'GET'
      ? '{"acknowledged":true}'
      : path.includes('_resolve')
        ? '{"indices":[],"aliases":[],"data_streams":[]}'
        : `{"logs":{"aliases":${aliases}}}`,
  );
  const { dispatch } = consoleOver(cluster);
  const result = await dispatch({
    ...{ id, requestId: 'r', openCluster: () => cluster, signal: new AbortController().signal },
    ...(id === 'aliases.update' && { params: { name: 'logs' } }),
    ...(body && { body }),
  });
  return { result, sent: cluster.changes().map((call) => call.body) };
}

describe.each(['aliases.update', 'all_aliases.update'] as const)('%s', (id) => {
  const add = (added: JsonObject, aliases: string) =>
    dispatched(id, aliases, {
      actions: [{ ...(id === 'all_aliases.update' && { index: 'logs' }), add: { alias: 'all', ...added } }],
    });

  it.each<[string, JsonObject, string]>([
    ['another filter', { filter: { match_all: {} } }, `{"all":${STORED}}`],
    ['nothing', {}, `{"all":${STORED}}`],
    ['a write flag that is off', {}, '{"all":{"is_write_index":false}}'],
    ['properties that were read before', { replaces: { filter: {} } }, `{"all":${STORED}}`],
    ['an alias that is gone', { replaces: READ }, '{}'],
  ])('does not replace the properties of an alias by %s', async (_, added, aliases) => {
    const { result, sent } = await add(added, aliases);
    expect(result).toMatchObject({
      error: { statusCode: 409, message: expect.stringContaining('Nothing was changed: "logs" ') },
    });
    expect(sent).toEqual([]);
  });

  it('replaces properties that were read, with those that are unknown here', async () => {
    const added = { ...KNOWN, search_routing: '2', others: OTHERS, replaces: READ };
    const { sent } = await add(added, `{"all":${STORED}}`);
    expect(sent.map((body) => parseJson(body ?? ''))).toEqual([
      { actions: [{ add: { index: 'logs', alias: 'all', ...READ, search_routing: '2' } }] },
    ]);
    expect(sent[0]).toContain('"serial":9007199254740993}');
    expect(sent[0]).toContain('"priority":9007199254740995}');
  });

  it.each<[string, JsonObject, string]>([
    ['is new', {}, '{}'],
    ['has no properties', { filter: { match_all: {} } }, '{"all":{"is_hidden":false}}'],
    ['has these properties', { ...KNOWN, others: OTHERS }, `{"all":${STORED}}`],
  ])('sends an alias that %s', async (_, added, aliases) => {
    const { sent } = await add(added, aliases);
    expect(sent).toHaveLength(1);
  });

  it.each(['index', 'indices', 'alias', 'aliases', 'must_exist', 'routing', 'filter', 'is_write_index'])(
    'takes no other property %s, which would mean something else',
    async (name) => {
      const { result, sent } = await add({ others: { [name]: 'x' } }, '{}');
      expect(result).toMatchObject({ error: { statusCode: 400 } });
      expect(sent).toEqual([]);
    },
  );
});

it('lists properties that are unknown here', async () => {
  const { result } = await dispatched('all_aliases.list', `{"all":${STORED}}`);
  expect(result).toMatchObject({ value: [{ alias: 'all', index: 'logs', ...KNOWN, others: OTHERS }] });
});
