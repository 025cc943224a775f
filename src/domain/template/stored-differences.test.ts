import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import type { JsonObject } from '../json/value.ts';
import {
  aliasDifferences,
  differenceTexts,
  mappingDifferences,
  settingDifferences,
  templateDifferences,
} from './stored-differences.ts';

const ELASTIC: TargetEngine = { distribution: 'elasticsearch', version: '9.5' };
const OPEN: TargetEngine = { distribution: 'opensearch', version: '3.4' };
const field = (definition: JsonObject): JsonObject => ({ properties: { f: definition } });

describe('mappings that were stored', () => {
  it.each<readonly [string, JsonObject, JsonObject]>([
    ['text for a boolean', { dynamic: false, date_detection: 'true' }, { dynamic: 'false', date_detection: true }],
    ['what is there beside it', field({ type: 'ip' }), { dynamic: 'strict', properties: { f: { type: 'ip' }, g: {} } }],
    [
      'a name with dots',
      { properties: { 'a.b': { type: 'ip' } } },
      { properties: { a: { properties: { b: { type: 'ip' } } } } },
    ],
    ['a default', field({ type: 'keyword', doc_values: true }), field({ type: 'keyword' })],
    ['an added parameter', field({ type: 'dense_vector' }), field({ type: 'dense_vector', similarity: 'cosine' })],
    [
      'a point',
      field({ type: 'geo_point', null_value: '1,2' }),
      field({ type: 'geo_point', null_value: { lat: 1, lon: 2 } }),
    ],
    [
      'an analyzer',
      field({ type: 'text', analyzer: 'simple', search_analyzer: 'simple' }),
      field({ type: 'text', analyzer: 'simple' }),
    ],
    [
      'conditions',
      { dynamic_templates: [{ t: { match: ['a'], match_mapping_type: '*', match_pattern: 'simple', mapping: {} } }] },
      { dynamic_templates: [{ t: { match: 'a', mapping: {} } }] },
    ],
    ['a removed runtime field', { runtime: { a: null } }, {}],
  ])('differ in nothing: %s', (_, sent, stored) => {
    for (const target of [ELASTIC, OPEN]) expect(mappingDifferences(sent, stored, target)).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['locale', { type: 'date', locale: 'ROOT' }, { type: 'date', locale: 'en' }],
    [
      'format',
      { type: 'date_nanos', format: 'strict_date_optional_time||epoch_millis' },
      { type: 'date_nanos', format: 'strict_date_optional_time_nanos||epoch_millis' },
    ],
  ])('differ where the %s that the engine assumes is another one', (_, ofOpenSearch, ofElasticsearch) => {
    const differences = (sent: JsonObject, target: TargetEngine) =>
      mappingDifferences(field(sent), field({ type: sent['type'] ?? '' }), target).length;
    expect([differences(ofOpenSearch, OPEN), differences(ofElasticsearch, ELASTIC)]).toEqual([0, 0]);
    expect([differences(ofElasticsearch, OPEN), differences(ofOpenSearch, ELASTIC)]).toEqual([1, 1]);
  });

  it.each<readonly [string, JsonObject, JsonObject, string]>([
    ['a field', field({ type: 'ip' }), {}, 'The cluster did not store f in /properties.'],
    ['a type', field({ type: 'ip' }), field({ type: 'text' }), 'The cluster stored type as "text" in /properties/f.'],
    [
      'a parameter',
      field({ type: 'keyword', ignore_above: 9 }),
      field({ type: 'keyword', ignore_above: 10 }),
      'The cluster stored ignore_above as 10 in /properties/f.',
    ],
    ['a switch', { dynamic: 'strict' }, { dynamic: 'true' }, 'The cluster stored dynamic as "true".'],
    [
      'a removed runtime field',
      { runtime: { a: null } },
      { runtime: { a: { type: 'ip' } } },
      'The cluster stored a as {"type":"ip"} in /runtime.',
    ],
  ])('differ in %s', (_, sent, stored, text) => {
    expect(differenceTexts(mappingDifferences(sent, stored, ELASTIC))).toEqual([text]);
  });
});

describe('settings that were stored', () => {
  it('are compared by full names, as text', () => {
    const stored = { 'index.a': '1', 'index.b': ['1', 'true'], 'index.number_of_replicas': '1' };
    expect(
      settingDifferences({ index: { a: 1 }, b: [1, true], number_of_replicas: null, 'c.*': null }, stored),
    ).toEqual([]);
    expect(differenceTexts(settingDifferences({ a: 2, b: null, d: 1 }, stored))).toEqual([
      'The cluster stored index.a as "1".',
      'The cluster stored index.b as ["1","true"].',
      'The cluster did not store index.d.',
    ]);
  });
});

describe('aliases and templates that were stored', () => {
  it('are the same with an off hidden flag', () => {
    expect(aliasDifferences({ alias: 'a', is_hidden: false }, {})).toEqual([]);
    expect(aliasDifferences({ alias: 'a' }, null)).toEqual([{ at: '/aliases/a', sent: {} }]);
  });

  it('differ where the cluster has something else, less or more', () => {
    const sent = { index_patterns: 'a', template: { settings: { a: 1 }, aliases: { x: { is_hidden: true } } } };
    expect(templateDifferences(sent, { ...sent, index_patterns: ['a'] })).toEqual([]);
    const stored = { index_patterns: ['b'], priority: 1, template: { settings: { b: 1 } } };
    expect(differenceTexts(templateDifferences(sent, stored))).toEqual([
      'The cluster stored index_patterns as ["b"].',
      'The cluster did not store index.a in /template/settings.',
      'The cluster added index.b in /template/settings: "1".',
      'The cluster did not store aliases in /template.',
      'The cluster added priority: 1.',
    ]);
  });

  it('are told in twenty sentences', () => {
    const settings = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`s${at}`, at]));
    const texts = differenceTexts(settingDifferences(settings, {}));
    expect([texts.length, texts.at(-1)]).toEqual([21, '3 more places differ.']);
  });
});
