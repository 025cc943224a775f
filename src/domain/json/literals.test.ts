import { describe, expect, it } from 'vitest';
import { diff } from './diff.ts';
import { isWrittenAlike, literalIn, setLiteral, withLiteral, withoutLiterals } from './literals.ts';
import { applyPatch, type Patch } from './patch.ts';
import { formatJson, parseJson } from './text.ts';
import { mergeThreeWay } from './three-way.ts';
import { copyMember, copyObject, deepEqual, pickMembers, toJsonValue, type JsonObject } from './value.ts';

/** Numbers that nobody would write so from their values alone. */
const LITERALS = [
  '1.0',
  '1.10',
  '-0.0',
  '0.0',
  '0e0',
  '-0e-5',
  '1e3',
  '1E3',
  '1e+3',
  '1E+2',
  '1.5e-7',
  '0.0000001',
  '-0.00000012',
  '1e21',
  '1E300',
  '1e-400',
  '123456789012345.0',
  '9007199254740993.0',
  '0.1000000000000000055511151231257827021181583404541015625',
  `1.${'0'.repeat(900)}1`,
];

const parsed = (text: string) => parseJson(text) as JsonObject;

describe('a number', () => {
  it.each(LITERALS)('%s is written as it was read, in objects and lists, beside keys with escapes', (literal) => {
    const text = `{"n":${literal},"__proto__":[0,{"a":[${literal},1,${literal}]}],"\\n":${literal},"m":1.5,"0":2}`;
    const read = parseJson(text);
    expect(formatJson(read)).toBe(`{"0":2,${text.slice(1).replace(',"0":2', '')}`);
    expect(formatJson(parseJson(formatJson(read, 2)))).toBe(formatJson(read));
    expect((read as JsonObject)['n']).toBe(Number(literal));
  });

  it.each(['0', '-0', '1', '-1.5', '0.1', '1e-7', '0.000001', '1e+21', '9007199254740993', '123456789.5'])(
    '%s has no literal beside its value',
    (literal) => {
      const read = parseJson(`[${literal}]`) as readonly number[];
      expect(literalIn(read, 0)).toBeUndefined();
      expect(formatJson(read)).toBe(`[${literal}]`);
    },
  );

  it('that another one has taken the place of is written as that', () => {
    const read = parsed('{"a":1.0,"b":1.0,"c":0.0}');
    expect(formatJson({ ...read, a: 2, c: -0 })).toBe('{"a":2,"b":1.0,"c":-0}');
    expect(formatJson({ ...read, a: '1' })).toBe('{"a":"1","b":1.0,"c":0.0}');
  });
});

describe('a copy', () => {
  const text = '{"a":1.0,"b":[1e3,{"c":-0.0}],"__proto__":{"d":2.50}}';

  it.each<readonly [string, (value: JsonObject) => JsonObject]>([
    ['by spreading', (value) => ({ ...value })],
    ['of an object', copyObject],
    ['of a large object', (value) => withoutRest(copyObject({ ...value, ...members(200) }))],
    ['of a foreign value', (value) => toJsonValue(value) as JsonObject],
    ['of what is meant', (value) => pickMembers(value, () => true)],
    ['through a text', (value) => parsed(formatJson(value))],
  ])('%s keeps literals', (_name, copy) => {
    expect(formatJson(copy(parsed(text)))).toBe(text);
  });

  it('that is written to leaves the original as it was', () => {
    const original = parsed('{"a":1.0,"b":1.0}');
    const copy = copyObject(original);
    setLiteral(copy, 'a', '1.00');
    setLiteral(copy, 'b', undefined);
    expect(formatJson(original)).toBe('{"a":1.0,"b":1.0}');
    expect(formatJson(copy)).toBe('{"a":1.00,"b":1}');
    setLiteral(copy, 'a', undefined);
    expect(formatJson(copy)).toBe('{"a":1,"b":1}');
    expect(copy).toStrictEqual({ a: 1, b: 1 });
  });

  it('of one member has its literal, or none', () => {
    const from = parsed('{"a":1.0,"b":1}');
    const object = parsed('{"x":1.000,"y":1}');
    copyMember(object, 'y', from, 'a');
    copyMember(object, 'x', from, 'b');
    expect(formatJson(object)).toBe('{"x":1,"y":1.0}');
    expect(formatJson(pickMembers(from, (key) => key === 'b'))).toBe('{"b":1}');
  });

  it('without literals is the value itself where it has none', () => {
    const value = parsed('{"a":1,"b":[{"c":1.5}]}');
    expect(withoutLiterals(value)).toBe(value);
    const read = parsed(text);
    expect(formatJson(withoutLiterals(read))).toBe('{"a":1,"b":[1000,{"c":-0}],"__proto__":{"d":2.5}}');
    expect(formatJson(read)).toBe(text);
    expect(withoutLiterals<unknown>('1.0')).toBe('1.0');
  });
});

