import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { CLUSTER } from '../../fuzz/generate/stamps.ts';
import { liveDocument } from '../document/live-document.ts';
import { parseJson } from '../json/text.ts';
import { isObject } from '../json/value.ts';
import { lint } from './lint.ts';
import { countedMappings, countedSince, STRUCTURES, usageIn, usageOf } from './usage.ts';

const shard = (fields: object) => ({ tracking_started_at_millis: 1, stats: { all_fields: { any: '6' }, fields } });
const RESPONSE = {
  _shards: { total: 3, successful: 3, failed: 0 },
  'logs-1': { shards: [shard({ a: { any: 2 }, 'a.keyword': { any: 0 } }), shard({ a: { any: '3' }, b: { any: 1 } })] },
  'logs-2': { shards: [shard({ b: { any: 4 } })] },
};

describe('the usage of fields', () => {
  it('is that of all shards, by index or together', () => {
    const usage = usageIn(parseJson(JSON.stringify(RESPONSE)));
    if ('reason' in usage) throw new Error(usage.reason);
    expect(usageOf(usage, 'logs-1')).toEqual(
      new Map([
        ['a', { any: 5, structures: new Set(STRUCTURES) }],
        ['a.keyword', { any: 0, structures: new Set() }],
        ['b', { any: 1, structures: new Set(STRUCTURES) }],
      ]),
    );
    expect(usageOf(usage, undefined)?.get('b')?.any).toBe(5);
    expect(usageOf(usage, 'shop')).toBeUndefined();
  });

  it('takes what it can’t read for a use', () => {
    const usage = usageIn(parseJson('{"i":{"shards":[{"stats":{"fields":{"__proto__":{},"b":7}}}, null]}}'));
    if ('reason' in usage) throw new Error(usage.reason);
    expect([...(usageOf(usage, 'i') ?? [])]).toEqual([
      ['__proto__', { any: 1, structures: new Set(STRUCTURES) }],
      ['b', { any: 1, structures: new Set(STRUCTURES) }],
    ]);
  });

  it('is by structure, of the inverted index where any part of it was used, on any shard of any index', () => {
    const none = { doc_values: 0, points: 0, norms: 0, stored_fields: 0, term_vectors: 0, knn_vectors: 0 };
    const searched = { any: 2, ...none, inverted_index: { terms: 2, postings: 0 } };
    const sorted = { any: 1, ...none, inverted_index: { terms: 0 }, doc_values: 1 };
    const usage = usageIn({
      'logs-1': { shards: [shard({ a: searched }), shard({ a: { any: 0 } })] },
      'logs-2': { shards: [shard({ a: sorted, b: { ...sorted, points: 'many' } })] },
    } as never);
    if ('reason' in usage) throw new Error(usage.reason);
    expect(usageOf(usage, 'logs-1')?.get('a')).toEqual({ any: 2, structures: new Set(['inverted_index']) });
    expect(usageOf(usage, undefined)?.get('a')).toEqual({
      any: 3,
      structures: new Set(['inverted_index', 'doc_values']),
    });
    expect(usageOf(usage, 'logs-2')?.get('b')?.structures).toEqual(new Set(['doc_values', 'points']));
  });

  it.each([
    ['{"_shards":{"failed":2},"i":{"shards":[]}}', 'the usage of shards is missing: 2'],
    ['{"_shards":{"failed":0}}', 'it is not the response of GET INDEX/_field_usage_stats'],
    ['{"i":{"mappings":{}}}', 'it is not the response of GET INDEX/_field_usage_stats'],
    ['[]', 'it is not the response of GET INDEX/_field_usage_stats'],
  ])('is not told by %s', (text, reason) => {
    expect(usageIn(parseJson(text))).toEqual({ reason });
  });

  it.each([
    ['{"_shards":{"failed":0},"i":{"shards":[{"tracking_started_at_millis":5},{"tracking_started_at_millis":9}]}}', 9],
    ['{"i":{"shards":[{"tracking_started_at_millis":5},{}]}}', undefined],
    ['{"i":{"shards":[{"tracking_started_at_millis":5},null]}}', undefined],
    ['{"i":{"shards":[]}}', undefined],
    ['{"i":7}', undefined],
  ])('is counted in %s since %s', (text, since) => {
    const response = parseJson(text);
    expect(isObject(response) && countedSince(response)).toBe(since);
  });
});

describe('a field is called unused', () => {
  const text = (...names: readonly string[]) => ({
    type: 'text',
    fields: Object.fromEntries(names.map((name) => [name, { type: 'keyword' }])),
  });
  const title = '/mappings/properties/title';
  const found = (...names: readonly string[]) => ({ properties: { title: text(...names), body: text('raw') } });
  const opened = given(undefined, '/mappings').after(
    'document.create',
    { body: liveDocument(found('keyword')) },
    CLUSTER,
  );
  /** The time of the first event, and of each one after it, in epoch ms. */
  const timeOf = (version: number) => Date.UTC(2026, 0, 1) + version * 1_000;
  const unused = ({ state }: typeof opened, since: number | undefined) =>
    lint({
      ...{ body: state.body, mappingsAt: '/mappings', kind: 'mappings' },
      ...{ usage: new Map<string, never>(), counted: countedMappings(state, since) },
    }).findings.flatMap(({ rule, path }) => (rule === 'unused-keyword' ? [path] : []));
  const ALL = ['title.keyword', 'body.raw'];

  it('where the cluster has it at the same place', () => {
    expect(unused(opened, timeOf(0))).toEqual(ALL);
    expect(unused(opened, undefined)).toEqual(ALL);
  });

  it('only where the draft did not bring it, or another one under another name or another type', () => {
    const edits = [
      ['field.edit', { field: `${title}/fields/keyword`, name: 'exact' }],
      ['field.edit', { field: title, name: 'heading' }],
      ['field.add', { parent: title, name: 'exact', definition: { type: 'keyword' } }],
    ] as const;
    for (const [type, payload] of edits) {
      const after = opened.after(type, payload);
      const paths = unused(after, timeOf(0));
      expect(ALL, type).toEqual(expect.arrayContaining(paths));
      expect(paths, type).toContain('body.raw');
    }
    const retyped = given(undefined, '/mappings')
      .after(
        'document.create',
        { body: liveDocument({ properties: { title: { type: 'text', fields: { keyword: { type: 'long' } } } } }) },
        CLUSTER,
      )
      .after('field.edit', { field: `${title}/fields/keyword`, set: { type: 'keyword' } });
    expect(unused(retyped, timeOf(0))).toEqual([]);
  });

  it('only where it is as old as the counts, as far as its log knows', () => {
    const grown = opened.after('mapping.follow', { mappings: found('keyword', 'later') }, CLUSTER);
    expect(unused(grown, timeOf(1))).toEqual(ALL);
    expect(unused(grown, undefined)).toEqual(ALL);
    expect(unused(grown, timeOf(2))).toEqual(['title.keyword', 'title.later', 'body.raw']);
  });
});
