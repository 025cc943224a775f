import { hashKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#domain/json';
import { apiQueryClient } from './api-provider.tsx';
import { hashQueryKey } from './query-key-hash.ts';

const LONG = '12345678901234567891';
const hash = (...texts: readonly string[]) => hashQueryKey(parseJson(`[${texts.join()}]`) as readonly unknown[]);

describe('the hash of a query key', () => {
  it.each<readonly unknown[]>([
    [null, 'indices.list', {}],
    ['a', 'b', { z: [1, 'x', null, true], a: { d: 1.5, c: '"' } }],
    [undefined, 'with', [undefined, {}]],
  ])('is the one of TanStack Query where the key holds no such numbers: %j', (...key) => {
    expect(hashQueryKey(key)).toBe(hashKey(key));
  });

  it('ignores the order of keys, and members that are undefined', () => {
    expect(hashQueryKey([{ b: 1, a: { d: 2, c: undefined } }])).toBe(hashQueryKey([{ a: { d: 2 }, b: 1 }]));
    expect(hash(`{"b":${LONG},"a":1.0}`)).toBe(hash(`{"a":1.0,"b":${LONG}}`));
  });

  it('differs wherever a request would', () => {
    const texts = [
      ...[LONG, `"${LONG}"`, `${LONG}0`, '12345678901234567892', '1.2345678901234567e19', `[${LONG}]`],
      ...['1', '1.0', '"1"', '1e0', '-0', '0', '-0.0', 'null', '""', '[]', '{}', '[null]', '{"a":null}'],
      ...[`{"a":${LONG}}`, `{"a":"${LONG}"}`, '{"__proto__":1}', '{"__proto__":2}', '{"a":[1,2]}', '{"a":[2,1]}'],
      ...['{"a":[1.0,2]}', '{"a,b":1}', '{"a":{"b":1}}', '[1,[2]]', '[[1],2]'],
    ];
    expect(new Set(texts.map((text) => hash(text))).size).toBe(texts.length);
    expect(hash('1', '2')).not.toBe(hash('[1,2]'));
  });

  it('is the one of every query', () => {
    const queries = apiQueryClient();
    const key = [null, 'template-move', parseJson(`{"filter":${LONG}}`)];
    queries.setQueryData(key, 'found');
    expect(queries.getQueryData([...key])).toBe('found');
    expect(queries.getQueryData([null, 'template-move', parseJson(`{"filter":"${LONG}"}`)])).toBeUndefined();
  });
});
