import { describe, expect, it } from 'vitest';
import { parseJson, type JsonValue } from '../json/index.ts';
import type { FileEdit } from './adopt-edits.ts';
import {
  editCommentedJson,
  formatCommentedJson,
  newJsonText,
  parseCommentedJson,
  placeInJson,
} from './commented-json.ts';

const TEXT = `// Owned by search.
{
  "index_patterns": ["logs-*"], // all of them
  /* Above the built-in one. */
  "priority": 200,
  "template": {
    "settings": { "number_of_shards": 1 }
  }
}
`;

describe('JSON with comments', () => {
  it('is read without them, every digit kept', () => {
    expect(parseCommentedJson(TEXT)).toEqual({
      index_patterns: ['logs-*'],
      priority: 200,
      template: { settings: { number_of_shards: 1 } },
    });
    expect(parseCommentedJson('{"url":"http://x/*y*/"}')).toEqual({ url: 'http://x/*y*/' });
    expect(parseCommentedJson('/* x */ {"a": 9007199254740993}')).toEqual({ a: 9007199254740993n });
  });

  it.each([
    ['{\n  // x\n  "a": 1,\n  "a": 2\n}', 4, 3],
    ['{ /* x\n */ "a": }', 2, 10],
    ['{"a": 1,}', 1, 8],
    ['', 1, 1],
  ])('is refused with the line and the column: %j', (text, line, column) => {
    expect(() => parseCommentedJson(text)).toThrow(expect.objectContaining({ line, column }));
  });

  it('says where a value is', () => {
    expect(placeInJson(TEXT, '/template/settings')).toEqual({ line: 7, column: 17 });
    expect(placeInJson(TEXT, '/index_patterns/0')).toEqual({ line: 3, column: 22 });
    expect(placeInJson(TEXT, '/template/nothing/here')).toEqual({ line: 6, column: 15 });
    expect(placeInJson('', '/a')).toEqual({ line: 1, column: 1 });
    expect(placeInJson('{"a": 1,\n"__proto__": {"0": [1,\n2]},\n"a": 3}', '/a')).toEqual({ line: 4, column: 6 });
    expect(placeInJson('{"a": 1,\n"__proto__": {"0": [1,\n2]},\n"a": 3}', '/__proto__/0/1')).toEqual({
      line: 3,
      column: 1,
    });
  });

  it('changes one value and keeps every other byte', () => {
    const edited = editCommentedJson(TEXT, [{ path: ['priority'], value: 300 }]);
    expect(edited).toBe(TEXT.replace('200', '300'));
  });

  it('adds and removes members in the layout of the text', () => {
    const edited = editCommentedJson(TEXT, [
      { path: ['template', 'mappings'], value: { properties: { a: { type: 'keyword' } } } },
      { path: ['priority'], value: undefined },
    ]);
    expect(edited).toBe(`// Owned by search.
{
  "index_patterns": ["logs-*"], // all of them
  /* Above the built-in one. */
  "template": {
    "settings": { "number_of_shards": 1 },
    "mappings": {
      "properties": {
        "a": {
          "type": "keyword"
        }
      }
    }
  }
}
`);
    expect(parseCommentedJson(edited)).toEqual({
      index_patterns: ['logs-*'],
      template: { settings: { number_of_shards: 1 }, mappings: { properties: { a: { type: 'keyword' } } } },
    });
  });

  const one = { path: ['x'], value: 1 };
  const gone = (name: string) => ({ path: [name], value: undefined });
  it.each<[string, FileEdit, string]>([
    ['{\n  "a": 1 // last\n}\n', one, '{\n  "a": 1, // last\n  "x": 1\n}\n'],
    ['{\n  "a": 1 /* last */\n}\n', one, '{\n  "a": 1, /* last */\n  "x": 1\n}\n'],
    ['{ "a": 1 }', one, '{ "a": 1, "x": 1 }'],
    ['{}', one, '{\n  "x": 1\n}'],
    ['{\n  // none yet\n}', one, '{\n  "x": 1\n  // none yet\n}'],
    ['{\n  "a": 1, // about a\n  // about b\n  "b": 2\n}', gone('a'), '{\n  // about b\n  "b": 2\n}'],
    ['{\n  "a": 1, // about a\n  "b": 2 // about b\n}', gone('b'), '{\n  "a": 1 // about a\n}'],
    ['{ "a": 1, "b": 2, "c": 3 }', gone('b'), '{ "a": 1, "c": 3 }'],
    ['{ "a": 1, "b": 2 }', gone('b'), '{ "a": 1 }'],
    ['{ "a": [1,2], /* , */ "b": 2 }', gone('b'), '{ "a": [1,2] /* , */ }'],
    ['{"a":1}', gone('a'), '{}'],
    ['{"a":1}', gone('b'), '{"a":1}'],
    [
      '{\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}',
      { path: ['a', 'b'], value: { c: 1 } },
      '{\r\n  "a": {\r\n    "b": {\r\n      "c": 1\r\n    }\r\n  }\r\n}',
    ],
  ])('%j is edited where it is meant: %j', (text, edit, expected) => {
    expect(editCommentedJson(text, [edit])).toBe(expected);
  });

  it.each<[string, JsonValue]>([
    ['{\n\t"a": 1\n}\n', { b: [1, 2] }],
    ['{\r\n    "a": 1\r\n}\r\n', { b: 1 }],
    ['{"a":1}', { b: 1 }],
    ['{}', { b: 1 }],
  ])('keeps tabs, line ends and widths of %j', (text, value) => {
    const edited = editCommentedJson(text, [{ path: ['x'], value }]);
    expect(parseJson(edited)).toMatchObject({ x: value });
    expect(edited.includes('\t')).toBe(text.includes('\t'));
    expect(/[^\r]\n/.test(edited.replace(/^\{\n/, '{')) && text.includes('\r\n')).toBe(false);
  });

  it('writes big integers and numbers as they are written, and hostile names as names', () => {
    const value = parseJson('{"big":9007199254740993,"exact":1.0,"__proto__":{"a":1}}');
    const edited = editCommentedJson('{}', [
      { path: ['x'], value },
      { path: ['__proto__'], value: 2, literal: '2.0' },
    ]);
    expect(edited.replaceAll(/\s/g, '')).toBe(
      '{"x":{"big":9007199254740993,"exact":1.0,"__proto__":{"a":1}},"__proto__":2.0}',
    );
  });

  it('is laid out with two spaces, once and for all', () => {
    const formatted = formatCommentedJson('\ufeff// a\n{"b":[1,2], // c\n"d":{}}');
    expect(formatted).toBe('// a\n{\n  "b": [\n    1,\n    2\n  ], // c\n  "d": {}\n}\n');
    expect(formatCommentedJson(formatted)).toBe(formatted);
    const written = newJsonText({ a: { b: [1] } });
    expect(formatCommentedJson(written)).toBe(written);
  });
});