describe('equal values', () => {
  it.each([
    ['{"a":1.0}', '{"a":1}', false],
    ['{"a":1.0}', '{"a":1.0}', true],
    ['{"a":[1,1.0]}', '{"a":[1.0,1]}', false],
    ['{"a":{"b":[1e3]},"c":1}', '{"c":1,"a":{"b":[1000]}}', false],
    ['{"a":{"b":[1e3]},"c":1}', '{"c":1,"a":{"b":[1e3]}}', true],
  ])('%s and %s are written alike: %s', (one, other, isAlike) => {
    expect(deepEqual(parseJson(one), parseJson(other))).toBe(true);
    expect(isWrittenAlike(parseJson(one), parseJson(other))).toBe(isAlike);
    expect(isWrittenAlike(parseJson(other), parseJson(one))).toBe(isAlike);
  });
});

describe('a patch', () => {
  const before = '{"a":{"x":1.0,"y":2},"l":[1.0,2.0,3],"n":-0.0}';

  it.each<readonly [string, Patch, string]>([
    [
      'of another member',
      [{ op: 'replace', path: '/a/y', value: 3 }],
      '{"a":{"x":1.0,"y":3},"l":[1.0,2.0,3],"n":-0.0}',
    ],
    ['of the number', [{ op: 'replace', path: '/a/x', value: 1 }], '{"a":{"x":1,"y":2},"l":[1.0,2.0,3],"n":-0.0}'],
    ['that adds over it', [{ op: 'add', path: '/a/x', value: 1 }], '{"a":{"x":1,"y":2},"l":[1.0,2.0,3],"n":-0.0}'],
    [
      'that brings another spelling',
      [withLiteral({ op: 'replace', path: '/a/y', value: 2 }, 'value', '2.00')],
      '{"a":{"x":1.0,"y":2.00},"l":[1.0,2.0,3],"n":-0.0}',
    ],
    ['that removes it', [{ op: 'remove', path: '/a/x' }], '{"a":{"y":2},"l":[1.0,2.0,3],"n":-0.0}'],
    ['that moves it', [{ op: 'move', from: '/n', path: '/a/n' }], '{"a":{"x":1.0,"y":2,"n":-0.0},"l":[1.0,2.0,3]}'],
    [
      'that moves it over another',
      [{ op: 'move', from: '/n', path: '/a/x' }],
      '{"a":{"x":-0.0,"y":2},"l":[1.0,2.0,3]}',
    ],
    [
      'that moves its holder',
      [{ op: 'move', from: '/a', path: '/z' }],
      '{"l":[1.0,2.0,3],"n":-0.0,"z":{"x":1.0,"y":2}}',
    ],
    ['of an item', [{ op: 'replace', path: '/l/1', value: 2 }], '{"a":{"x":1.0,"y":2},"l":[1.0,2,3],"n":-0.0}'],
    [
      'that adds an item in front',
      [{ op: 'add', path: '/l/0', value: 1 }],
      '{"a":{"x":1.0,"y":2},"l":[1,1.0,2.0,3],"n":-0.0}',
    ],
    [
      'that adds a spelled item',
      [withLiteral({ op: 'add', path: '/l/1', value: 2 }, 'value', '2e0')],
      '{"a":{"x":1.0,"y":2},"l":[1.0,2e0,2.0,3],"n":-0.0}',
    ],
    ['that removes an item', [{ op: 'remove', path: '/l/0' }], '{"a":{"x":1.0,"y":2},"l":[2.0,3],"n":-0.0}'],
    [
      'that moves an item',
      [{ op: 'move', from: '/l/0', path: '/l/2' }],
      '{"a":{"x":1.0,"y":2},"l":[2.0,3,1.0],"n":-0.0}',
    ],
  ])('%s keeps the others, and its inverse brings it back', (_name, patch, after) => {
    const start = parseJson(before);
    // As a log has it.
    const read = parseJson(formatJson(patch)) as unknown as Patch;
    const { body, inverse } = applyPatch(start, read, { keepsOrder: true });
    expect(formatJson(body as JsonObject)).toBe(after);
    expect(formatJson(start)).toBe(before);
    const back = applyPatch(body, parseJson(formatJson(inverse)) as unknown as Patch, { keepsOrder: true });
    expect(formatJson(back.body as JsonObject)).toBe(before);
    expect(formatJson(applyPatch(back.body, back.inverse).body as JsonObject)).toBe(after);
  });
});

