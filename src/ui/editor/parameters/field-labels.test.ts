import { describe, expect, it } from 'vitest';
import { parameterLine } from './field-labels.ts';
import { hasHiddenCharacters, shownName } from '../../files/shown-name.ts';

describe('parameterLine', () => {
  it.each([
    [{ type: 'keyword' }, ''],
    [{ type: 'keyword', ignore_above: 256, null_value: 'none' }, 'ignore_above: 256, null_value: none'],
    [{ type: 'alias', path: 'host.ip' }, '→ host.ip'],
    [{ type: 'text', fields: { raw: { type: 'keyword' }, '': { type: 'wildcard' } } }, '+raw, +(empty name)'],
    [{ type: 'text', fields: ['no object'] }, ''],
    ['no object', 'Not an object: "no object"'],
  ])('of %j is %j', (definition, line) => expect(parameterLine(definition)).toBe(line));

  it('names six multi-fields and counts the others', () => {
    const fields = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, { type: 'keyword' }]));
    expect(parameterLine({ type: 'text', fields })).toBe('+f0, +f1, +f2, +f3, +f4, +f5, +3 more');
  });

  it('is clipped', () => {
    expect(parameterLine({ type: 'keyword', meta: { note: 'x'.repeat(1_000) } })).toMatch(/^meta: .{154}…$/);
  });
});

describe('shownName', () => {
  it.each([
    ['', '(empty name)'],
    ['host', 'host'],
    ['\u0634\u0644\u0648\u0645', '\u0634\u0644\u0648\u0645'],
    ['user\u202egnp', 'user\\u202egnp'],
    ['a\u200bb\ufeff', 'a\\u200bb\\ufeff'],
    ['line\nbreak\u2028', 'line\\u000abreak\\u2028'],
    ['half \ud83d', 'half \\ud83d'],
    ['tag \u{e0041}', 'tag \\udb40\\udc41'],
    ['whole \u{1f600}', 'whole \u{1f600}'],
  ])('of %j is %j', (name, shown) => {
    expect(shownName(name)).toBe(shown);
    expect(hasHiddenCharacters(name)).toBe(name !== '' && name !== shown);
  });
});
