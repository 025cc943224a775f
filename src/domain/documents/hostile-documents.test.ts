import { describe, expect, it } from 'vitest';
import { parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { fitsPattern } from '../console/wildcard.ts';
import { regexPattern } from './name-pattern.ts';
import { documentTrials, tryDocument } from './try-document.ts';

const engine = { distribution: 'elasticsearch', version: '9.0.0' } as const;

/** Counts how often members of an object are asked for, by any name. */
function counting(object: JsonObject): { readonly counted: JsonObject; readonly asked: () => number } {
  let asked = 0;
  const counted = new Proxy(object, {
    get(target, key, receiver) {
      asked++;
      return Reflect.get(target, key, receiver) as JsonValue;
    },
  });
  return { counted, asked: () => asked };
}

const longs = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${at}`, { type: 'long' }]));

describe('the cost', () => {
  it('of a document does not grow with the mapping, once that is known', () => {
    const costOf = (size: number) => {
      const { counted, asked } = counting(longs(size));
      const attempt = documentTrials({ mappings: { properties: counted }, engine });
      attempt({ field_0: 1 });
      const before = asked();
      attempt({ field_1: 1, field_2: 2, field_3: 3 });
      return asked() - before;
    };
    expect(costOf(10_000)).toBe(costOf(100));
  });

  it('grows as the document does', () => {
    const costOf = (size: number) => {
      const { counted, asked } = counting(longs(size));
      const document = Object.fromEntries(Array.from({ length: size }, (_, at) => [`field_${at}`, 1]));
      const attempt = documentTrials({ mappings: { properties: counted }, engine });
      attempt({ field_0: 1 });
      const before = asked();
      expect(attempt(document).outcome).toBe('accepted');
      return asked() - before;
    };
    const [some, many] = [costOf(100), costOf(2_000)];
    expect(many).toBeLessThanOrEqual(some * 20 + 20);
  });
});

describe('hostile documents', () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '💥',
    'a/b',
    'a~b',
    '\u0000',
    'x'.repeat(10_000),
  ];

  it.each(names)('adds a field by the name %j, and finds it again', (name) => {
    const document = parseJson(JSON.stringify({ a: { [name]: 1 } }).replace('{}', `{"${name}":1}`));
    const inner: JsonObject = Object.fromEntries([[name, 1]]);
    const trial = tryDocument({ mappings: {}, engine }, { a: inner });
    expect(document).toBeDefined();
    expect(trial.added.map(({ path }) => path)).toEqual(['a', `a.${name}`]);
    const properties: JsonObject = Object.fromEntries([[name, { type: 'ip' }]]);
    const known = tryDocument({ mappings: { properties: { a: { properties } } }, engine }, { a: inner });
    expect(known.refusal?.field).toBe(`a.${name}`);
  });

  it('takes no inherited member for a field', () => {
    const { added } = tryDocument({ mappings: { properties: {} }, engine }, { constructor: { prototype: 1 } });
    expect(added.map(({ path }) => path)).toEqual(['constructor', 'constructor.prototype']);
  });

  it('reads a long text in every type', () => {
    const long = '1'.repeat(1_000_000);
    const types = [
      'keyword',
      'text',
      'long',
      'integer',
      'double',
      'date',
      'ip',
      'boolean',
      'geo_point',
      'ip_range',
      'binary',
      'version',
      'geo_shape',
    ];
    for (const type of types) {
      const mappings = { properties: { f: { type } } };
      const { outcome, refusal } = tryDocument({ mappings, engine }, { f: long });
      expect(['accepted', 'refused', 'unknown']).toContain(outcome);
      expect((refusal?.reason ?? '').length).toBeLessThan(300);
    }
    expect(tryDocument({ mappings: {}, engine }, { f: long }).outcome).toBe('accepted');
  });

  it('reads 10,000 values of one field', () => {
    const mappings = { properties: { f: { type: 'long' } } };
    const { values } = tryDocument({ mappings, engine }, { f: Array.from({ length: 10_000 }, (_, at) => at) });
    expect(values.length).toBe(10_000);
  });
});

describe('patterns of names', () => {
  it.each([
    ['a*', 'ab', true],
    ['*a*b*', 'xaxbx', true],
    ['*a*b*', 'xbxax', false],
    ['ab*ba', 'aba', false],
    ['a', 'a', true],
    ['*', '', true],
  ])('%s on %s: %s', (pattern, name, expected) => {
    expect(fitsPattern(name, pattern)).toBe(expected);
  });

  it.each([
    ['^profit_\\d+$', 'profit_12', true],
    ['profit_\\d+', 'profit_', false],
    ['a?b*c+', 'cc', true],
    ['a?b*c+', 'aac', false],
    ['[a-c]+', 'abc', true],
    ['[^a]x', 'bx', true],
    ['a.c|d', 'abc', true],
    ['a\\.c', 'abc', false],
  ])('the regular expression %s on %s: %s', (pattern, name, expected) => {
    expect(regexPattern(pattern)?.(name)).toBe(expected);
  });

  it.each(['(a)', 'a{2}', '(?i)a', '\\bx', '[z-a]', 'a*?', '^a|b$', '\\'])(
    'does not guess what %s matches',
    (pattern) => {
      expect(regexPattern(pattern)).toBeNull();
    },
  );

  it('takes no longer for a pattern that others go back in', () => {
    expect(regexPattern(`${'a?'.repeat(30)}${'a*'.repeat(30)}b`)?.('a'.repeat(2_000))).toBe(false);
  });
});
