import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/value.ts';
import { formatTemplates, readTemplates, repeatedTemplateNames } from './dynamic-templates.ts';

describe('the text of the dynamic templates', () => {
  it.each([
    ['', []],
    [' \n', []],
    ['[]', []],
    ['{"a":{}}', [{ a: {} }]],
    ['[{"a":{}},1]', [{ a: {} }, 1]],
    ['"a"', null],
    ['1', null],
    ['null', null],
    ['[', null],
  ])('%j is %j', (text, templates) => {
    expect(readTemplates(text)).toEqual(templates);
  });

  it('of none is an empty list, and of a list that list', () => {
    expect(formatTemplates(undefined)).toBe('[]');
    const templates = [{ numbers: { match: '*', mapping: { type: 'long', null_value: 9_007_199_254_740_993n } } }];
    expect(readTemplates(formatTemplates(templates))).toEqual(templates);
  });
});

it('names that more than one dynamic template has are found once, whatever else is in the list', () => {
  const templates: JsonValue = [{ a: {} }, { b: {} }, { a: {} }, 1, null, { a: {}, c: {} }, { constructor: {} }];
  expect(repeatedTemplateNames(templates)).toEqual(['a']);
  for (const none of [undefined, [], {}, 'a', [{ a: {} }, { b: {} }]]) expect(repeatedTemplateNames(none)).toEqual([]);
});
