import { describe, expect, it } from 'vitest';
import { parameterLine } from './field-labels.ts';

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
