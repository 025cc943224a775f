import { describe, expect, it } from 'vitest';
import { mergeThreeWay } from './three-way.ts';
import type { JsonValue } from './value.ts';

const base = { a: 1, b: { c: 1, d: [1] } };

describe('what two came to from the same value', () => {
  it.each<
    readonly [string, JsonValue | undefined, JsonValue | undefined, JsonValue | undefined, JsonValue | undefined]
  >([
    ['mine where theirs changed nothing', base, { ...base, a: 2 }, { ...base }, { ...base, a: 2 }],
    ['theirs where I changed nothing', base, { ...base }, { ...base, a: 2 }, { ...base, a: 2 }],
    [
      'both where they changed other members',
      base,
      { ...base, a: 2 },
      { a: 1, b: { c: 3, d: [1] } },
      { a: 2, b: { c: 3, d: [1] } },
    ],
    ['the same where both changed the same', base, { ...base, a: 2 }, { ...base, a: 2 }, { ...base, a: 2 }],
    ['without what theirs removed', base, { ...base, a: 2 }, { a: 1 }, { a: 2 }],
    ['without what I removed', base, { b: base.b }, { ...base, b: { c: 3, d: [1] } }, { b: { c: 3, d: [1] } }],
    ['with what either added', base, { ...base, m: 1 }, { ...base, t: 1 }, { ...base, m: 1, t: 1 }],
    [
      'one of two that both made anew, of one type',
      undefined,
      { type: 'text', a: 1 },
      { type: 'text', b: 1 },
      { type: 'text', a: 1, b: 1 },
    ],
    ['one of two that both made anew, without a type', undefined, { a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    ['nothing where both removed it', base, undefined, undefined, undefined],
    ['what one of them made', undefined, undefined, base, base],
  ])('is %s', (_, from, mine, theirs, value) => {
    expect(mergeThreeWay(from, mine, theirs)).toEqual({ value, kept: [] });
  });

  it.each<readonly [string, JsonValue | undefined, JsonValue | undefined, JsonValue | undefined, readonly string[]]>([
    ['a value that both changed', base, { ...base, a: 2 }, { ...base, a: 3 }, ['/a']],
    ['an array, as one', base, { a: 1, b: { c: 1, d: [1, 2] } }, { a: 1, b: { c: 1, d: [3, 1] } }, ['/b/d']],
    ['what they removed and I changed', base, { a: 1, b: { c: 2, d: [1] } }, { a: 1 }, ['/b']],
    ['what I removed and they changed', base, { a: 1 }, { a: 1, b: { c: 2, d: [1] } }, ['/b']],
    ['two that were made anew with two types', {}, { f: { type: 'text' } }, { f: { type: 'ip' } }, ['/f']],
    ['an object of mine beside a word of theirs', {}, { f: {} }, { f: 'x' }, ['/f']],
    ['a word of mine beside an object of theirs', { f: {} }, { f: 'x' }, { f: { a: 1 } }, ['/f']],
    ['objects that were a word', { f: 1 }, { f: { a: 1 } }, { f: { b: 1 } }, ['/f']],
    ['a name with a slash', { 'x/y': 1 }, { 'x/y': 2 }, { 'x/y': 3 }, ['/x~1y']],
  ])('keeps mine of %s, and says where', (_, from, mine, theirs, kept) => {
    expect(mergeThreeWay(from, mine, theirs)).toEqual({ value: mine, kept });
    expect(mergeThreeWay(from, mine, theirs, '/at').kept).toEqual(kept.map((place) => `/at${place}`));
  });

  it('keeps mine in one place and takes theirs in another', () => {
    expect(mergeThreeWay(base, { a: 2, b: { c: 1, d: [2] } }, { a: 3, b: { c: 4, d: [1] }, n: null })).toEqual({
      value: { a: 2, b: { c: 4, d: [2] }, n: null },
      kept: ['/a'],
    });
  });

  it('takes theirs where both changed the same and theirs is chosen', () => {
    const chosen = (at: string) => (at === '/b' ? 'theirs' : 'mine');
    expect(mergeThreeWay({}, { a: 1, b: 1, c: 1 }, { a: 2, b: 2 }, '', chosen)).toEqual({
      value: { a: 1, b: 2, c: 1 },
      kept: ['/a', '/b'],
    });
  });

  it('takes names that objects inherit as members like others', () => {
    const withProto = JSON.parse('{"__proto__":{"a":1}}') as JsonValue;
    expect(JSON.stringify(mergeThreeWay({}, { constructor: 1 }, withProto).value)).toBe(
      '{"constructor":1,"__proto__":{"a":1}}',
    );
  });
});
