import { describe, expect, it } from 'vitest';
import { applyPatch, PatchError, rebasePointer, touches, valueAt, type Operation, type Patch } from './patch.ts';
import type { JsonValue } from './value.ts';

/** Index, place and reason of a refusal. */
function refusalOf(body: JsonValue | undefined, patch: Patch): readonly [number, string, string] | undefined {
  try {
    applyPatch(body, patch);
    return undefined;
  } catch (error) {
    if (error instanceof PatchError) return [error.index, error.at, error.reason];
    throw error;
  }
}

const move = (from: string, path: string): Operation => ({ op: 'move', from, path });
const remove = (path: string): Operation => ({ op: 'remove', path });
const add = (path: string, value: JsonValue): Operation => ({ op: 'add', path, value });
const replace = (path: string, value: JsonValue): Operation => ({ op: 'replace', path, value });

describe('applyPatch', () => {
  it.each<readonly [string, JsonValue, Operation, JsonValue, Patch]>([
    ['adds a member', { a: 1 }, add('/b', { c: 2 }), { a: 1, b: { c: 2 } }, [remove('/b')]],
    ['adds over a member', { a: 1 }, add('/a', 2), { a: 2 }, [replace('/a', 1)]],
    ['adds into an array', { a: [1, 3] }, add('/a/1', 2), { a: [1, 2, 3] }, [remove('/a/1')]],
    ['adds behind an array', { a: [1] }, add('/a/-', 2), { a: [1, 2] }, [remove('/a/1')]],
    ['adds behind an array by its length', [1], add('/1', 2), [1, 2], [remove('/1')]],
    ['removes a member', { a: 1, b: 2 }, remove('/a'), { b: 2 }, [add('/a', 1)]],
    ['removes an item', { a: [1, 2, 3] }, remove('/a/1'), { a: [1, 3] }, [add('/a/1', 2)]],
    ['replaces a member', { a: { b: null } }, replace('/a/b', 1), { a: { b: 1 } }, [replace('/a/b', null)]],
    ['replaces an item', [1, 2], replace('/0', 3), [3, 2], [replace('/0', 1)]],
    ['replaces the whole', { a: 1 }, replace('', []), [], [replace('', { a: 1 })]],
    ['moves a member', { a: { b: 1 }, c: {} }, move('/a/b', '/c/d'), { a: {}, c: { d: 1 } }, [move('/c/d', '/a/b')]],
    ['moves over a member', { a: 1, b: 2 }, move('/a', '/b'), { b: 1 }, [replace('/b', 2), add('/a', 1)]],
    [
      'moves an item over a member that moves up with it',
      [0, { a: 1 }, { a: 2 }],
      move('/0', '/1/a'),
      [{ a: 1 }, { a: 0 }],
      [replace('/1/a', 2), add('/0', 0)],
    ],
    ['moves an item', [1, 2, 3], move('/0', '/2'), [2, 3, 1], [move('/2', '/0')]],
    ['moves onto itself: nothing', { a: 1 }, move('/a', '/a'), { a: 1 }, []],
    [
      'moves a member onto its holder',
      { user: { a: {}, b: 1 } },
      move('/user/a', '/user'),
      { user: {} },
      [replace('/user', { b: 1 }), add('/user/a', {})],
    ],
    [
      'moves a member onto the whole',
      { a: { b: 2 }, c: 3 },
      move('/a', ''),
      { b: 2 },
      [replace('', { c: 3 }), add('/a', { b: 2 })],
    ],
    [
      'moves an item before the array that it was in',
      [[false]],
      move('/0/0', '/0'),
      [false, []],
      [remove('/0'), add('/0/0', false)],
    ],
    [
      'moves an item onto the member that holds its array',
      { a: [[1], 2] },
      move('/a/0/0', '/a'),
      { a: 1 },
      [replace('/a', [[], 2]), add('/a/0/0', 1)],
    ],
  ])('%s, and its inverse takes it back', (_, before, operation, after, inverse) => {
    const there = applyPatch(before, [operation]);
    expect(there).toEqual({ body: after, inverse });
    expect(applyPatch(there.body, there.inverse).body).toEqual(before);
  });

  it('keeps in an inverse what was moved onto its holder, whatever is written to it afterwards', () => {
    const before = { a: { b: { c: 1 } } };
    const there = applyPatch(before, [replace('/a/b/c', 2), move('/a/b', '/a'), add('/a/x', 9)]);
    expect(there.body).toEqual({ a: { c: 2, x: 9 } });
    expect(applyPatch(there.body, there.inverse).body).toEqual(before);
  });

  it('makes a body out of nothing, and takes it away again', () => {
    const made = applyPatch(undefined, [add('', {}), add('/a', 1)]);
    expect(made).toEqual({ body: { a: 1 }, inverse: [remove('/a'), remove('')] });
    expect(applyPatch(made.body, made.inverse).body).toBeUndefined();
  });

  it('writes names that every object inherits as members of their own', () => {
    const { body, inverse } = applyPatch({}, [
      add('/__proto__', { x: 1 }),
      add('/constructor', 2),
      replace('/__proto__/x', 3),
    ]);
    expect(JSON.stringify(body)).toBe('{"__proto__":{"x":3},"constructor":2}');
    expect(applyPatch(body, inverse).body).toEqual({});
  });

  it('writes neither to the document nor to the values that it is given, and shares what it leaves alone', () => {
    const before = { a: { b: {} }, untouched: {} };
    const value = { x: {} };
    const { body } = applyPatch(before, [add('/a/c', value), add('/a/c/x/y', 1), remove('/a/b')]);
    expect([before, value]).toEqual([{ a: { b: {} }, untouched: {} }, { x: {} }]);
    expect(body).toEqual({ a: { c: { x: { y: 1 } } }, untouched: {} });
    expect(valueAt(body, '/untouched')).toBe(before.untouched);
  });
});

