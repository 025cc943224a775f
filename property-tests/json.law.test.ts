import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepEqual, formatJson, JsonTextError, MAX_DEPTH, parseJson, readJson, type JsonValue } from '#domain/json';
import { isSameJson, jsonValue, objectOf } from '../src/fuzz/generate/values.ts';
import { isPlainObject } from '../src/fuzz/generate/walk.ts';
import { checkLaw } from './law.ts';

describe('parseJson and formatJson', () => {
  it('keep every value, its kind too, on one line and on many', () => {
    checkLaw('values survive as text', jsonValue(), (value) => {
      for (const indent of [0, 2]) {
        const text = formatJson(value, indent);
        expect(isSameJson(parseJson(text), value)).toBe(true);
        expect(formatJson(parseJson(text), indent)).toBe(text);
      }
    });
  });

  it('read what JSON.parse reads, and write what JSON.stringify writes, where no number is too large', () => {
    checkLaw(
      'as the platform does',
      fc.tuple(jsonValue().map(withoutLargeNumbers), fc.constantFrom(0, 1, 2, 4)),
      ([value, indent]) => {
        const text = JSON.stringify(value, null, indent);
        expect(isSameJson(parseJson(text), JSON.parse(text) as JsonValue)).toBe(true);
        expect(formatJson(parseJson(text), indent)).toBe(text);
      },
    );
  });

  it('accept a text however it is spelled', () => {
    checkLaw('spellings', fc.tuple(jsonValue(), fc.nat({ max: 1_000 })), ([value, seed]) => {
      const text = spelledOtherwise(value, seed);
      expect(isSameJson(parseJson(text), value), text).toBe(true);
      expect(isSameJson(parseJson(`\ufeff${text}`), value)).toBe(true);
    });
  });

  it('say of a decimal whether it was read to the last digit', () => {
    const decimals = fc.tuple(
      fc.integer({ min: -99, max: 99 }),
      fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 25 }),
      fc.integer({ min: -5, max: 5 }),
    );
    checkLaw('decimals', decimals, ([whole, digits, exponent]) => {
      const literal = `${whole}.${digits.join('')}e${exponent}`;
      const { value, notices } = readJson(`{\n  "n": ${literal}\n}`);
      expect(isSameJson(value, { n: Number(literal) })).toBe(true);
      const isExact = isSameDecimal(literal, String(Number(literal)));
      expect(notices).toEqual(isExact ? [] : [{ line: 2, column: 8, literal, readAs: String(Number(literal)) }]);
    });
  });
});

/** Doubles and integers that JSON.parse and JSON.stringify keep. */
function withoutLargeNumbers(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number')
    return Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value)) ? 0 : value;
  if (Array.isArray(value)) return value.map(withoutLargeNumbers);
  return isPlainObject(value)
    ? objectOf(Object.entries(value).map(([name, item]) => [name, withoutLargeNumbers(item)] as const))
    : value;
}

/** The same value with other white space and escapes. */
function spelledOtherwise(value: JsonValue, seed: number): string {
  const space = ['', ' ', '\n', '\t', '\r\n'][seed % 5] as string;
  if (typeof value === 'string') {
    return `"${Array.from({ length: value.length }, (_, index) => (seed % 3 === 0 || /[\u0000-\u001f"\\\ud800-\udfff]/.test(value.charAt(index)) ? unicodeEscape(value.charCodeAt(index)) : value.charAt(index))).join('')}"`;
  }
  if (Array.isArray(value))
    return `[${space}${value.map((item: JsonValue) => spelledOtherwise(item, seed + 1)).join(`${space},${space}`)}${space}]`;
  if (isPlainObject(value)) {
    const members = Object.entries(value).map(
      ([name, item]) => `${spelledOtherwise(name, seed)}${space}:${space}${spelledOtherwise(item, seed + 1)}`,
    );
    return `{${space}${members.join(`,${space}`)}${space}}`;
  }
  return formatJson(value);
}

