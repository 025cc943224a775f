import { describe, expect, it } from 'vitest';
import { MAX_NUMBER_LENGTH, MAX_TEXT_LENGTH, type JsonLimits } from './limits.ts';
import { excessIn, formatJson, JsonTextError, parseJson, readJson } from './text.ts';

/** Line, column and reason of a refusal. */
function refusalOf(text: string, limits: Partial<JsonLimits> = {}): readonly [number, number, string] | undefined {
  try {
    parseJson(text, limits);
    return undefined;
  } catch (error) {
    if (error instanceof JsonTextError) return [error.line, error.column, error.reason];
    throw error;
  }
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a text that is no JSON', () => {
  it.each([
    ['', 1, 1, 'The text is empty'],
    [' \n ', 1, 1, 'The text is empty'],
    ['{"a" 1}', 1, 6, 'A colon is expected here'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'A comma is expected here'],
    ['{\r\n  "a": 1\r\n  "b": 2\r\n}', 3, 3, 'A comma is expected here'],
    ['{"a": }', 1, 7, 'A value is expected here'],
    ['{a: 1}', 1, 2, 'Not a JSON value'],
    ["{'a': 1}", 1, 2, 'Not a JSON value'],
    ['{"a": undefined}', 1, 7, 'Not a JSON value'],
    ['{"a": 1', 1, 8, 'A closing brace } is missing'],
    ['[1, 2', 1, 6, 'A closing bracket ] is missing'],
    ['{"a": 1}}', 1, 9, 'Unexpected text after the value'],
    ['{"a": "b', 1, 7, 'The string is not closed'],
    ['{"a": "\\x"}', 1, 7, 'Invalid escape sequence'],
    ['{"a": "\\u12"}', 1, 7, 'Invalid Unicode escape'],
    ['{"a": 1, // no\n "b": 2}', 1, 10, 'JSON has no comments'],
  ])('%j is refused at line %i, column %i: %s', (text, line, column, reason) => {
    expect(refusalOf(text)).toEqual([line, column, reason]);
  });

  it('says all of it in its message, and where in the text it is', () => {
    const refusal = expect.objectContaining({
      name: 'JsonTextError',
      message: 'Line 2, column 1: A comma is expected here',
      offset: 8,
    });
    expect(() => parseJson('{"a": 1\n"b": 2}')).toThrow(refusal);
  });

  it('that is too long to be looked through is refused where the platform says, also at the end of a line', () => {
    const limits = { maxLocatedLength: 5 };
    expect(refusalOf('["a\nb"]', limits)?.slice(0, 2)).toEqual([1, 4]);
    expect(refusalOf('[1,\n"a\nb"]', limits)?.slice(0, 2)).toEqual([2, 3]);
  });

  it('is refused for a comma too many', () => {
    expect(refusalOf('{"a": 1,\n}')).toEqual([1, 8, 'A trailing comma is not allowed']);
    expect(refusalOf('[1,]')).toEqual([1, 3, 'A trailing comma is not allowed']);
    expect(refusalOf('[1,,]')).toEqual([1, 4, 'A value is expected here']);
  });
});

describe('the limits', () => {
  it('let 500 levels through, and refuse the 501st where it opens', () => {
    expect(formatJson(parseJson(nested(500)))).toBe(nested(500));
    expect(refusalOf(`{"a":\n${nested(500)}}`)).toEqual([2, 500, 'Nested deeper than 500 levels']);
    expect(refusalOf('[{"a": []}]', { maxDepth: 2 })).toEqual([1, 8, 'Nested deeper than 2 levels']);
  });

  it('are looked at before anything is parsed, so that no text overflows the stack', () => {
    expect(refusalOf('['.repeat(501))?.[2]).toBe('Nested deeper than 500 levels');
    expect(refusalOf('{"a":'.repeat(1_000_000))).toEqual([1, 2_501, 'Nested deeper than 500 levels']);
  });

  it('count no bracket that stands in a text', () => {
    expect(parseJson(JSON.stringify(['['.repeat(501), `"${'{'.repeat(501)}\\`]))).toHaveLength(2);
  });

  it('refuse a text that is too large without looking at it', () => {
    expect(refusalOf('x'.repeat(MAX_TEXT_LENGTH + 1))).toEqual([
      1,
      1,
      'The text is larger than the limit of 64 million characters (Mi)',
    ]);
    expect(refusalOf('x'.repeat(MAX_TEXT_LENGTH))?.[2]).toBe('Not a JSON value');
    const maxLength = 2 * 1024 * 1024;
    expect(refusalOf(`"${'x'.repeat(maxLength)}"`, { maxLength })?.[2]).toBe(
      'The text is larger than the limit of 2 million characters (Mi)',
    );
  });

  it('are told with the number of all keys, also of those behind the first that is too many', () => {
    expect(excessIn('[{"a": 1, "b": {"c": 1}}]', { maxKeys: 1 })).toEqual({
      reason: 'There are more than 1 keys',
      keys: 3,
    });
    expect(excessIn('[{"a": 1, "b": {"c": 1}}]', { maxKeys: 3 })).toBeNull();
  });
});

