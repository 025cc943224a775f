import { describe, expect, it } from 'vitest';
import { formatJson, isObject, parseJson } from '#domain/json';
import { editYaml, formatYaml, newYamlText, parseYaml, placesInYaml } from './yaml-text.ts';

const TEXT = `# Owned by search.
index_patterns:
  - logs-*   # all of them

# Above the built-in one.
priority: 200
template:
  settings: { number_of_shards: 1 }
  mappings:
    properties:
      message:
        type: 'text'
`;

describe('YAML', () => {
  it('is read as the core schema of YAML 1.2 says, every digit kept', () => {
    expect(parseYaml(TEXT)).toEqual({
      index_patterns: ['logs-*'],
      priority: 200,
      template: { settings: { number_of_shards: 1 }, mappings: { properties: { message: { type: 'text' } } } },
    });
    const text = 'a: 9007199254740993\nb: 1.0\nc: no\nd: ~\ne: 0x10\nf: 1e3\ng: "1"\n1: x\ntrue: y\nh: 2026-11-25\n';
    expect(formatJson(parseYaml(text))).toBe(
      '{"1":"x","a":9007199254740993,"b":1.0,"c":"no","d":null,"e":16,"f":1e3,"g":"1","true":"y","h":"2026-11-25"}',
    );
    expect(Object.keys(parseYaml('__proto__: 1\nconstructor: 2\n') as object)).toEqual(['__proto__', 'constructor']);
  });

  it.each([
    ['a: 1\nb: 2\na: 3\n', 3, 'unique'],
    ['a: 1\n1: x\n"1": y\n', 3, 'there twice'],
    ['a: &x 1\nb: *x\n', 1, 'anchors and aliases'],
    ['a: 1\nb: *x\n', 2, ''],
    ['a:\n  <<: { b: 1 }\n', 2, 'merge keys'],
    ['a: !!binary aGk=\n', 1, ''],
    ['a: !secret x\n', 1, ''],
    ['a: 1\n---\nb: 2\n', 2, 'one document'],
    ['a: .inf\n', 1, 'not a JSON number'],
    ['? [1, 2]\n: x\n', 1, 'a key is a string'],
    ['a: [1, 2\n', 1, ''],
    ['a: 1\n b: 2\n', 1, ''],
    [`a: ${'['.repeat(5_000)}`, 1, 'nested deeper than 100 levels'],
    [`a: ${'['.repeat(150)}1${']'.repeat(150)}`, 1, 'nested deeper than 100 levels'],
  ])('is refused with the line and the reason: %j', (text, line, reason) => {
    expect(() => parseYaml(text)).toThrow(
      expect.objectContaining({
        line: expect.any(Number) as number,
        reason: expect.stringContaining(reason) as string,
      }),
    );
    try {
      parseYaml(text);
    } catch (error) {
      expect(Math.abs((error as { line: number }).line - line)).toBeLessThanOrEqual(1);
    }
  });

  it('changes what it is told to, and keeps comments, order and quotes', () => {
    const edited = editYaml(TEXT, [
      { path: ['priority'], value: 300 },
      {
        path: ['template', 'mappings', 'properties', 'host'],
        value: { type: 'keyword', ignore_above: 9007199254740993n },
      },
      { path: ['template', 'settings', 'number_of_shards'], value: undefined },
    ]);
    expect(parseYaml(edited)).toEqual({
      index_patterns: ['logs-*'],
      priority: 300,
      template: {
        settings: {},
        mappings: {
          properties: { message: { type: 'text' }, host: { type: 'keyword', ignore_above: 9007199254740993n } },
        },
      },
    });
    for (const kept of ['# Owned by search.', '# all of them', '# Above the built-in one.', "type: 'text'"])
      expect(edited).toContain(kept);
  });

  it.each([
    'a:\n    b: 1\n    c:\n        - 1\n',
    'a:\n  b:\n  - 1\n  - 2\n',
    'a: 1\r\nb:\r\n  c: 2\r\n',
    'a: "x"\nb: |\n  text\n  more\nc: {d: 1}\n',
  ])('keeps the layout of %j', (text) => {
    const edited = editYaml(text, [{ path: ['z'], value: 1 }]);
    expect(edited.startsWith(text.replace('{d: 1}', '{ d: 1 }'))).toBe(true);
  });

  it('writes what it reads, as text what other readers would take for something else', () => {
    const value = parseJson(
      '{"a":1.0,"b":9007199254740993,"c":"no","d":"1","e":[],"f":{},"g":null,"h":["x",{"y":1}],"__proto__":"2"}',
    );
    if (!isObject(value)) throw new Error('no object');
    const text = newYamlText(value);
    expect(formatJson(parseYaml(text))).toBe(formatJson(value));
    expect(text).toContain('c: "no"');
    expect(formatYaml(text)).toBe(text);
    expect(formatYaml('a:   1 # x\nb: {c: 2}\n')).toBe('a: 1 # x\nb: { c: 2 }\n');
  });

  it.each([
    ['', 2, 1],
    ['/priority', 6, 1],
    ['/index_patterns/0', 3, 5],
    ['/template/settings/number_of_shards', 8, 15],
    ['/template/mappings/properties/message/type', 12, 9],
    ['/template/mappings/properties/nothing/type', 10, 5],
    ['/index_patterns/7', 2, 1],
  ])('has the value at %j in line %i, column %i', (at, line, column) => {
    expect(placesInYaml(TEXT)(at)).toEqual({ line, column });
  });
});
