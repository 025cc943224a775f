import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEqual, isLike } from './equality.ts';
import { expect as lawExpect } from './expect.ts';

const holds = (check: () => void) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  maxDepth: 3,
});

/** Values that differ in one small thing, if at all. */
const SUBTLE: readonly (readonly [string, unknown, unknown])[] = [
  ['0 and -0', 0, -0],
  ['0 and -0 in an array', [0], [-0]],
  ['NaN', { a: NaN }, { a: NaN }],
  ['a member that is undefined', { a: 1, b: undefined }, { a: 1 }],
  ['a member that is null', { a: 1, b: null }, { a: 1 }],
  ['an array with undefined', [undefined], []],
  ['a hole', Array(1), [undefined]],
  ['no prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  [
    'another class',
    new (class A {
      readonly a = 1;
    })(),
    { a: 1 },
  ],
  ['a number and a bigint', 1, 1n],
  ['bigints', [10n], [10n]],
  ['a text and a number', { a: '1' }, { a: 1 }],
  ['__proto__ as a name', JSON.parse('{"__proto__": {"a": 1}}'), {}],
  ['__proto__ twice', JSON.parse('{"__proto__": {"a": 1}}'), JSON.parse('{"__proto__": {"a": 1}}')],
  ['an array and an object', [1], { 0: 1 }],
  ['sets in another order', new Set([1, { a: 1 }]), new Set([{ a: 1 }, 1])],
  ['sets of others', new Set([1]), new Set([2])],
  ['maps in another order', new Map([[1, 2] as const, [3, 4]]), new Map([[3, 4] as const, [1, 2]])],
  ['maps with other values', new Map([[1, 2]]), new Map([[1, 3]])],
  ['a map and an object', new Map(), {}],
  ['symbols', { [Symbol.for('a')]: 1 }, { [Symbol.for('a')]: 2 }],
  ['dates', new Date(1), new Date(2)],
  ['errors', new RangeError('a'), new RangeError('b')],
  ['errors of other classes', new RangeError('a'), new TypeError('a')],
  ['expressions', /a/g, /a/i],
  ['addresses', new URL('http://a/'), new URL('http://b/')],
  ['functions', () => 1, () => 1],
  ['typed arrays', new Uint8Array([1, 2]), new Uint8Array([1, 3])],
  ['null and an object', null, {}],
  ['null and undefined', null, undefined],
];

describe('equality of laws is that of tests', () => {
  it.each(SUBTLE)('for %s', (_name, a, b) => {
    expect(isEqual(a, b)).toBe(holds(() => expect(a).toEqual(b)));
    expect(isEqual(b, a)).toBe(holds(() => expect(b).toEqual(a)));
    if (isLike({ x: a, y: 1 }, { x: b })) expect({ x: a, y: 1 }).toMatchObject({ x: b });
  });

  it('for any two values, most of which are equal or nearly so', () => {
    const pairs = fc.oneof(
      fc.tuple(anything, anything),
      fc.clone(anything, 2),
      fc.tuple(fc.jsonValue(), fc.jsonValue()),
      fc.clone(fc.jsonValue(), 2),
    );
    let equal = 0;
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        if (isEqual(a, b)) equal++;
        expect(isEqual(a, b)).toBe(holds(() => expect(a).toEqual(b)));
      }),
      { seed: 1, numRuns: 2_000 },
    );
    expect(equal).toBeGreaterThan(500);
  });

  it('for objects that name a part of others, but that {} is not like a number', () => {
    const objects = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(objects, objects, (a, b) => {
        expect(isLike({ ...b, ...a }, a)).toBe(true);
        for (const actual of [
          { ...a, ...b },
          { b, ...a },
        ])
          for (const wanted of [a, { b }]) if (isLike(actual, wanted)) expect(actual).toMatchObject(wanted);
      }),
      { seed: 2, numRuns: 1_000 },
    );
  });

  it('for cycles', () => {
    const ring = (length: number) => {
      const first: Record<string, unknown> = { name: 'a' };
      let at = first;
      for (let index = 1; index < length; index++) at = at['next'] = { name: 'a' } as Record<string, unknown>;
      at['next'] = first;
      return first;
    };
    expect(isEqual(ring(2), ring(2))).toBe(true);
    expect(isEqual(ring(1), ring(2))).toBe(holds(() => expect(ring(1)).toEqual(ring(2))));
    expect(isEqual(ring(2), ring(1))).toBe(holds(() => expect(ring(2)).toEqual(ring(1))));
  });
});