describe('the order of members', () => {
  /** The text after a patch, and whether its inverse leads back to the very text before. */
  const textAfter = (before: JsonValue, patch: Patch) => {
    const text = JSON.stringify(before);
    const { body, inverse } = applyPatch(before, patch, { keepsOrder: true });
    expect(JSON.stringify(applyPatch(body, inverse).body)).toBe(text);
    expect(JSON.stringify(before)).toBe(text);
    return JSON.stringify(body);
  };

  it.each<readonly [string, JsonValue, Patch, string]>([
    ['in front of a member', { a: 1, b: 2 }, [{ op: 'add', path: '/x', value: 0, before: 'b' }], '{"a":1,"x":0,"b":2}'],
    [
      'in front of the first one, by its name as it is',
      { 'a/b': 1, c: 2 },
      [{ op: 'add', path: '/x', value: 0, before: 'a/b' }],
      '{"x":0,"a/b":1,"c":2}',
    ],
    [
      'behind all where nothing is called so',
      { a: 1 },
      [{ op: 'add', path: '/x', value: 0, before: 'no' }],
      '{"a":1,"x":0}',
    ],
    [
      'behind all where only every object has what is called so',
      { a: 1 },
      [{ op: 'add', path: '/x', value: 0, before: 'toString' }],
      '{"a":1,"x":0}',
    ],
    ['where it is already', { a: 1, b: 2 }, [{ op: 'add', path: '/b', value: 3, before: 'a' }], '{"a":1,"b":3}'],
    ['where the list says', [1, 3], [{ op: 'add', path: '/1', value: 2, before: '0' }], '[1,2,3]'],
    [
      'in front of one that was put in front of others just now',
      { a: 1, b: 2 },
      [
        { op: 'add', path: '/y', value: 0, before: 'a' },
        { op: 'add', path: '/x', value: 0, before: 'y' },
        { op: 'move', from: '/b', path: '/c', before: 'y' },
      ],
      '{"x":0,"c":2,"y":0,"a":1}',
    ],
    ['behind those that are named like an index', { a: 1 }, [{ op: 'add', path: '/7', value: 0 }], '{"7":0,"a":1}'],
    [
      'in front of none of those',
      { 7: 0, a: 1 },
      [{ op: 'add', path: '/x', value: 0, before: '7' }],
      '{"7":0,"a":1,"x":0}',
    ],
    [
      'in front of __proto__, and __proto__ in front of another one',
      JSON.parse('{"__proto__":1,"a":2}') as JsonValue,
      [
        { op: 'add', path: '/x', value: 0, before: '__proto__' },
        { op: 'move', from: '/__proto__', path: '/y' },
        { op: 'add', path: '/__proto__', value: 3, before: 'x' },
      ],
      '{"__proto__":3,"x":0,"a":2,"y":1}',
    ],
  ])('puts a member %s', (_, before, patch, after) => {
    expect(textAfter(before, patch)).toBe(after);
  });

  it.each<readonly [string, JsonValue, Patch, Patch]>([
    ['first', { a: 1, b: 2 }, [remove('/a')], [{ op: 'add', path: '/a', value: 1, before: 'b' }]],
    ['last', { a: 1, b: 2 }, [remove('/b')], [add('/b', 2)]],
    ['renamed', { a: 1, b: 2 }, [move('/a', '/c')], [{ op: 'move', from: '/c', path: '/a', before: 'b' }]],
    [
      'that went one after the other',
      { a: 1, b: 2, c: 3, d: 4 },
      [remove('/b'), remove('/a'), remove('/c')],
      [
        { op: 'add', path: '/c', value: 3, before: 'd' },
        { op: 'add', path: '/a', value: 1, before: 'c' },
        { op: 'add', path: '/b', value: 2, before: 'c' },
      ],
    ],
    [
      'of an object that was taken out',
      { o: { a: 1, b: 2 }, p: 3 },
      [remove('/o/a'), { op: 'add', path: '/o/x', value: 0, before: 'b' }, remove('/o')],
      [
        { op: 'add', path: '/o', value: { x: 0, b: 2 }, before: 'p' },
        remove('/o/x'),
        { op: 'add', path: '/o/a', value: 1, before: 'b' },
      ],
    ],
    [
      'that took the place of another one',
      { a: 1, b: 2, c: 3 },
      [move('/b', '/a')],
      [replace('/a', 1), { op: 'add', path: '/b', value: 2, before: 'c' }],
    ],
    ['of a list', [1, 2], [remove('/0')], [add('/0', 1)]],
    ['named like an index', { 7: 0, a: 1 }, [remove('/7')], [add('/7', 0)]],
  ])('is kept by the inverse: %s', (_, before, patch, inverse) => {
    textAfter(before, patch);
    const kept = applyPatch(before, patch, { keepsOrder: true });
    expect(JSON.stringify(kept.inverse)).toBe(JSON.stringify(inverse));
    // What costs nothing says nothing.
    expect(JSON.stringify(applyPatch(before, patch).inverse)).not.toContain('before');
  });

  it('is kept at a price that goes with what was removed, not with its square', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `field ${index}`);
    const before = Object.fromEntries(names.map((name) => [name, 0]));
    const patch = names.filter((_, index) => index % 2 === 0).map((name) => remove(`/${name}`));
    const { body, inverse } = applyPatch(before, patch, { keepsOrder: true });
    expect(inverse).toHaveLength(10_000);
    expect(Object.keys(applyPatch(body, inverse).body as object)).toEqual(names);
  });
});