describe('the difference', () => {
  it.each([
    ['{"a":1.0,"b":1}', '{"a":1.0,"b":2}'],
    ['{"a":1}', '{"a":1.0}'],
    ['{"a":1.0}', '{"a":1}'],
    ['{"a":{"b":1e3}}', '{"a":{"b":1000,"c":-0.0}}'],
    ['{"a":[1,2.0]}', '{"a":[1,2]}'],
    ['{"a":[{"b":1}]}', '{"a":[{"b":1.0}]}'],
    ['{"a":true}', '{"a":1.0}'],
    ['{"a":2}', '{"a":1.0}'],
  ])('from %s to %s comes to that very text', (before, after) => {
    const patch = diff(parseJson(before), parseJson(after));
    expect(patch).toHaveLength(before.includes('1e3') ? 2 : 1);
    expect(formatJson(applyPatch(parseJson(before), patch).body as JsonObject)).toBe(after);
  });

  it('of what is written alike is nothing', () => {
    const text = '{"a":1.0,"b":[1e3,{"c":-0.0}]}';
    expect(diff(parseJson(text), parseJson(text))).toEqual([]);
  });
});

describe('a three-way merge', () => {
  it.each([
    ['takes theirs as it is written where mine is as it was', '1.0', '1.0', '1', '1'],
    ['takes mine that is only written otherwise', '1', '1.0', '1', '1.0'],
    ['takes theirs as it is written', '1', '1', '2.0', '2.0'],
    ['takes theirs over another spelling of mine', '1', '1.0', '2.0', '2.0'],
    ['takes mine over theirs', '1', '3.0', '2.0', '3.0'],
  ])('%s', (_name, base, mine, theirs, merged) => {
    const of = (literal: string) => parseJson(`{"p":{"n":${literal},"x":0.50}}`);
    expect(formatJson(mergeThreeWay(of(base), of(mine), { ...(of(theirs) as JsonObject), y: 1 }).value ?? null)).toBe(
      `{"p":{"n":${merged},"x":0.50},"y":1}`,
    );
  });
});

describe('a merge of two edits of one object', () => {
  it('keeps how mine is written where theirs is only written otherwise', () => {
    const merged = mergeThreeWay(
      parseJson('{"n":1,"m":1,"x":1}'),
      parseJson('{"n":1.0,"m":1,"x":2}'),
      parseJson('{"n":1,"m":1.0,"x":1,"y":3.0}'),
    );
    expect(formatJson(merged.value ?? null)).toBe('{"n":1.0,"m":1,"x":2,"y":3.0}');
    expect(merged.kept).toEqual([]);
  });
});

const members = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`extra${index}`, index]));

const withoutRest = (object: JsonObject): JsonObject => pickMembers(object, (key) => !key.startsWith('extra'));