describe('what a reader limits', () => {
  const digits = (count: number) => '7'.repeat(count);

  it('is the length of a number, wherever it stands, before it is read', () => {
    expect(parseJson(`[${digits(MAX_NUMBER_LENGTH)}]`)).toEqual([BigInt(digits(MAX_NUMBER_LENGTH))]);
    const reason = 'A number is longer than 1,000 characters';
    expect(refusalOf(`{"a":\n[1, ${digits(MAX_NUMBER_LENGTH + 1)}]}`)).toEqual([2, 5, reason]);
    expect(refusalOf(`0.${digits(8_000_000)}e5`)?.[2]).toBe(reason);
    // The text behind it is not even JSON.
    expect(refusalOf(`${digits(8_000_000)}}`)).toEqual([1, 1, reason]);
  });

  it('is the number of keys, in all objects together', () => {
    expect(parseJson('[{"a": 1}, {"a": {"b": ":::"}}]', { maxKeys: 3 })).toHaveLength(2);
    expect(refusalOf('[{"a": 1}, {"a": {"b": 1, "c": 2}}]', { maxKeys: 3 })).toEqual([
      1,
      30,
      'There are more than 3 keys',
    ]);
    expect(refusalOf(`{${'"a":1,'.repeat(1_500)}`, { maxKeys: 1_234 })?.[2]).toBe('There are more than 1,234 keys');
  });

  it('is the number of values, in lists and objects alike', () => {
    expect(parseJson('[[], {"a": [1, 2]}]', { maxValues: 6 })).toHaveLength(2);
    expect(refusalOf('[[], {"a": [1, 2]}]', { maxValues: 5 })).toEqual([1, 14, 'There are more than 5 values']);
    expect(refusalOf('[1 1 1', { maxValues: 2 })).toEqual([1, 6, 'There are more than 2 values']);
  });

  it('is how many numbers have to be read apart', () => {
    const text = '[1e3, 12345678901234567, -0, 5]';
    expect(parseJson(text.replace('1e3', '1000.5'), { maxLongNumbers: 2 })).toEqual([
      1_000.5,
      12_345_678_901_234_567n,
      -0,
      5,
    ]);
    expect(refusalOf(text, { maxLongNumbers: 2 })).toEqual([
      1,
      26,
      'There are more than 2 numbers of many digits, with an exponent or with zeros to spare',
    ]);
  });

  it('is how long a key or a text may be, as it is written', () => {
    expect(parseJson('{"ab": "\\"\\""}', { maxStringLength: 6 })).toEqual({ ab: '""' });
    expect(refusalOf('{"ab": "\\"\\""}', { maxStringLength: 5 })).toEqual([
      1,
      8,
      'A key or a string is longer than 5 characters',
    ]);
    expect(refusalOf(`{"${'a'.repeat(2_000)}": 1}`, { maxStringLength: 1_234 })).toEqual([
      1,
      2,
      'A key or a string is longer than 1,234 characters',
    ]);
    expect(refusalOf(`["${'\\"'.repeat(2_000)}`, { maxStringLength: 1_234 })?.[1]).toBe(2);
  });

  it('is how long a broken text may be for its place to be looked for', () => {
    const limits = { maxLocatedLength: 10 };
    expect(refusalOf('{"a" 1}', limits)).toEqual([1, 6, 'A colon is expected here']);
    expect(refusalOf('{"a": 1, "b" 2}', limits)?.[2]).toMatch(/JSON/);
    expect(refusalOf('{"a": 1, "a": 2}', limits)).toEqual([1, 1, 'A key is named twice in one object']);
  });

  it('leaves room for mappings of 250,000 fields', () => {
    const fields = Array.from({ length: 250_000 }, (_, at) => `"field_${at}":{"type":"text","boost":1e1}`);
    const value = parseJson(`{"properties":{${fields.join()}}}`) as { properties: object };
    expect(Object.keys(value.properties)).toHaveLength(250_000);
  });
});