describe('a patch that does not fit', () => {
  it.each<readonly [Patch, readonly [number, string, string]]>([
    [[remove('/none')], [0, '/none', 'there is nothing to remove']],
    [
      [add('/b', 1), replace('/none', 1)],
      [1, '/none', 'there is nothing to replace'],
    ],
    [[remove('/constructor')], [0, '/constructor', 'there is nothing to remove']],
    [[replace('/toString', 1)], [0, '/toString', 'there is nothing to replace']],
    [[add('/x/y', 1)], [0, '/x/y', 'there is no "x"']],
    [[add('/a/b/c', 1)], [0, '/a/b/c', 'the path goes through a value without members']],
    [[add('/list/3', 1)], [0, '/list/3', '"3" is not an index of this array']],
    [[replace('/list/2', 1)], [0, '/list/2', '"2" is not an index of this array']],
    [[remove('/list/-')], [0, '/list/-', '"-" is not an index of this array']],
    [[replace('/list/00', 1)], [0, '/list/00', '"00" is not an index of this array']],
    [[move('/none', '/b')], [0, '/none', 'there is nothing to remove']],
    [[move('/a', '/a/b')], [0, '/a/b', 'a value cannot move into itself']],
    [[move('/list/0', '/list/0/x')], [0, '/list/0/x', 'a value cannot move into itself']],
    [
      [remove(''), remove('')],
      [1, '', 'there is nothing to remove'],
    ],
    [
      [remove(''), add('/a', 1)],
      [1, '/a', 'the path goes through a value without members'],
    ],
    [
      [add('a', 1)],
      [0, 'a', '"a" is not a JSON Pointer: it must be empty or start with "/", with "~" only as "~0" or "~1"'],
    ],
  ])('%j', (patch, refusal) => {
    expect(refusalOf({ a: { b: 'text' }, list: [1, 2] }, patch)).toEqual(refusal);
  });

  it.each(['test', 'copy', undefined])('for its operation "%s" says so', (op) => {
    const foreign = JSON.parse(JSON.stringify([{ op, path: '/a', from: '/b', value: 1 }])) as Patch;
    expect(refusalOf({ a: 1, b: 2 }, foreign)).toEqual([
      0,
      '/a',
      `"${String(op)}" is not one of add, remove, replace, move`,
    ]);
  });

  it.each([1, null, {}])('for the path %j, which is no text, says so', (path) => {
    const foreign = JSON.parse(JSON.stringify([{ op: 'add', path, value: 1 }])) as Patch;
    expect(refusalOf({ a: 1 }, foreign)).toEqual([
      0,
      String(path),
      expect.stringContaining(`"${String(path)}" is not a JSON Pointer`),
    ]);
  });

  it('leaves the document as it was, and tells all in its message', () => {
    const before = { a: 1 };
    expect(() => applyPatch(before, [replace('/a', 2), remove('/b')])).toThrow(
      'Operation 1 at "/b": there is nothing to remove',
    );
    expect(before).toEqual({ a: 1 });
  });
});

