import { describe, expect, it } from 'vitest';
import { asJson, formatJson, isObject, parseJson, type JsonValue } from '../json/index.ts';
import { CODE_LIMITS } from './limits.ts';
import { applyOverlay, placeInOverlay } from './overlay.ts';

const BODY = { index_patterns: ['a', 'b'], priority: 1, template: { settings: { replicas: 1, shards: 2 } } };

describe('the place of what an overlay says', () => {
  const said = (overlay: JsonValue, at: string) => placeInOverlay(overlay, at, BODY);

  it('is the member of a merge patch, but for objects of which it says nothing itself', () => {
    const overlay = { priority: 2, template: { settings: { shards: 3 }, mappings: { dynamic: false } } };
    expect(said(overlay, '/priority')).toBe('/priority');
    expect(said(overlay, '/template/settings/shards')).toBe('/template/settings/shards');
    expect(said(overlay, '/template/mappings')).toBe('/template/mappings');
    expect(said(overlay, '/template/settings')).toBe('/template/settings');
    expect(said(overlay, '/template')).toBeNull();
    expect(said(overlay, '/index_patterns')).toBeNull();
    expect(said({ priority: null }, '/priority')).toBe('/priority');
  });

  it('is the last operation that writes there, around it or right below', () => {
    const overlay = [
      { op: 'add', path: '/template/settings', value: {} },
      { op: 'replace', path: '/template/settings', value: {} },
      { op: 'replace', path: '/priority', value: 2 },
      { op: 'test', path: '/template/settings', value: {} },
    ];
    expect(said(overlay, '/template/settings/shards')).toBe('/1');
    expect(said(overlay, '/priority')).toBe('/2');
    expect(said(overlay, '/template')).toBe('/1');
    expect(said(overlay, '/aliases')).toBeNull();
    expect(said('nothing', '/priority')).toBeNull();
  });
});

describe('an overlay', () => {
  it.each<[JsonValue, JsonValue]>([
    [{}, BODY],
    [{ priority: 2 }, { ...BODY, priority: 2 }],
    [{ template: { settings: { shards: null } } }, { ...BODY, template: { settings: { replicas: 1 } } }],
    [{ index_patterns: ['c'] }, { ...BODY, index_patterns: ['c'] }],
    [
      { template: null, _meta: { a: { b: 1, c: null } } },
      { index_patterns: ['a', 'b'], priority: 1, _meta: { a: { b: 1 } } },
    ],
    [[{ op: 'add', path: '/index_patterns/-', value: 'c' }], { ...BODY, index_patterns: ['a', 'b', 'c'] }],
    [[{ op: 'remove', path: '/index_patterns/0' }], { ...BODY, index_patterns: ['b'] }],
    [[{ op: 'replace', path: '/priority', value: null }], { ...BODY, priority: null }],
    [
      [
        { op: 'test', path: '/priority', value: 1 },
        { op: 'copy', from: '/priority', path: '/version' },
      ],
      { ...BODY, version: 1 },
    ],
    [
      [{ op: 'move', from: '/priority', path: '/version' }],
      { index_patterns: BODY.index_patterns, template: BODY.template, version: 1 },
    ],
  ])('%j gives %j', (overlay, expected) => {
    expect(applyOverlay(BODY, overlay)).toEqual(expected);
  });

  it('keeps how numbers are written', () => {
    const [body, overlay] = [parseJson('{"a":1.0,"b":{"c":9007199254740993}}'), parseJson('{"b":{"d":2.50}}')];
    if (!isObject(body)) throw new Error('no object');
    expect(formatJson(applyOverlay(body, overlay))).toBe('{"a":1.0,"b":{"c":9007199254740993,"d":2.50}}');
    expect(formatJson(applyOverlay(body, parseJson('[{"op":"add","path":"/e","value":1e3}]')))).toContain('"e":1e3');
  });

  it('leaves the file as it is, and takes hostile names for names', () => {
    const patched = applyOverlay(BODY, parseJson('{"__proto__":{"polluted":true},"constructor":1}'));
    expect(Object.keys(patched)).toEqual(['index_patterns', 'priority', 'template', '__proto__', 'constructor']);
    expect('polluted' in {}).toBe(false);
    expect(Object.keys(BODY)).toHaveLength(3);
  });

  it.each<[JsonValue, string, number | undefined]>([
    ['x', 'an overlay is an object (a merge patch) or a list of operations', undefined],
    [[1], 'an operation is an object', 0],
    [[{ op: 'merge' }], '"op" is one of add, remove, replace, move, copy and test', 0],
    [[{ op: 'add', path: '/a' }], '"value" is missing', 0],
    [[{ op: 'remove', path: 'a' }], '"path" is not a JSON Pointer', 0],
    [[{ op: 'move', path: '/template/x', from: '/template' }], '"/template" can’t be moved into itself', 0],
    [[{ op: 'copy', path: '/a', from: '/nothing' }], 'there is nothing at "/nothing"', 0],
    [
      [
        { op: 'test', path: '/priority', value: 1 },
        { op: 'test', path: '/priority', value: 2 },
      ],
      'the test of "/priority" failed: the file has another value there',
      1,
    ],
    [[{ op: 'replace', path: '', value: 1 }], 'after its operations the template is not an object', undefined],
  ])('%j is refused: %s', (overlay, reason, operation) => {
    expect(() => applyOverlay(BODY, overlay)).toThrow(expect.objectContaining({ reason, operation }));
  });

  it('has a limit of operations', () => {
    const operation = { op: 'test', path: '/priority', value: 1 };
    const many = (count: number) => asJson(Array.from({ length: count }, () => operation));
    expect(applyOverlay(BODY, many(CODE_LIMITS.maxOperations))).toBe(BODY);
    expect(() => applyOverlay(BODY, many(CODE_LIMITS.maxOperations + 1))).toThrow('it has more than 1,000 operations');
  });
});