describe('a key that is named twice', () => {
  it.each<readonly [string, number, number, string, readonly [number, number]]>([
    ['{"a": 1, "b": 2, "a": 3}', 1, 18, 'a', [1, 2]],
    ['{"a": {"x": 1},\n "b": [{"x": 1, "x": 1}]}', 2, 17, 'x', [2, 9]],
    ['{"a": 1, "\\u0061": 2}', 1, 10, 'a', [1, 2]],
    ['{"__proto__": 1, "__proto__": 2}', 1, 18, '__proto__', [1, 2]],
    ['{"": 1, "": 2}', 1, 9, '', [1, 2]],
    ['{"n": 9007199254740993, "n": 1}', 1, 25, 'n', [1, 2]],
    ['{"a": 1, "a": 2, "b": 3, "b": 4}', 1, 10, 'a', [1, 2]],
    ['[[{"b": 1, "b": 2}]]', 1, 12, 'b', [1, 4]],
  ])('in %j is refused at its second naming, with its first', (text, line, column, key, [firstLine, firstColumn]) => {
    const reason = `The key "${key}" is named twice in one object, first on line ${firstLine}, column ${firstColumn}`;
    expect(refusalOf(text)).toEqual([line, column, reason]);
  });

  it('is none where two objects have it', () => {
    expect(parseJson('[{"a": 1}, {"a": {"a": 2}}]')).toEqual([{ a: 1 }, { a: { a: 2 } }]);
    expect(parseJson('[[{"a": 1}, [{"a": 2}]]]')).toEqual([[{ a: 1 }, [{ a: 2 }]]]);
  });
});

describe('numbers', () => {
  it.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['-9007199254740993', -9_007_199_254_740_993n],
    ['18446744073709551615', 18_446_744_073_709_551_615n],
    ['-0', -0],
    ['0.1', 0.1],
    ['0.30000000000000004', 0.30000000000000004],
  ])('%s is read to the last digit', (text, value) => {
    expect(readJson(`{"n": [${text}]}`)).toEqual({ value: { n: [value] }, notices: [], keepsLiterals: false });
  });

  it('are written so that they are read as the same value of the same kind', () => {
    const value = { n: 18_446_744_073_709_551_615n, text: '#number:0', d: 2 ** 60, zero: -0, list: [1n, '##number:1'] };
    expect(formatJson(value)).toBe(
      '{"n":18446744073709551615,"text":"#number:0","d":1.152921504606847e+18,"zero":-0,"list":[1,"##number:1"]}',
    );
    expect(formatJson([-(2 ** 60), -1, -0.5])).toBe('[-1.152921504606847e+18,-1,-0.5]');
    expect(readJson('[-1.152921504606847e+18]').keepsLiterals).toBe(false);
    expect(formatJson({ n: 9_007_199_254_740_993n }, 2)).toBe('{\n  "n": 9007199254740993\n}');
    expect(parseJson('{"#number:0": 9007199254740993, "t": "#number:0", "u": "\\u0023number:0"}')).toEqual({
      '#number:0': 9_007_199_254_740_993n,
      t: '#number:0',
      u: '#number:0',
    });
  });

  it('that a double rounds are read, with a notice that says where and as what', () => {
    expect(readJson('{\n "n": 0.12345678901234567890\n}')).toMatchObject({
      value: { n: 0.12345678901234568 },
      notices: [{ line: 2, column: 7, literal: '0.12345678901234567890', readAs: '0.12345678901234568' }],
    });
  });

  it.each(['1e-1', '-1e-1', '-5.0e-1', '0.00000000000000000', '-0e5', '0.5e1', '1.0000000000000000e2', '1200e-2'])(
    '%s is exact, so there is nothing to notice',
    (literal) => {
      expect(readJson(`[${literal}]`).notices).toEqual([]);
    },
  );

  it('that a double rounds are told also where they end with a zero', () => {
    expect(readJson('[0.123456789012345670]').notices).toMatchObject([{ readAs: '0.12345678901234566' }]);
    expect(readJson('[-0.123456789012345670]').notices).toMatchObject([{ readAs: '-0.12345678901234566' }]);
  });

  it('that a double rounds each have their own place, wherever the lines break', () => {
    const text =
      '[0.10000000000000000001,\n\n 0.10000000000000000002, 0.10000000000000000003,\n0.10000000000000000004]';
    expect(readJson(text).notices.map(({ line, column }) => [line, column])).toEqual([
      [1, 2],
      [3, 2],
      [3, 26],
      [4, 1],
    ]);
  });

  it('that a double rounds are placed in one pass over the text', () => {
    // Each place counted from the start took 33 s for 32,000 of them.
    const lines = Array.from({ length: 200_000 }, () => '0.10000000000000000001');
    const { notices } = readJson(`[${lines.join(',\n')}]`);
    expect(notices).toHaveLength(200_000);
    expect(notices.at(-1)).toMatchObject({ line: 200_000, column: 1 });
  });

  it('beyond the range of a double are refused', () => {
    expect(refusalOf('[1,\n 1e400]')).toEqual([2, 2, 'The number 1e400 is beyond the range of a double']);
  });
});