describe('matchers', () => {
  const messageOf = (check: () => void) => {
    try {
      check();
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  it('say what was expected of what, after the given message', () => {
    expect(messageOf(() => lawExpect(1).toBe(2))).toBe('expected 1 to be 2');
    expect(messageOf(() => lawExpect({ a: [1] }).toEqual({ a: ['1'] }))).toBe('expected {a: [1]} to equal {a: ["1"]}');
    expect(messageOf(() => lawExpect(-0, 'event 3').toEqual(0))).toBe('event 3: expected -0 to equal 0');
    expect(messageOf(() => lawExpect(null).not.toBeNull())).toBe('expected null not to be null');
    expect(messageOf(() => lawExpect([1]).toHaveLength(2))).toBe('expected [1] to have length 2, and not 1');
    expect(messageOf(() => lawExpect({ 'a b': new Set([1n]) }).toHaveProperty('c.d', 3))).toBe(
      'expected {"a b": Set {1n}} to have property "c.d" of 3',
    );
    expect(messageOf(() => lawExpect(() => 1).toThrow(RangeError))).toBe(
      'expected [Function ] to throw RangeError: nothing was thrown',
    );
  });

  it('show the beginning of what is long or deep', () => {
    const long = messageOf(() => lawExpect(Array.from({ length: 10_000 }, (_, at) => at)).toEqual([]));
    expect(long).toBe('expected [0, 1, 2, 3, 4, 5, 6, 7, … 9992 more] to equal []');
    const deep = messageOf(() => lawExpect([[[[[[1]]]]]]).toBe('x'.repeat(1_000)));
    expect(deep).toMatch(/^expected \[\[\[\[\[…\]\]\]\]\] to be "x{199}…$/);
  });

  it.each<readonly [string, (e: typeof lawExpect) => void, (e: typeof lawExpect) => void]>([
    ['toBe', (e) => e(NaN).toBe(NaN), (e) => e({}).toBe({})],
    ['not.toBe', (e) => e(1).not.toBe(2), (e) => e(1).not.toBe(1)],
    ['toEqual', (e) => e([{}]).toEqual([{}]), (e) => e([{}]).toEqual([[]])],
    [
      'toMatchObject',
      (e) => e({ a: { b: 1, c: 2 } }).toMatchObject({ a: { b: 1 } }),
      (e) => e({}).toMatchObject({ a: 1 }),
    ],
    [
      'toHaveProperty',
      (e) => e({ a: { b: undefined } }).toHaveProperty('a.b'),
      (e) => e({ a: {} }).toHaveProperty('a.b'),
    ],
    [
      'toHaveProperty of a value',
      (e) => e({ a: [1] }).toHaveProperty('a', [1]),
      (e) => e({ a: 1 }).toHaveProperty('a', 2),
    ],
    ['toHaveProperty of null', (e) => e({ a: 1 }).toHaveProperty('a'), (e) => e(null).toHaveProperty('a')],
    ['toHaveLength', (e) => e('ab').toHaveLength(2), (e) => e({}).toHaveLength(0)],
    ['toBeGreaterThan', (e) => e(2).toBeGreaterThan(1), (e) => e(1).toBeGreaterThan(1)],
    ['toBeLessThanOrEqual', (e) => e(1).toBeLessThanOrEqual(1), (e) => e(2).toBeLessThanOrEqual(1)],
    ['toMatch', (e) => e('ab').toMatch(/^a/), (e) => e('b').toMatch(/^a/)],
    ['toMatch of no text', (e) => e('false').toMatch(/a/), (e) => e(false).toMatch(/a/)],
    ['toBeTypeOf', (e) => e('').toBeTypeOf('string'), (e) => e(null).toBeTypeOf('string')],
    ['toBeNull', (e) => e(null).toBeNull(), (e) => e(undefined).toBeNull()],
    ['toBeDefined', (e) => e(null).toBeDefined(), (e) => e(undefined).toBeDefined()],
    ['toBeUndefined', (e) => e(undefined).toBeUndefined(), (e) => e(null).toBeUndefined()],
    [
      'toThrow',
      (e) => e(() => [].at(Symbol() as never)).toThrow(TypeError),
      (e) => e(() => [].at(Symbol() as never)).toThrow(RangeError),
    ],
  ])('%s holds and fails where that of tests does', (_name, good, bad) => {
    for (const each of [lawExpect, expect as unknown as typeof lawExpect]) {
      expect(holds(() => good(each))).toBe(true);
      expect(holds(() => bad(each))).toBe(false);
    }
  });
});
