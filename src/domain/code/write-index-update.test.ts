import { expect, it } from 'vitest';
import { parseJson, type JsonObject } from '../json/index.ts';
import { mappingAddition, settingsBehind } from './write-index-update.ts';

const target = { distribution: 'opensearch', version: '3.4.0' } as const;
const addition = (wanted: JsonObject, mappings: JsonObject) =>
  mappingAddition(wanted, { name: '.ds-logs-000001', mappings, settings: {} }, target);
const bodyOf = (wanted: JsonObject, mappings: JsonObject) => {
  const { call } = addition(wanted, mappings);
  expect(call).toMatchObject({ method: 'PUT', path: ['.ds-logs-000001', '_mapping'] });
  return parseJson(call?.body ?? '');
};
const HOST = { host: { type: 'keyword' } };
const ALL = { all: { match_mapping_type: '*', mapping: { type: 'keyword' } } };

it('sends what is lacking alone', () => {
  const wanted = {
    date_detection: 'false',
    dynamic_templates: [ALL],
    properties: { ...HOST, 'a.b': { type: 'long' }, place: { type: 'geo_point', null_value: [1, 2] } },
  };
  const has = {
    date_detection: false,
    // As OpenSearch prints it.
    dynamic_templates: [{ all: { mapping: { type: 'keyword' } } }],
    properties: { ...HOST, place: { type: 'geo_point', null_value: { lon: 1, lat: 2 } }, more: { type: 'ip' } },
  };
  expect(bodyOf(wanted, has)).toEqual({ properties: { a: { properties: { b: { type: 'long' } } } } });
});

it('sends dynamic templates as they are written where one is another', () => {
  const wanted = { dynamic_templates: [ALL], properties: HOST };
  expect(bodyOf(wanted, { dynamic_templates: [], properties: HOST })).toEqual({ dynamic_templates: [ALL] });
});

it('keeps parameters that the mapping does not name', () => {
  const has = { properties: { host: { type: 'keyword', ignore_above: 7 }, text: { type: 'text', boost: 2 } } };
  const wanted = { properties: { host: { type: 'keyword' }, text: { type: 'text', fielddata: true } } };
  expect(bodyOf(wanted, has)).toEqual({ properties: { text: { type: 'text', boost: 2, fielddata: true } } });
});

it('sends nothing where the index has everything', () => {
  const has = { properties: { ...HOST, more: { type: 'ip' } }, _meta: { a: 1 } };
  expect(addition({ properties: HOST }, has)).toEqual({ changes: [], obstacles: [] });
});

it('sends nothing where a part is impossible, and says why', () => {
  const has = { properties: HOST };
  const { call, changes, obstacles } = addition({ properties: { host: { type: 'ip' }, more: { type: 'ip' } } }, has);
  expect([call, changes.length, obstacles]).toEqual([undefined, 1, [expect.stringMatching(/^host: /)]]);
  expect(addition({ properties: { 'host.name': { type: 'ip' } } }, has)).toMatchObject({
    obstacles: [expect.stringMatching(/^host: /)],
  });
});

it('tells settings that no live index takes where they are otherwise, however they are written', () => {
  const wanted = {
    'index.number_of_shards': 2,
    index: {
      codec: 'best_compression',
      sort: { field: ['a'] },
      number_of_replicas: 3,
      replication: { type: 'SEGMENT' },
    },
    'index.blocks.write': true,
    'index.soft_deletes.enabled': null,
    'index.analysis': { analyzer: {} },
  };
  const settingsOf = (index: JsonObject) =>
    settingsBehind(wanted, { name: 'a', mappings: {}, settings: { index } }, target);
  expect(settingsOf({ number_of_shards: '2', codec: 'best_compression', 'sort.field': ['a'] })).toEqual([]);
  expect(settingsOf({ number_of_shards: '1', sort: { field: ['b'] } })).toEqual([
    'index.number_of_shards is "1", not "2"',
    'index.codec is not set, not "best_compression"',
    'index.sort.field is ["b"], not ["a"]',
  ]);
});