describe('rebasePointer', () => {
  it.each<readonly [string, Patch, string | null]>([
    ['/a/x', [move('/a', '/b')], '/b/x'],
    ['/a/x', [move('/a', '/b'), move('/b/x', '/y')], '/y'],
    ['/ab', [move('/a', '/b')], '/ab'],
    ['/b/x', [move('/a', '/b')], null],
    ['/a/x', [remove('/a')], null],
    ['/a', [remove('/a/x')], '/a'],
    ['/a', [remove('/a'), add('/a', {})], null],
    ['/a/x', [replace('/a', { x: 1 })], '/a/x'],
    ['/a/x', [replace('/a', { y: 1 })], null],
    ['/a/x', [replace('', { a: { x: {} } })], '/a/x'],
    ['/a', [move('/a', '/t'), move('/b', '/a'), move('/t', '/b')], '/b'],
  ])('%s over %j is %j', (pointer, patch, now) => {
    expect(rebasePointer(pointer, patch)).toBe(now);
  });

  it('goes with touches: a place is touched by what changes it, holds it or is in it', () => {
    const touched = ['/a', '/a/x', '/a/x/y', '/b/c'].filter((pointer) =>
      touches([replace('/a/x', 1), move('/b/c', '/d')], pointer),
    );
    expect(touched).toEqual(['/a', '/a/x', '/a/x/y', '/b/c']);
    expect(touches([replace('/a/x', 1), move('/b/c', '/d')], '/a/xy')).toBe(false);
  });
});

it('valueAt finds own members and items only', () => {
  const body = { a: [{ b: null }], '': 1 };
  expect(
    ['/a/0/b', '/', '', '/a/1', '/a/-', '/a/length', '/toString', '/a/0/b/c'].map((at) => valueAt(body, at)),
  ).toEqual([null, 1, body, undefined, undefined, undefined, undefined, undefined]);
});
