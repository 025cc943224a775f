import { describe, expect, it } from 'vitest';
import { formatJson, parseJson } from '#domain/json';
import { apiQueryClient } from './api-provider.tsx';
import { shareStructure } from './share-structure.ts';

/** What a query has after these responses, one after the other. */
function afterResponses(...texts: readonly string[]): unknown {
  const queries = apiQueryClient();
  for (const text of texts) queries.setQueryData(['a response'], parseJson(text));
  return queries.getQueryData(['a response']);
}

describe('sharing the structure of responses', () => {
  it.each([
    ['a number that is written otherwise', '{"a":1,"b":{"c":2}}', '{"a":1.0,"b":{"c":2}}'],
    ['a number beside one that changes', '{"a":1e3,"b":1}', '{"a":1e3,"b":2}'],
    ['a number in an array', '[1.0,[2e3,-0.0],3]', '[1.0,[2e3,-0.0],4]'],
    ['another order of members', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['a member named __proto__', '{"a":1,"__proto__":{"type":"ip"}}', '{"a":2,"__proto__":{"type":"ip"}}'],
    ['a new member named __proto__', '{"a":1}', '{"a":1,"__proto__":{"type":"ip"}}'],
    ['a changed member below __proto__', '{"__proto__":{"x":{"y":1},"z":1}}', '{"__proto__":{"x":{"y":1},"z":2}}'],
    ['a member named constructor', '{"a":1}', '{"constructor":{},"a":1}'],
    ['a member less', '{"a":{"b":1},"c":2}', '{"a":{"b":1}}'],
    ['an object in place of an array', '[]', '{}'],
  ])('keeps %s as the last response has it', (_, before, now) => {
    expect(formatJson(afterResponses(before, now) as never)).toBe(formatJson(parseJson(now)));
  });

  it('gives the objects of the response before wherever nothing has changed', () => {
    const before = parseJson('{"rows":[{"name":"a","size":1.0},{"name":"b"},{"name":"c"}],"more":{}}') as never;
    const { rows, more } = before as { readonly rows: readonly unknown[]; readonly more: unknown };
    const next = parseJson('{"rows":[{"name":"a","size":1.0},{"name":"B"},{"name":"c"}],"more":{}}');
    const now = shareStructure(before, next) as { readonly rows: readonly unknown[]; readonly more: unknown };
    expect(now).not.toBe(before);
    expect(now.more).toBe(more);
    expect(now.rows.map((row, index) => row === rows[index])).toEqual([true, false, true]);
    expect(shareStructure(now, parseJson(formatJson(now as never)))).toBe(now);
  });

  it('leaves what may not be changed as it is', () => {
    const frozen = Object.freeze({ a: Object.freeze({ b: 1 }), c: 2 });
    expect(shareStructure({ a: { b: 1 }, c: 1 }, frozen)).toBe(frozen);
    const date = new Date(0);
    expect(shareStructure(new Date(0), date)).toBe(date);
  });
});
