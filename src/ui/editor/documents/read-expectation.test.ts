import { expect, it } from 'vitest';
import { readExpectation } from './read-expectation.ts';

it.each([
  ['accepted', 'whatever', 'accepted'],
  ['refused', ' not a number ', { refused: 'not a number' }],
  ['refused', '', { refused: '' }],
  ['ignored', '["a", "b.c"]', { ignored: ['a', 'b.c'] }],
  ['ignored', '[]', { ignored: [] }],
  ['types', '{"a": "long"}', { types: { a: 'long' } }],
] as const)('%s: %s', (kind, text, expected) => {
  expect(readExpectation(kind, text)).toEqual({ expect: expected });
});

it('keeps a field called __proto__', () => {
  const read = readExpectation('types', '{"__proto__": "long"}') as { expect: { types: object } };
  expect(Object.entries(read.expect.types)).toEqual([['__proto__', 'long']]);
});

it.each([
  ['ignored', '{}', 'A list of fields: ["code", "host.name"]'],
  ['ignored', '[1]', 'A list of fields: ["code", "host.name"]'],
  ['types', '[]', 'An object of types by field: {"code": "keyword"}'],
  ['types', '{"a": 1}', 'An object of types by field: {"code": "keyword"}'],
  ['types', '{"a": "long", "a": "text"}', /^Line 1, column \d+: /],
  ['ignored', '["a"', /^Line 1, column \d+: /],
] as const)('says what is wrong: %s: %s', (kind, text, fault) => {
  expect(readExpectation(kind, text)).toEqual({
    fault: typeof fault === 'string' ? fault : (expect.stringMatching(fault) as string),
  });
});