function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Exact comparison of two decimals, by integers scaled alike. */
function isSameDecimal(a: string, b: string): boolean {
  const scaled = (text: string): readonly [bigint, number] => {
    const [mantissa = '', exponent = '0'] = text.split('e');
    const [whole = '', fraction = ''] = mantissa.split('.');
    return [BigInt(`${whole}${fraction}`.replace(/^-/, '')), Number(exponent) - fraction.length];
  };
  const [left, leftScale] = scaled(a);
  const [right, rightScale] = scaled(b);
  const scale = Math.min(leftScale, rightScale);
  return left * 10n ** BigInt(leftScale - scale) === right * 10n ** BigInt(rightScale - scale);
}

describe('a text that is refused', () => {
  it('for a key that is named twice: at the second naming', () => {
    const cases = fc.tuple(jsonValue().filter(hasMembers), fc.nat({ max: 1_000 }), fc.boolean());
    checkLaw('duplicate keys', cases, ([value, pick, isEscaped]) => {
      const { text, offset } = withDuplicate(value, pick, isEscaped);
      const error = refusalOf(text);
      expect(error?.reason).toMatch(/^The key .* is named twice in one object, first on line [0-9]+, column [0-9]+$/s);
      expect([error?.line, error?.column]).toEqual(placeOf(text, offset));
    });
  });

  it('for depth: at the bracket that opens one level too many', () => {
    checkLaw(
      'depth',
      fc.tuple(fc.array(fc.boolean(), { minLength: MAX_DEPTH + 1, maxLength: MAX_DEPTH + 1 }), fc.boolean()),
      ([levels, hasLines]) => {
        const nested = (count: number) => {
          let open = '';
          let close = '';
          let last = 0;
          for (const isArray of levels.slice(0, count)) {
            last = open.length;
            open += isArray ? '[' : `{"a":${hasLines ? '\n' : ''}`;
            close = `${isArray ? ']' : '}'}${close}`;
          }
          return { text: `${open}1${close}`, last };
        };
        expect(() => parseJson(nested(MAX_DEPTH).text)).not.toThrow();
        const { text, last } = nested(MAX_DEPTH + 1);
        const error = refusalOf(text);
        expect(error?.reason).toBe('Nested deeper than 500 levels');
        expect([error?.line, error?.column]).toEqual(placeOf(text, last));
      },
      { times: 0.2 },
    );
  });

  it('is refused with a place for every character too many or too few, where JSON.parse refuses it', () => {
    const insertions = [
      '"',
      ',',
      ':',
      '{',
      '}',
      '[',
      ']',
      '0',
      '-',
      '.',
      'e',
      '\\',
      ' ',
      '\n',
      'x',
      '\u0000',
      '/',
      '\u00a0',
    ];
    checkLaw(
      'single-character edits',
      fc.tuple(jsonValue(2), fc.constantFrom(0, 1), fc.nat({ max: 1_000 })),
      ([value, indent, seed]) => {
        const text = formatJson(value, indent).slice(0, 120);
        for (let at = 0; at <= text.length; at++) {
          if (at < text.length) expectAsPlatform(text.slice(0, at) + text.slice(at + 1));
          expectAsPlatform(
            text.slice(0, at) + (insertions[(at + seed) % insertions.length] as string) + text.slice(at),
          );
        }
      },
    );
  });

  it('never throws anything else, whatever the text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:\\u01e-+. \ntrfalsn')) }),
      fc.json(),
    );
    checkLaw('any text', texts, expectAsPlatform, { times: 5 });
  });
});

function refusalOf(text: string): JsonTextError | undefined {
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    if (error instanceof JsonTextError) return error;
    throw error;
  }
}

