import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/text.ts';
import { isObject } from '../json/value.ts';
import { countedSince, usageIn, usageOf } from './usage.ts';

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
        ['a', 5],
        ['a.keyword', 0],
        ['b', 1],
      ]),
    );
    expect(usageOf(usage, undefined)?.get('b')).toBe(5);
    expect(usageOf(usage, 'shop')).toBeUndefined();
  });

  it('takes what it can’t read for a use', () => {
    const usage = usageIn(parseJson('{"i":{"shards":[{"stats":{"fields":{"__proto__":{},"b":7}}}, null]}}'));
    if ('reason' in usage) throw new Error(usage.reason);
    expect([...(usageOf(usage, 'i') ?? [])]).toEqual([
      ['__proto__', 1],
      ['b', 1],
    ]);
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
