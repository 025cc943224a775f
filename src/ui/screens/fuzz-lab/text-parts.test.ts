import { expect, it } from 'vitest';
import { partsOf } from './text-parts.ts';

it.each([
  ['', ['']],
  ['abcd', ['abc', 'd']],
  ['abc', ['abc']],
  ['ab\u{1F600}c', ['ab', '\u{1F600}c']],
  ['a\u{1F600}b', ['a\u{1F600}', 'b']],
])('%j is parted', (text, parts) => {
  expect(partsOf(text, 3)).toEqual(parts);
  expect(parts.join('')).toBe(text);
});