/** Reads as JSON.parse does, but for large integers; refuses with a place in the text what JSON.parse refuses. */
function expectAsPlatform(text: string): void {
  let expected: { readonly value: JsonValue } | undefined;
  try {
    expected = { value: JSON.parse(text) as JsonValue };
  } catch {
    expected = undefined;
  }
  const refusal = refusalOf(text);
  if (refusal !== undefined) {
    const lines = text.split('\n');
    expect(refusal.line).toBeGreaterThanOrEqual(1);
    expect(refusal.line, text).toBeLessThanOrEqual(lines.length);
    expect(refusal.column).toBeGreaterThanOrEqual(1);
    expect(refusal.column, text).toBeLessThanOrEqual((lines[refusal.line - 1] as string).length + 1);
    expect(refusal.reason).not.toBe('');
    if (expected !== undefined)
      expect(refusal.reason).toMatch(
        /is named twice in one object, first on line [0-9]+, column [0-9]+$|beyond the range of a double$/s,
      );
    return;
  }
  expect(expected, text).toBeDefined();
  if (expected !== undefined) expect(isSameJson(withDoubles(parseJson(text)), expected.value), text).toBe(true);
}

function withDoubles(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withDoubles);
  return isPlainObject(value)
    ? objectOf(Object.entries(value).map(([name, item]) => [name, withDoubles(item)] as const))
    : value;
}

function placeOf(text: string, offset: number): readonly [number, number] {
  const lines = text.slice(0, offset).split('\n');
  return [lines.length, (lines.at(-1) as string).length + 1];
}

function objectsOf(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap((item: JsonValue) => objectsOf(item));
  return isPlainObject(value) && Object.keys(value).length > 0 ? [value, ...inner] : inner;
}

function hasMembers(value: JsonValue): boolean {
  return objectsOf(value).length > 0;
}

/** The text of a value in which one object names one of its keys again, at its end; and where. */
function withDuplicate(
  value: JsonValue,
  pick: number,
  isEscaped: boolean,
): { readonly text: string; readonly offset: number } {
  const objects = objectsOf(value);
  const chosen = objects[pick % objects.length];
  let text = '';
  let offset = -1;
  const write = (item: JsonValue): void => {
    if (Array.isArray(item)) {
      text += '[';
      item.forEach((entry: JsonValue, index) => {
        text += index === 0 ? '' : ',\n ';
        write(entry);
      });
      text += ']';
    } else if (isPlainObject(item)) {
      const names = Object.keys(item);
      text += '{\n';
      names.forEach((name, index) => {
        text += `${index === 0 ? '' : ', '}${JSON.stringify(name)}: `;
        write(Object.getOwnPropertyDescriptor(item, name)?.value as JsonValue);
      });
      if (item === chosen && offset === -1) {
        const name = names[pick % names.length] as string;
        text += ',\n  ';
        offset = text.length;
        text += isEscaped
          ? `"${Array.from({ length: name.length }, (_, index) => unicodeEscape(name.charCodeAt(index))).join('')}": 1`
          : `${JSON.stringify(name)}: {}`;
      }
      text += '}';
    } else text += formatJson(item);
  };
  write(value);
  return { text, offset };
}

describe('deep equality', () => {
  it('is that of the values, however their keys are ordered', () => {
    checkLaw('deepEqual', fc.tuple(jsonValue(), jsonValue()), ([a, b]) => {
      expect(deepEqual(a, reversed(a))).toBe(true);
      expect(deepEqual(a, b)).toBe(formatJson(sorted(a)) === formatJson(sorted(b)));
      expect(deepEqual(a, b)).toBe(deepEqual(b, a));
    });
  });
});

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  return isPlainObject(value)
    ? objectOf(
        Object.entries(value)
          .reverse()
          .map(([name, item]) => [name, reversed(item)] as const),
      )
    : value;
}

/** Integer-like names come first whatever is done, so an array of members stands for the object; 0 for -0. */
function sorted(value: JsonValue): JsonValue {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(sorted);
  if (!isPlainObject(value)) return value;
  return [
    {},
    ...Object.entries(value)
      .map(([name, item]): JsonValue => [name, sorted(item)])
      .sort((a, b) => (formatJson(a) < formatJson(b) ? -1 : 1)),
  ];
}