describe('hostile texts and names', () => {
  it.each([
    ['\\', '"'],
    ['\\', '\n'],
    ['\\', '\ud800'],
    ['\\', 'A'],
    ['a\\', 'a\t'],
    ['a/\\', 'a/\\\n'],
  ])('keep the key that comes after %j in objects of one shape: %j', (first, second) => {
    const textOf = (key: string, value: unknown) =>
      `{"h":[{}],${JSON.stringify(key).replaceAll('A', '\\u0041')}:${JSON.stringify(value)}}`;
    // V8 reads the second one as the first, which it has seen with the same keys before it.
    for (const key of [first, second, first, second, `${second}\\`])
      expect(Object.keys(parseJson(textOf(key, 0)) as object)).toEqual(['h', key]);
    expect(parseJson(textOf(second, { [first]: [{ [second]: 1 }] }))).toEqual({
      h: [{}],
      [second]: { [first]: [{ [second]: 1 }] },
    });
  });

  it('keep the order of keys, large numbers and __proto__ among keys with escapes', () => {
    const text = '{"b":10000000000000000001,"__proto__":{"\\n":1e400},"\\t":[{"\\\\":"#number:5"}],"a":null}';
    expect(refusalOf(text)).toEqual([1, 45, 'The number 1e400 is beyond the range of a double']);
    const read = parseJson(text.replace('1e400', '-0.5'));
    expect(formatJson(read)).toBe(text.replace('1e400', '-0.5'));
    expect(Object.keys(read as object)).toEqual(['b', '__proto__', '\t', 'a']);
  });

  it('are refused for a key that is named twice, once with an escape', () => {
    expect(refusalOf('{"a":1,"\\u0061":2}')?.[2]).toContain('named twice');
  });

  it('keep halves of surrogate pairs, as values and as keys', () => {
    const text = String.raw`{"\ud800":"\udc00x"}`;
    expect(parseJson(text)).toEqual({ '\ud800': '\udc00x' });
    expect(formatJson(parseJson(text))).toBe(text);
    expect(formatJson(parseJson(String.raw`["\ud83d\ude00", 9007199254740993]`))).toBe('["😀",9007199254740993]');
  });

  it.each([
    '{"__proto__":{"polluted":true},"constructor":1}',
    '{"__proto__":{"__proto__":9007199254740993}}',
    '[{"a":{"__proto__":-0}}]',
  ])('read %s as data, and write it again', (text) => {
    const value = parseJson(text);
    expect(formatJson(value)).toBe(text);
    expect(value).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  it('take no mark of the byte order for a part of the text', () => {
    expect(parseJson('\ufeff{"a": 1}')).toEqual({ a: 1 });
    expect(refusalOf('\ufeff{"a" 1}')).toEqual([1, 6, 'A colon is expected here']);
    expect(parseJson('{"\ufeffa": "\ufeff"}')).toEqual({ '\ufeffa': '\ufeff' });
  });
});
