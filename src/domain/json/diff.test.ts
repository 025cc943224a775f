import { describe, expect, it } from 'vitest';
import { diff } from './diff.ts';
import { applyPatch, type Patch } from './patch.ts';
import { parseJson } from './text.ts';
import type { JsonValue } from './value.ts';

describe('diff', () => {
  it.each<readonly [string, JsonValue, JsonValue]>([
    ['equal values', { a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }],
    ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['two empty objects', {}, {}],
  ])('of %s is nothing', (_, before, after) => {
    expect(diff(before, after)).toEqual([]);
  });

  it('names the members that differ, each by itself', () => {
    const before = {
      properties: { a: { type: 'keyword', index: false }, b: { type: 'ip' }, c: { type: 'date' } },
      dynamic: false,
    };
    const after = {
      properties: { a: { type: 'keyword', store: true }, b: { type: 'long' }, d: { type: 'date' } },
      dynamic: false,
    };
    expect(diff(before, after)).toEqual([
      { op: 'remove', path: '/properties/a/index' },
      { op: 'add', path: '/properties/a/store', value: true },
      { op: 'replace', path: '/properties/b/type', value: 'long' },
      { op: 'remove', path: '/properties/c' },
      { op: 'add', path: '/properties/d', value: { type: 'date' } },
    ]);
  });

  it('starts its pointers where it is told, and escapes names', () => {
    expect(diff({ 'a/b': 1 }, { 'a/b': 2, '~': 3 }, '/mappings/x~1y')).toEqual([
      { op: 'replace', path: '/mappings/x~1y/a~1b', value: 2 },
      { op: 'add', path: '/mappings/x~1y/~0', value: 3 },
    ]);
  });

  it.each<readonly [string, JsonValue, JsonValue]>([
    ['arrays, though one item is the same', { a: [1, 2] }, { a: [1, 3] }],
    ['objects without a common member', { a: { x: 1 } }, { a: { y: 1 } }],
    ['values of different kinds', { a: { x: 1 } }, { a: ['x'] }],
    ['null and an object', { a: null }, { a: {} }],
    ['a number and a bigint', { a: 9_007_199_254_740_992 }, { a: 9_007_199_254_740_993n }],
  ])('replaces %s as a whole', (_, before, after) => {
    expect(diff(before, after)).toEqual([{ op: 'replace', path: '/a', value: (after as { readonly a: JsonValue }).a }]);
  });

  it('replaces an object by the very one that came', () => {
    const after: { readonly a: JsonValue } = { a: { y: 1 } };
    expect(diff({ a: { x: 1 } }, after).map((operation) => 'value' in operation && operation.value)[0]).toBe(after.a);
  });

  it('takes what is added to an empty object, and what is left of a full one, apart', () => {
    expect(diff({ a: {} }, { a: { x: 1 } })).toEqual([{ op: 'add', path: '/a/x', value: 1 }]);
    expect(diff({ a: { x: 1 } }, { a: {} })).toEqual([{ op: 'remove', path: '/a/x' }]);
  });

  it('of two scalars replaces the whole', () => {
    expect(diff('a', 'b')).toEqual([{ op: 'replace', path: '', value: 'b' }]);
  });

  it('is about own members only, whatever they are called', () => {
    const hostile = JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}') as JsonValue;
    const patch = diff(hostile, { toString: 'own' });
    expect(patch).toEqual([{ op: 'replace', path: '', value: { toString: 'own' } }]);
    const changed = JSON.parse('{"__proto__": {"x": 2}, "constructor": 1}') as JsonValue;
    expect(diff(hostile, changed)).toEqual([{ op: 'replace', path: '/__proto__/x', value: 2 }]);
    expect(applyPatch(hostile, diff(hostile, changed)).body).toEqual(changed);
  });

  it.each<readonly [string, JsonValue, JsonValue, Patch]>([
    ['adds', { a: 1 }, { a: 1, toString: 'own' }, [{ op: 'add', path: '/toString', value: 'own' }]],
    ['removes', { a: 1, constructor: 2 }, { a: 1 }, [{ op: 'remove', path: '/constructor' }]],
    [
      'adds __proto__, and',
      { a: 1 },
      JSON.parse('{"a":1,"__proto__":{}}') as JsonValue,
      [{ op: 'add', path: '/__proto__', value: {} }],
    ],
  ])('%s a member whose name every object inherits', (_, before, after, patch) => {
    expect(diff(before, after)).toEqual(patch);
  });

  it('is of 0 and -0 and of what is only written otherwise, in lists too, unless it is asked for values alone', () => {
    const [before, after] = [parseJson('{"a":0,"l":[1,0],"n":1.0}'), parseJson('{"a":-0,"l":[1.0,-0],"n":1}')];
    expect(diff(before, after).map(({ path }) => path)).toEqual(['/a', '/l', '/n']);
    expect(diff(before, after, '', { asWritten: false })).toEqual([]);
  });

  it('does not look into what both share', () => {
    const shared = Object.defineProperty({}, 'secret', {
      enumerable: true,
      get: () => expect.fail('was looked at'),
    }) as JsonValue;
    expect(diff({ shared, a: 1 }, { shared, a: 2 })).toEqual([{ op: 'replace', path: '/a', value: 2 }]);
  });
});
